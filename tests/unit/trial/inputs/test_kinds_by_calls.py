"""Arguments that are tuples with named fields, of a class that a call makes."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_TEXT = """
def total(pairs: list[Pair]) -> float:
    return sum(pair.first * pair.second for pair in pairs)

def first(pair: Pair) -> str:
    return pair.name.upper()

{imports}
Pair = {kind}
"""
_OF_TYPES = 'NamedTuple("Pair", [("first", int), ("second", float), ("name", str)])'
_RUNS, _RAISED, _TIME = NAMES.index("trial_runs"), NAMES.index("trial_raised"), NAMES.index("trial_time")


def _found(kind: str, unit: str, called: str) -> list[float]:
    module = "typing" if "NamedTuple" in kind else "collections"
    imports = f"from {module} import {kind.partition('(')[0]}"
    lines = _TEXT.format(imports=imports, kind=kind)
    head, _, rest = lines.partition("def first")
    text = lines if unit == "total" else f"def first{rest}{head}"
    return Trials(text).estimate(parse(called))


@pytest.mark.parametrize(
    "kind",
    [
        _OF_TYPES,
        'NamedTuple("Pair", (("first", int), ("second", float), ("name", str)))',
        'namedtuple("Pair", "count, size, name")',
        'namedtuple("Pair", ["count", "size", "name"])',
    ],
)
def test_calls_say_the_fields_of_what_is_made_up(kind: str) -> None:
    found = _found(kind, "first", "pair: Pair")
    assert found[_RUNS] > 0
    assert found[_RAISED] == 0


def test_many_are_made_each_of_other_values_and_cost_what_a_class_statement_s_do() -> None:
    found = _found(_OF_TYPES, "total", "pairs: list[Pair] * 1000")
    statement = (
        "from typing import NamedTuple\nclass Pair(NamedTuple):\n    first: int\n    second: float\n    name: str\n"
    )
    text = f"{_TEXT.partition('def first')[0]}\n{statement}"
    assert found == Trials(text).estimate(parse("pairs: list[Pair] * 1000"))
    assert found[_TIME] > 0


@pytest.mark.parametrize("fields", ["names", '["first", *more]', '[("first", int, 1)]'])
def test_nobody_knows_fields_that_the_call_does_not_say(fields: str) -> None:
    found = _found(f'NamedTuple("Pair", {fields})', "first", "pair: Pair")
    assert found[_RUNS] <= 0
