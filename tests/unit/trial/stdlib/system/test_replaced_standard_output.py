"""What is printed goes to what stands in the standard output's place: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run

_PRINTING = """
import io
import sys
from contextlib import redirect_stdout
"""


def test_what_is_printed_goes_where_it_is_redirected_to() -> None:
    source = f"""{_PRINTING}
outer, inner, usual = io.StringIO(), io.StringIO(), sys.stdout
with redirect_stdout(outer):
    print("a", 1, sep="-")
    with redirect_stdout(inner):
        print("b")
        print("c", file=outer)
    print("d")
found = outer.getvalue(), inner.getvalue(), sys.stdout is usual
"""
    assert interpreted(source, place=here()) == run(source)


def test_what_is_printed_goes_where_the_standard_output_is_set_to() -> None:
    source = f"""{_PRINTING}
buffer, usual = io.StringIO(), sys.stdout
sys.stdout = buffer
print("a")
sys.stdout = usual
found = buffer.getvalue()
"""
    assert interpreted(source) == run(source)


@OF_PYTHON_3_11
def test_what_is_redirected_is_held() -> None:
    source = f"""
def f(rows):
    buffer, usual = io.StringIO(), sys.stdout
    sys.stdout = buffer
    for row in rows:
        print(row)
    sys.stdout = usual
    return buffer.getvalue()
{_PRINTING}"""
    assert peak_of(source, "rows: list[list[int]] * 32 * 32 in 0..1000") == pytest.approx(12_300, rel=0.1)
