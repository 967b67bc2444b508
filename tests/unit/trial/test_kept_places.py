"""Places of objects that are gone: which of them are the call's own."""

from __future__ import annotations

import time
from typing import Any

import pytest

from perfcast.trial.kept_places import SMALL_TABLE, places_of
from perfcast.trial.memory import EMPTY_LIST
from perfcast.trial.walk import Walk
from tests.unit.trial.interpreting import interpreted

GIVEN: list[Any] = [[]]
TWICE: list[Any] = []


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ([[], {"a": 1}], {EMPTY_LIST: 1, SMALL_TABLE: 1}),
        ([[[[[]]]]], {EMPTY_LIST: 3}),
        ([TWICE, TWICE, [TWICE]], {EMPTY_LIST: 2}),
        ([GIVEN, GIVEN[0], [GIVEN]], {EMPTY_LIST: 1}),
    ],
    ids=["of two kinds", "not too deep", "once each", "not what was there"],
)
def test_places_are_those_of_the_calls_own_objects(values: list[Any], places: dict[int, int]) -> None:
    known = Walk(keeps=True)
    known.add(GIVEN)
    assert places_of(values, 10_000, known) == places


def test_a_large_list_may_be_part_of_many_tuples() -> None:
    began = time.process_time()
    interpreted("big = list(range(20_000))\nfor i in range(2_000):\n    found = (big, i)\n")
    # Not a benchmark: gone through for each tuple it takes ten times as long.
    assert time.process_time() - began < 2
