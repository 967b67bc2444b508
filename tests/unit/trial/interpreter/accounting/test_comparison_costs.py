"""Holding decimals, fractions and paths against each other, or against numbers, takes longer than numbers."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_IMPORTS = "from decimal import Decimal\nfrom fractions import Fraction\nfrom pathlib import Path\n"


def times_numbers(body: str, kind: str) -> float:
    source = f"{_IMPORTS}def f(xs):\n    {body}\n"
    of_numbers = time_of(source, "xs: list[int] * 1000 in 0..1000000")
    return time_of(source, f"xs: list[{kind}] * 1000") / of_numbers


@pytest.mark.parametrize(
    ("body", "kind", "times"),
    # As measured, of a thousand.
    [
        ("return max(xs)", "Decimal", 1.87),
        ("return max(xs)", "Fraction", 21.8),
        ("return max(xs)", "Path", 14.3),
        ("return [x for x in xs if x > 0]", "Decimal", 3.4),
        ("last = xs[0]\n    return [x for x in xs if x != last]", "Path", 14.4),
    ],
)
def test_what_is_compared_in_a_way_of_its_own_takes_as_much_longer(body: str, kind: str, times: float) -> None:
    assert times_numbers(body, kind) == pytest.approx(times, rel=0.4)
