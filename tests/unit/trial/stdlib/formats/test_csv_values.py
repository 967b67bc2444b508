"""What rows are written of: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run

_ROWS = """
import csv
import enum
import io
from datetime import date, timedelta
from decimal import Decimal

class Level(enum.IntEnum):
    LOW = 1

class Point:
    def __init__(self, x):
        self.x = x

    def __str__(self):
        return f"x={self.x}, y"
"""


def test_a_row_shows_what_is_no_plain_value_by_its_text() -> None:
    source = f"""{_ROWS}
out = io.StringIO()
csv.writer(out).writerow([date(2024, 2, 3), Decimal("1.50"), Point(4), Level.LOW, [1, 2], True, None, "a,b"])
found = out.getvalue()
"""
    assert interpreted(source) == run(source)


def test_whether_another_value_is_a_number_is_not_told() -> None:
    source = f"""{_ROWS}
csv.writer(io.StringIO(), quoting=csv.QUOTE_NONNUMERIC).writerow([Decimal("1.50")])
"""
    with pytest.raises(Unsupported):
        interpreted(source)


@OF_PYTHON_3_11
def test_rows_of_dates_are_held() -> None:
    source = f"""
def f(n):
    out = io.StringIO()
    writer = csv.writer(out)
    for i in range(n):
        writer.writerow([date(2023, 1, 1) + timedelta(days=i % 365), "abc"])
    return out.getvalue()
{_ROWS}"""
    assert peak_of(source, "n: int = 1000") == pytest.approx(222_000, rel=0.3)
