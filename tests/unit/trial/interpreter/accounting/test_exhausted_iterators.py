"""Iterators of several of which some have ended, when somebody looks at what is held."""

from __future__ import annotations

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_SOURCE = """
def f(groups: list[list[int]]) -> list[int]:
    missing = object()
    lines = zip_longest(*groups, fillvalue=missing)
    return [value for line in lines for value in line if value is not missing]

from itertools import zip_longest
"""


def test_they_are_passed_over() -> None:
    found = Trials(_SOURCE).estimate(parse("groups: list[list[int]] * 9 * 4"))
    assert found[NAMES.index("trial_whole")] == 1
