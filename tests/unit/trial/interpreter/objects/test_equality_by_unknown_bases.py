"""Instances of classes of whose bases nothing is known, held against other values."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_CLASSES = """
from no_such_library import Base, Kinds


class Kind(Kinds):
    FIRST = "first"
    SECOND = "second"


class Thing(Base):
    def __init__(self):
        self.name = "thing"


class Told(Base):
    def __eq__(self, other):
        return False
"""
_COMPARED = """
def unit(n: int):
    one = {one}
    return 1 if one == {other} else 2
"""


def _stop(one: str, other: str) -> tuple[bool, str]:
    """Whether there is a forecast, and at what a run stops."""
    trials = Trials(_COMPARED.format(one=one, other=other) + _CLASSES)
    told = dict(zip(NAMES, trials.estimate(parse("n: int = 3")), strict=True))
    return told["trial_time"] >= 0.0, trials.stopped_at


@pytest.mark.parametrize(("one", "other"), [("Thing()", "'thing'"), ("Thing()", "Thing()"), ("Thing()", "Kind.FIRST")])
def test_what_a_base_that_was_not_found_may_compare_is_not_told(one: str, other: str) -> None:
    assert _stop(one, other) == (False, "Thing.__eq__")


@pytest.mark.parametrize(("one", "other"), [("Told()", "Thing()"), ("Thing()", "one"), ("Thing()", "None")])
def test_what_a_base_has_no_part_in_is_told(one: str, other: str) -> None:
    assert _stop(one, other) == (True, "")
