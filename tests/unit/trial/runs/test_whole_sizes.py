"""Runs that workloads of other sizes have in common, whatever these sizes are."""

import pytest

from perfcast.trial.quantities import NAMES
from perfcast.trial.runs.trials import Trials
from perfcast.workload import parse

SORTING = """
def ranked(nums):
    return sorted(nums, key=lambda num: (-num, num))
"""
NAMED = [NAMES.index(f"trial_{name}") for name in ("time", "peak", "allocated", "result")]


def estimated(trials: Trials, workload: str) -> tuple[int, list[float]]:
    """How many runs were begun for a workload, and what it costs by them."""
    begun = trials._unit.machine.number
    row = trials.estimate(parse(workload))
    return trials._unit.machine.number - begun, [row[place] for place in NAMED]


def test_workloads_of_about_the_same_size_have_small_runs_in_common() -> None:
    trials = Trials(SORTING)
    estimated(trials, "nums: list[int] * 650 in 0..9")
    begun, costs = estimated(trials, "nums: list[int] * 900 in 0..9")
    alone, by_itself = estimated(Trials(SORTING), "nums: list[int] * 900 in 0..9")
    assert begun < 0.6 * alone
    assert costs == pytest.approx(by_itself, abs=1e-9)


def test_they_have_none_in_common_where_the_sizes_matter() -> None:
    trials = Trials(SORTING)
    # No list of so few takes memory to be merged in, and each of so many does.
    estimated(trials, "nums: list[int] * 100 in 0..9")
    _, costs = estimated(trials, "nums: list[int] * 900 in 0..9")
    _, by_itself = estimated(Trials(SORTING), "nums: list[int] * 900 in 0..9")
    assert costs == pytest.approx(by_itself, abs=1e-9)


REMEMBERED = """
import functools

@functools.lru_cache
def ranked(n):
    return sorted([i * 7919 % 1009 for i in range(n)], key=lambda num: (-num, num))
"""


def test_the_smallest_of_them_have_none_in_common_either_where_the_sizes_matter() -> None:
    def every(trials: Trials, n: int) -> list[float]:
        return trials.estimate(parse(f"n: int = {n}"))

    trials = Trials(REMEMBERED)
    every(trials, 100)
    assert every(trials, 900) == pytest.approx(every(Trials(REMEMBERED), 900), abs=1e-9)


ARRAYS = """
import numpy as np

def changed(values):
    return values * 2.0 + 1.0, np.cumsum(values)[np.argsort(values)]
"""


def test_arrays_of_about_the_same_size_have_small_runs_in_common() -> None:
    trials = Trials(ARRAYS)
    estimated(trials, "values: float64[650000]")
    begun, costs = estimated(trials, "values: float64[900000]")
    alone, by_itself = estimated(Trials(ARRAYS), "values: float64[900000]")
    assert begun < 0.6 * alone
    assert costs == pytest.approx(by_itself, abs=1e-9)


def test_arrays_have_none_in_common_where_only_the_larger_ones_are_written_over() -> None:
    trials = Trials(ARRAYS)
    estimated(trials, "values: float64[20000]")
    _, costs = estimated(trials, "values: float64[900000]")
    _, by_itself = estimated(Trials(ARRAYS), "values: float64[900000]")
    assert costs == pytest.approx(by_itself, abs=1e-9)


def test_tables_have_none_in_common_where_what_is_noted_of_them_grows_with_their_sizes() -> None:
    text = "import pandas as pd\n\ndef counted(table):\n    return table.nunique(), table.dropna()\n"
    small, large = (f"table: DataFrame[{rows}, 3]" for rows in (256, 900))
    trials = Trials(text)
    estimated(trials, small)
    _, costs = estimated(trials, large)
    _, by_itself = estimated(Trials(text), large)
    assert costs == pytest.approx(by_itself, abs=1e-9)
