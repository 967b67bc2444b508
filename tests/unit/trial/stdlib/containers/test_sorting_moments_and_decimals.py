"""What is held against others longer than numbers are takes longer to be sorted."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_SORTED = "def f(xs):\n    return sorted(xs)\n"
_IMPORTS = (
    "from datetime import date, datetime, timedelta\nfrom decimal import Decimal\n"
    "from fractions import Fraction\nfrom pathlib import Path\n"
)


@pytest.mark.parametrize(
    ("kind", "times"),
    # As measured, of a thousand in no order.
    [
        ("datetime", 3.0),
        ("date", 2.6),
        ("timedelta", 1.8),
        ("Decimal", 5.7),
        ("tuple[datetime, int]", 6.5),
        ("Fraction", 65.0),
        ("Path", 39.0),
    ],
)
def test_sorting_takes_as_much_longer_as_comparing(kind: str, times: float) -> None:
    of_numbers = time_of(_IMPORTS + _SORTED, "xs: list[int] * 1000 in 0..1000000")
    assert time_of(_IMPORTS + _SORTED, f"xs: list[{kind}] * 1000") / of_numbers == pytest.approx(times, rel=0.35)


def test_each_part_that_a_moment_is_made_anew_with_takes_time() -> None:
    source = "def f(xs):\n    return [x.replace({}) for x in xs]\n"
    one, three = (
        time_of(source.format(parts), "xs: list[datetime] * 1000")
        for parts in ("minute=0", "minute=0, second=0, microsecond=0")
    )
    # 360 and 511 us.
    assert three / one == pytest.approx(1.42, rel=0.12)
