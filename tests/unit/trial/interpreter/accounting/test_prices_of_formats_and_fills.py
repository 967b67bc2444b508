"""What formatting numbers, repeating elements and exact sums take: figures are CPython 3.11's."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_SOURCE = """
import math
def f(n: int):
    x, i, xs = 6_184_999.5, 617_000, [12_345.678 * k for k in range(1_000)]
    for _ in range(20):
        BODY
"""

#: A statement -> nanoseconds.
MEASURED = {
    "f'{x:.2f}'": 171,
    "f'{x:,.2f}'": 279,
    "f'{x:>12.2f}'": 254,
    "f'{x:12.2f}'": 254,
    "f'{x:.1%}'": 183,
    "f'{i:,}'": 158,
    "f'{i:,d}'": 166,
    "f'{i:>10}'": 138,
    "math.fsum(xs)": 17_900,
    "math.factorial(20)": 30,
    "math.factorial(50)": 263,
    "[-1] * 1000": 645,
    "[-1, 2] * 500": 2_170,
    "(0,) * 1000": 631,
}


@pytest.mark.parametrize("statement", MEASURED)
def test_it_takes_what_was_measured(statement: str) -> None:
    empty, taking = (time_of(_SOURCE.replace("BODY", body), "n: int = 10") for body in ("pass", statement))
    assert 0.75 < (taking - empty) / 20 / MEASURED[statement] < 1.3
