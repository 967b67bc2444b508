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
