"""``any`` and ``all`` of a container, up to the element that tells."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _time(text: str, workload: str) -> float:
    found = dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))
    return float(2 ** found["trial_time"])


@pytest.mark.parametrize(("function", "values"), [("any", "in 1..9"), ("all", "in 0..0")])
def test_the_first_element_tells(function: str, values: str) -> None:
    text = f"def f(xs):\n    return {function}(xs)\n"
    assert _time(text, f"xs: list[int] * 3000 {values}") < 2 * _time(text, f"xs: list[int] * 10 {values}")


@pytest.mark.parametrize(("function", "values"), [("any", "in 0..0"), ("all", "in 1..9")])
def test_all_are_gone_through_where_none_tells(function: str, values: str) -> None:
    text = f"def f(xs):\n    return {function}(xs)\n"
    assert _time(text, f"xs: list[int] * 3000 {values}") > 20 * _time(text, f"xs: list[int] * 10 {values}")


def test_the_units_own_objects_are_asked() -> None:
    text = """
def f(n):
    asked = []
    assert all([Truth(asked) for _ in range(n)])
    assert len(asked) == n
class Truth:
    def __init__(self, asked):
        self.asked = asked
    def __bool__(self):
        self.asked.append(1)
        return True
"""
    trials = Trials(text)
    trials.estimate(parse("n: int = 20"))
    assert trials.error == ""
