"""Calls that may never end at a small made-up size, and do at a larger one."""

from __future__ import annotations

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_ENDING_LATER = """
def f(xs: list[int], n: int) -> int:
    if len(xs) > 5:
        return sum(xs)
    return f(xs, n)
"""
_NEVER_ENDING = """
def f(xs: list[int]) -> int:
    return f(xs)
"""


def test_a_larger_size_is_tried_where_the_first_recurs_without_end() -> None:
    found = Trials(_ENDING_LATER).estimate(parse("xs: list[int] * 36; n: int = 10"))
    assert found[NAMES.index("trial_whole")] == 1


def test_what_recurs_without_end_at_all_sizes_is_told_so() -> None:
    trials = Trials(_NEVER_ENDING)
    found = trials.estimate(parse("xs: list[int] * 200"))
    assert found[NAMES.index("trial_whole")] < 0
    assert trials.stopped_at == "recursion too deep"
