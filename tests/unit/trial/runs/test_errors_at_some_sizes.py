"""Code that raises from some size on, and code that raises at some sizes below."""

from __future__ import annotations

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

FULL = """
def fill(items):
    room = []
    for item in items:
        if len(room) >= 50:
            raise OverflowError("no room")
        room.append(item)
    return room
"""
FEW = """
def middle(items):
    if len(items) < 6:
        raise ValueError("too few")
    return sorted(items)[2:-2]
"""


def test_what_raises_at_the_largest_sizes_raises() -> None:
    trials = Trials(FULL)
    raised = trials.estimate(parse("items: list[int] * 1000"))[NAMES.index("trial_raised")]
    assert raised == 1.0
    assert trials.error == "OverflowError 'no room'"


def test_what_raises_for_small_inputs_alone_is_told_by_the_others() -> None:
    trials = Trials(FEW)
    found = dict(zip(NAMES, trials.estimate(parse("items: list[int] * 1000")), strict=True))
    assert found["trial_raised"] == 0.0 and found["trial_runs"] > 4
    assert trials.error == ""


def test_what_comes_to_its_end_at_its_own_size_does() -> None:
    trials = Trials(FULL)
    trials.estimate(parse("items: list[int] * 40"))
    assert trials.error == ""
