"""Instances that containers hold differ, as those of programs do."""

from __future__ import annotations

import ast
from datetime import timedelta
from typing import Any

import pytest

from perfcast.workload.receivers.contained_instances import each_made, made_with_each
from perfcast.workload.values.makers import Makers
from tests.unit.trial.peaks import peak

_NOBODY = Makers(lambda name, count, days: None)


def _made(header: str, count: int = 200, check: str = "pass") -> list[dict[str, Any]]:
    [node] = ast.parse(f"def __init__(self, {header}):\n    {check}").body
    assert isinstance(node, ast.FunctionDef)

    def make(given: dict[str, Any]) -> dict[str, Any]:
        exec(check, {}, given)
        return given

    return each_made(make, node, made_with_each(node, lambda parameter, function: None), count, _NOBODY)


def test_what_tells_instances_apart_is_different_for_each() -> None:
    found = _made("id: int, age: int, manager_id: int")
    assert sorted(one["id"] for one in found) == list(range(200))
    assert {one["manager_id"] for one in found} <= set(range(200))
    assert len({one["age"] for one in found}) > 100


def test_what_is_drawn_again_is_told_apart_from_what_was_drawn_before() -> None:
    found = _made("id: int, begin: int", count=1000, check="assert begin % 2")
    assert len({one["id"] for one in found}) == 1000


def test_what_ends_comes_after_what_begins() -> None:
    assert all(one["start"] < one["end"] for one in _made("start: int, end: int"))


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("width: int", "pass"),
        ("num_workers: int", "pass"),
        ("cells: int", "self.all = [0] * cells"),
        ("cells: int", "self.all = [[] for _ in range(cells)]"),
    ],
)
def test_what_says_how_large_an_instance_is_stays_small(header: str, body: str) -> None:
    [node] = ast.parse(f"def __init__(self, {header}):\n    {body}").body
    assert isinstance(node, ast.FunctionDef)
    made = made_with_each(node, lambda parameter, function: None)
    found = each_made(lambda given: given, node, made, 100, _NOBODY)
    assert {number for one in found for number in one.values()} == {4}


def test_what_has_a_default_keeps_it() -> None:
    assert {one["size"] for one in _made("id: int, size: int = 3")} == {3}


def test_classes_that_turn_down_other_numbers_get_the_one_that_passes() -> None:
    found = _made("share: int, id: int", check="assert share <= 5")
    assert len(found) == 200
    assert len({one["share"] for one in found}) == 1


@pytest.mark.parametrize(
    ("header", "check"),
    [
        ("quantity: int, sku: str", "assert 1 <= quantity <= 999"),
        ("low: float, share: float", "assert low <= share"),
        ("made: date, sold: date", "assert made <= sold"),
        ("cents: Decimal", "assert cents > 300"),
    ],
)
def test_what_a_class_turns_down_is_drawn_again(header: str, check: str) -> None:
    found = _made(header, count=3000, check=check)
    assert len(found) == 3000
    assert len({str(one[header.partition(":")[0]]) for one in found}) > 150


def test_a_class_that_turns_down_everything_is_asked_a_few_times() -> None:
    asked = []

    def make(given: dict[str, Any]) -> None:
        asked.append(given)
        raise ValueError(given["name"])

    [node] = ast.parse("def __init__(self, name: str): pass").body
    assert isinstance(node, ast.FunctionDef)
    with pytest.raises(ValueError) as failed:
        each_made(make, node, made_with_each(node, lambda parameter, function: None), 1000, _NOBODY)
    assert failed.value.args == (asked[0]["name"],)
    assert len(asked) < 50


@pytest.mark.parametrize(("kind", "longest"), [("date", timedelta(days=20)), ("datetime", timedelta(hours=20))])
def test_moments_end_soon_after_they_begin(kind: str, longest: timedelta) -> None:
    lengths = {one["end"] - one["start"] for one in _made(f"start: {kind}, end: {kind}")}
    assert timedelta(0) < min(lengths) < max(lengths) <= longest


@pytest.mark.parametrize(
    ("body", "measured"),
    [("return {u.id: u for u in users}", 55_500), ("return sorted({u.age for u in users})", 41_230)],
)
def test_trial_runs_have_such_instances(body: str, measured: int) -> None:
    users = "from dataclasses import dataclass\n@dataclass\nclass User:\n    id: int\n    name: str\n    age: int\n"
    assert peak(body, "users: list[User] * 1000", users) == pytest.approx(measured, rel=0.1)
