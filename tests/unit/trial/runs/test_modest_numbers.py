"""Numbers that are far below the sizes beside them."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.scaling import shrunk
from perfcast.workload import parse

CACHE = """
def misses(requests, capacity):
    cache, missed = Cache(capacity), 0
    for key in requests:
        missed += not cache.touches(key)
    return missed


class Cache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.nodes = {}
        self.first, self.last = Node(None), Node(None)
        self.first.after, self.last.before = self.last, self.first

    def touches(self, key):
        found = key in self.nodes
        if found:
            node = self.nodes[key]
            node.before.after, node.after.before = node.after, node.before
        else:
            if len(self.nodes) >= self.capacity:
                oldest = self.first.after
                self.first.after, oldest.after.before = oldest.after, self.first
                del self.nodes[oldest.key]
            node = self.nodes[key] = Node(key)
        node.before, node.after = self.last.before, self.last
        node.before.after = node.after.before = node
        return found


class Node:
    __slots__ = ("key", "before", "after")

    def __init__(self, key):
        self.key = key
        self.before = self.after = None
"""

PAIRS = """
def differences(values, k):
    total = 0
    for value in values:
        for i in range(k):
            for j in range(k):
                total += value * i - j
    return total
"""


def _cost(text: str, workload: str, name: str) -> float:
    return float(2 ** Trials(text).estimate(parse(workload))[NAMES.index(name)])


@pytest.mark.parametrize("count", [6_000, 80_000, 800_000])
def test_a_cache_of_that_many_takes_no_more_for_more_requests(count: int) -> None:
    workload = "requests: list[int] * {} in 0..100; capacity: int = 20"
    whole, held = (_cost(CACHE, workload.format(n), "trial_peak") for n in (500, count))
    assert held == pytest.approx(whole, rel=0.05)


def test_they_shrink_where_runs_do_not_get_far_beyond_them() -> None:
    # Run with 128 elements, half as many or fewer have no room for the number.
    workload = "values: list[int] * {} in 0..100; k: int = 20"
    few, many = (_cost(PAIRS, workload.format(n), "trial_time") for n in (64, 10_000))
    assert many == pytest.approx(few * 10_000 / 64, rel=0.4)


@pytest.mark.parametrize(
    ("whole", "small"),
    [
        ("x: list[int] * 10000 in 0..400; k: int = 20", "x: list[int] * 100 in 0..400 of 25; k: int = 20"),
        ("x: float64[10000]; k: int = 20", "x: float64[100]; k: int = 20"),
        ("x: list[float] * 10000; k: int = 20; n: int = 60", "x: list[float] * 100; k: int = 20; n: int = 25"),
        ("x: list[float] * 10000; k: int = 20; n: int = 90", "x: list[float] * 100; k: int = 4; n: int = 9"),
        ("x: list[list[float]] * 10000 * 30; k: int = 20", "x: list[list[float]] * 100 * 5; k: int = 4"),
        ("x: list[int] * 10000 in 0..30; k: int = 40", "x: list[int] * 100 in 0..5; k: int = 6"),
        (
            "x: list[int] * 10000 in 0..59; k: int = 20; n: int = 60",
            "x: list[int] * 100 in 0..7; k: int = 4; n: int = 8",
        ),
        ("x: list[float] * 1000; k: int = 20", "x: list[float] * 32; k: int = 4"),
    ],
)
def test_they_stay_unless_something_is_about_as_large(whole: str, small: str) -> None:
    assert str(shrunk(parse(whole), 0.5, largest_kept=64)) == small
