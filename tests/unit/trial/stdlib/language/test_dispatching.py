"""``singledispatch`` and ``singledispatchmethod`` in trial runs."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

FUNCTION = """
def dump(values):
    return plain(values)

from functools import singledispatch
from collections.abc import Mapping

@singledispatch
def plain(value):
    return value

@plain.register
def _(value: list | tuple):
    return [plain(one) for one in value]

@plain.register(Mapping)
def _(value):
    return {key: plain(one) for key, one in value.items()}

@plain.register
def _(value: "float"):
    return value + 1.0
"""

METHOD = """
class Shown:
    def all(self, values):
        return [self.show(value) for value in values]
    def __init__(self):
        self.count = 0
    @singledispatchmethod
    def show(self, value):
        return None
    @show.register
    def _(self, value: float):
        self.count += 1
        return f"{value:.3f}"

from functools import singledispatchmethod
"""


def _peak(text: str, workload: str) -> float:
    trials = Trials(text)
    found = dict(zip(NAMES, trials.estimate(parse(workload)), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    return float(2 ** found["trial_peak"])


def test_the_function_for_the_class_is_called() -> None:
    # A place of the list that grows, and a float, for each.
    assert _peak(FUNCTION, "values: list[float] * 1000") == pytest.approx(1000 * (8 + 24), rel=0.1)
    assert _peak(FUNCTION, "values: list[str] * 1000 * 8 in 'a'..'z'") == pytest.approx(1000 * 8, rel=0.2)


def test_an_abstract_class_is_found_by_what_it_is() -> None:
    rows = _peak(FUNCTION, "values: list[dict[str, float]] * 100 * 4")
    # A dictionary of four entries and as many floats, for each.
    assert rows == pytest.approx(100 * (8 + 184 + 4 * 24), rel=0.15)


def test_methods_get_their_instance() -> None:
    assert _peak(METHOD, "values: list[float] * 1000") == pytest.approx(1000 * (8 + 50), rel=0.2)
    assert _peak(METHOD, "values: list[int] * 1000 in 0..10") == pytest.approx(1000 * 8, rel=0.2)
