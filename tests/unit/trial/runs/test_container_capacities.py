"""Containers that hold no more than a constant of the text says, which no trial run comes to."""

from __future__ import annotations

import ast
import tracemalloc
from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

CACHE = """
from collections import OrderedDict

def hits(values):
    cache = Cache()
    found = 0
    for key in values:
        if cache.get(key) is not None:
            found += 1
        else:
            cache.put(key, key * 2)
    return found


class Cache:
    def __init__(self, capacity: int = 4096):
        self.capacity = capacity
        self.entries = OrderedDict()

    def get(self, key):
        return self.entries.get(key)

    def put(self, key, value):
        self.entries[key] = value
        if len(self.entries) > self.capacity:
            self.entries.popitem(last=False)
"""

BATCHES = """
def batches(values):
    batch, total = [], 0
    for row in values:
        batch.append((row, str(row)))
        if len(batch) >= 5000:
            total += flush(batch)
            batch = []
    return total + flush(batch)


def flush(batch):
    return sum(len(text) for _, text in batch)
"""

LARGEST = """
import heapq

MOST = 3000

def largest(values):
    heap = []
    for value in values:
        if MOST > len(heap):
            heapq.heappush(heap, value * 3)
        elif value * 3 > heap[0]:
            heapq.heapreplace(heap, value * 3)
    return sum(heap)
"""


WINDOW = """
from collections import deque

def window(values):
    last, most = deque(maxlen=5000), 0
    for value in values:
        last.append(value * 3)
        most = max(most, last[0])
    return most
"""

RESERVOIR = """
def sampled(values):
    kept, state = [], 1
    for count, value in enumerate(values):
        state = (state * 48271) % 2147483647
        if len(kept) < 2000:
            kept.append(value * 3)
        elif (place := state % (count + 1)) < 2000:
            kept[place] = value * 3
    return kept
"""

STEPS = """
def thinned(values):
    if len(values) > 9000:
        values = values[:: len(values) // 9000]
    return [value * 3 for value in values]
"""


@pytest.mark.parametrize("text", [CACHE, BATCHES, LARGEST, WINDOW], ids=["cache", "batches", "largest", "window"])
def test_they_take_as_much_memory_as_they_are_filled_with(text: str) -> None:
    workload = "values: list[int] * 300000 in 0..1e6"
    name = next(node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    trial = Trials(text).estimate(parse(workload))
    assert 2 ** trial[NAMES.index("trial_peak")] == pytest.approx(_measured(text, name), rel=0.4)


def _measured(text: str, name: str) -> int:
    """Bytes that the function holds at most with fewer values, which fill what it fills as well."""
    names: dict[str, Any] = {}
    exec(text, names)
    values = [place * 7919 % 1_000_003 for place in range(20_000)]
    tracemalloc.start()
    try:
        names[name](values)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_time_goes_on_where_they_hold_no_more() -> None:
    few, many = (
        Trials(WINDOW).estimate(parse(f"values: list[int] * {size} in 0..1e6"))[NAMES.index("trial_time")]
        for size in (2_000, 200_000)
    )
    assert 2 ** (many - few) == pytest.approx(100, rel=0.3)


@pytest.mark.parametrize("text", [RESERVOIR, STEPS], ids=["reservoir", "steps"])
def test_they_stay_where_less_of_them_is_an_error(text: str) -> None:
    trial = Trials(text).estimate(parse("values: list[int] * 20000 in 0..1e6"))
    assert not trial[NAMES.index("trial_raised")]
