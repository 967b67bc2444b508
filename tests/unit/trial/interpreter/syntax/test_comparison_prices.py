"""What comparing takes in a loop, by how many times as long one with a comparison takes as one without."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

NUMBERS = "xs: list[int] * 1000 in 1000..2000; low: int = 1; high: int = 9000"
MOMENTS = "xs: list[datetime] * 1000; low: datetime; high: datetime"


def _time(test: str, workload: str) -> float:
    body = f"if {test}:\n            pass" if test else "pass"
    return time_of(f"def f(xs, low, high):\n    for x in xs:\n        {body}\n", workload)


def test_a_chain_takes_longer_than_two_tests() -> None:
    """Measured: (18.9 - 9.9) / (16.5 - 9.9) ns."""
    none, both, chain = (_time(one, NUMBERS) for one in ("", "low <= x and x < high", "low <= x < high"))
    assert (chain - none) / (both - none) == pytest.approx(1.36, rel=0.25)


def test_moments_take_longer_than_numbers() -> None:
    """Measured: (18.3 - 10.6) / (13.2 - 9.9) ns."""
    numbers, moments = (_time("low <= x", one) - _time("", one) for one in (NUMBERS, MOMENTS))
    assert moments / numbers == pytest.approx(2.33, rel=0.25)
