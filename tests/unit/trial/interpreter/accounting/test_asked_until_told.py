"""``any`` and ``all`` of a container, up to the element that tells."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run, time_of


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


@pytest.mark.parametrize("values", ["[0, *truths]", "(*truths,)", "dict.fromkeys([0, *truths])", "[[], *truths, 5]"])
@pytest.mark.parametrize("truth", ["__bool__", "__len__"])
def test_the_units_own_objects_are_asked_once_up_to_the_one_that_tells(values: str, truth: str) -> None:
    source = f"""
asked = []
class Truth:
    def __init__(self, number):
        self.number = number
    def {truth}(self):
        asked.append(self.number)
        return self.number > 2
truths = [Truth(number) for number in range(5)]
found = any({values}), asked
"""
    assert interpreted(source) == run(source) == (True, [0, 1, 2, 3])


def test_what_is_asked_until_it_tells_is_paid_for_up_to_there() -> None:
    text = """
def f(n):
    return any([0] * {} + [Truth()] + [0] * {})

class Truth:
    def __bool__(self):
        return True
"""
    early, late = (time_of(text.format(place, 3000 - place), "n: int = 3") for place in (0, 3000))
    assert late > 2 * early
