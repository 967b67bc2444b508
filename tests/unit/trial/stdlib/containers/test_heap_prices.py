"""What heaps take, by what is in them: measured with CPython 3.11, in loops as these."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_PUSHED = """
from heapq import heappop, heappush

def f(xs):
    heap = []
    for x in xs:
        heappush(heap, x)
"""
_POPPED = (
    _PUSHED
    + """
    while heap:
        heappop(heap)
"""
)
_HEAPED = """
import heapq

def f(xs):
    heapq.heapify(xs)
"""


@pytest.mark.parametrize(
    ("text", "workload", "each"),
    [
        (_PUSHED, "xs: list[int] * 1000", 45),
        (_PUSHED, "xs: list[tuple[int, str]] * 1000 * 8", 72),
        (_POPPED, "xs: list[int] * 1000", 150),
        (_POPPED, "xs: list[tuple[int, str]] * 1000 * 8", 315),
        (_HEAPED, "xs: list[int] * 1000", 15),
        (_HEAPED, "xs: list[tuple[int, str]] * 1000 * 8", 34),
    ],
)
def test_prices(text: str, workload: str, each: float) -> None:
    assert time_of(text, workload) / 1000 == pytest.approx(each, rel=0.25)
