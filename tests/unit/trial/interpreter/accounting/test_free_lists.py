"""Places of objects that are gone: which of them are the call's own."""

from __future__ import annotations

import time
from typing import Any

import pytest

from perfcast.trial.interpreter.accounting.free_lists import Places, places_of
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LIST, TABLE, Walk
from tests.unit.trial.interpreting import interpreted, peak_of

GIVEN: list[Any] = [[]]
TWICE: list[Any] = []


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ([[], {"a": 1}], {LIST: 1, TABLE: 1, KEYS: 1}),
        ([[[[[]]]]], {LIST: 3}),
        ([TWICE, TWICE, [TWICE]], {LIST: 2}),
        ([GIVEN, GIVEN[0], [GIVEN]], {LIST: 1}),
    ],
    ids=["of two kinds", "not too deep", "once each", "not what was there"],
)
def test_places_are_those_of_the_calls_own_objects(values: list[Any], places: dict[int, int]) -> None:
    known = Walk(keeps=True)
    known.add(GIVEN)
    assert places_of(values, known) == places


def walked(*values: Any) -> Walk:
    walk = Walk()
    walk.add_all(values)
    return walk


def test_places_of_what_is_gone_are_held_until_others_of_their_kind_take_them() -> None:
    places = Places(float)
    three = [(1, 2, 3) for _ in range(4)]
    copies = [(n, n, n) for n in range(4)]
    assert places.looked(walked(*copies)) == 0
    assert places.looked(walked()) == 4 * 64
    assert places.looked(walked(copies[0], [], [])) == 3 * 64
    assert places.looked(walked(three[0], "text")) == 3 * 64 + 2 * 56


def test_what_a_call_makes_takes_no_places_that_are_left_over() -> None:
    places = Places(float)
    places.looked(walked([], []))
    places.takes_new(LIST)
    assert places.looked(walked([])) == 2 * 56


def test_no_more_places_stay_than_cpython_keeps() -> None:
    places = Places(float)
    places.looked(walked(*([] for _ in range(200))))
    assert places.looked(walked()) == 80 * 56


def test_as_small_a_part_of_them_stays_as_at_the_workloads_own_sizes() -> None:
    places = Places(lambda size: 1000.0 * size)
    places.looked(walked(*((n, n, n) for n in range(200))))
    assert places.looked(walked()) == 2 * 64


@pytest.mark.parametrize(
    ("body", "size", "measured"),
    [
        ("y = sorted(x, key=lambda v: (v % 7, v))\n    return [[v] for v in y]", 1000, 136_912),
        ("y = sorted(x, key=lambda v: (v % 7, v, 1))\n    return [[v] for v in y]", 1000, 144_968),
        ("x.sort(key=lambda v: (v % 7, v))\n    return [[v] for v in x]", 1000, 128_856),
        ("y = sorted(x, key=lambda v: (v % 7, v))\n    return {v: (v, v) for v in y}", 1000, 119_456),
        # CPython keeps two thousand.
        ("y = sorted(x, key=lambda v: (v % 7, v))\n    return [[v] for v in y]", 100_000, 8_001_096),
        ("y = sum(a for a, b in [(v, v) for v in x])\n    return [[v] for v in x]", 100_000, 7_201_072),
    ],
)
def test_places_of_tuples_that_sorting_ordered_by_stay_as_others_do(body: str, size: int, measured: int) -> None:
    found = peak_of(f"def f(x):\n    {body}\n", f"x: list[int] * {size} in 0..1000000")
    assert found == pytest.approx(measured, rel=0.01 if size == 1000 else 0.06)


def test_places_that_are_needed_for_a_moment_are_held_once() -> None:
    places = Places(float)
    assert places.needs(TABLE) + places.needs(KEYS) == 184
    assert places.needs(TABLE) + places.needs(KEYS) == 0
    assert places.needs(TABLE, 2) == 64
    assert places.looked(walked({})) == 64 + 120


def test_a_large_list_may_be_part_of_many_tuples() -> None:
    began = time.process_time()
    interpreted("big = list(range(20_000))\nfor i in range(2_000):\n    found = (big, i)\n")
    # Not a benchmark: gone through for each tuple it takes ten times as long.
    assert time.process_time() - began < 2
