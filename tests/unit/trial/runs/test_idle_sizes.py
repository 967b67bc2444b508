"""Sizes that what a unit does has nothing to do with."""

from __future__ import annotations

import math

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

#: What it does for each cell takes so long that no run comes far.
SCORES = """
STEPS = "step" * 275


def scores(rows, targets):
    found = []
    for row, target in zip(rows, targets):
        total = 0
        for cell in row:
            for letter in STEPS:
                total += len(letter) * cell
        found.append(total - target)
    return found
"""


def _time(code: str, workload: str) -> float:
    """In nanoseconds."""
    told = dict(zip(NAMES, Trials(code).estimate(parse(workload)), strict=True))
    return float(2.0 ** told["trial_time"])


@pytest.mark.parametrize("targets", [64, 4_000])
def test_what_grows_with_other_sizes_is_told_by_these(targets: int) -> None:
    small = _time(SCORES, "rows: list[list[int]] * 4 * 4; targets: list[int] * 4")
    large = _time(SCORES, f"rows: list[list[int]] * 64 * 64; targets: list[int] * {targets}")
    assert math.isclose(math.log2(large / small), math.log2(16 * 16), abs_tol=1.0)


def test_what_costs_the_same_whatever_all_sizes_are_does_so_at_the_largest() -> None:
    code = """
STEPS = "step" * 3_800


def constant(rows, targets):
    total = 0
    for letter in STEPS:
        total += len(letter)
    return total
"""
    small = _time(code, "rows: list[list[int]] * 4 * 4; targets: list[int] * 4")
    large = _time(code, "rows: list[list[int]] * 64 * 64; targets: list[int] * 4000")
    assert math.isclose(large, small, rel_tol=0.1)


def test_what_is_too_much_to_grow_is_told_by_no_run_of_other_sizes() -> None:
    code = SCORES.replace("* 275", "* 85").replace("in STEPS:", "in STEPS * len(row):")
    workload = parse("rows: list[list[int]] * 32 * 32; targets: list[int] * 1000")
    assert dict(zip(NAMES, Trials(code).estimate(workload), strict=True))["trial_time"] == -1.0
