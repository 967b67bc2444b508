"""Code that does nothing until there are as many elements as a constant of its says."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

SUMS = """
def sums(values):
    return [sum(values[place:place + 500]) for place in range(len(values) - 500)]
"""

BEFORE = """
def means(values):
    found = []
    for place in range(600, len(values)):
        found.append(sum(values[place - 600:place]) / 600)
    return found
"""

GUARDED = """
def spreads(values):
    count = len(values)
    if count < 1000:
        return []
    found = []
    for place in range(count - 1000):
        window = values[place:place + 1000]
        mean = sum(window) / 1000
        found.append(sum((value - mean) ** 2 for value in window) / 1000)
    return found
"""

LATE = """
def rest(values):
    return [value + 1.0 for value in values[:len(values) - 9000]]
"""


def _found(text: str, count: int) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(f"values: list[float] * {count}")), strict=True))


@pytest.mark.parametrize(
    ("text", "length", "each"), [(SUMS, 500, 4.8), (BEFORE, 600, 4.8), (GUARDED, 1000, 75.0)], ids=lambda one: None
)
def test_windows_are_carried_on(text: str, length: int, each: float) -> None:
    found = _found(text, 20_000)
    windows = 20_000 - length
    # A float and its place in the list for each, and a window.
    assert 2 ** found["trial_peak"] == pytest.approx(windows * (24 + 8.5), rel=0.25)
    assert 2 ** found["trial_time"] == pytest.approx(windows * length * each, rel=0.6)


def test_a_constant_that_no_run_reaches() -> None:
    found = _found(LATE, 100_000)
    assert 2 ** found["trial_peak"] == pytest.approx(91_000 * (24 + 8.5 + 8), rel=0.3)
    # Where the workload itself is tried, or smaller than the constant, it does nothing.
    assert 2 ** _found(LATE, 4_000)["trial_peak"] < 200
