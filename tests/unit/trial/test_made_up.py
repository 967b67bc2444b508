"""Instances of the unit's own classes, made up to be called with and to be held."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.measure.test_measured_units import CLASSES

_RAISED, _RUNS, _WHOLE = (NAMES.index(f"trial_{name}") for name in ("raised", "runs", "whole"))


def ends(source: str, workload: str) -> bool:
    """Whether the call comes to an end, as large as it is and without an error."""
    found = Trials(source).estimate(parse(workload))
    return found[_RUNS] > 0 and found[_RAISED] == 0 and found[_WHOLE] == 1


@pytest.mark.parametrize(
    ("workload", "made"),
    [
        ("of: list[Item] * 40", "of[39].price < 1 and of[1].kind is Kind.SMALL and of[0].name != of[1].name"),
        ("of: dict[str, Point] * 40", "all(one.x != 0 and one.y == 0 for one in of.values())"),
        ("of: list[Row] * 40", "of[39].keys() == {'user', 'amount'}"),
        ("of: list[Holder] * 40", "all(isinstance(one, Item) for holder in of for one in holder.items)"),
        ("of: Item", "of.price < 1"),
        ("of: Row", "of['amount'] < 1"),
        ("of: Kind", "of is Kind.LARGE"),
        ("of: Point", "of.x < 1"),
        ("of: list[{a: float}] * 40", "of[39]['a'] < 1"),
        ("of: list[{.a: float, .of: {.b: int}}] * 40", "of[39].a < 1 and of[0].of.b >= 0"),
    ],
)
def test_values_are_made_of_the_units_own_classes(workload: str, made: str) -> None:
    source = f"def f(of):\n    assert {made}\n{CLASSES}"
    assert ends(source, workload)
    assert not ends(source.replace("assert", "assert not"), workload)


def test_a_class_that_nobody_knows_is_not_made() -> None:
    assert not ends("def f(of): return of[0].price", "of: list[Item] * 40")


@pytest.mark.parametrize(
    "source",
    [
        "@dataclass\nclass P:\n    def f(self): return self.n + len(self.of)\n    n: int\n    of: list[int]\n"
        "from dataclasses import dataclass",
        "@dataclass\nclass P(Q):\n    def f(self): return self.n + self.m\n    n: int\n"
        "@dataclass\nclass Q:\n    m: int\nfrom dataclasses import dataclass",
        "class P:\n    def f(self): return sum(one.price for one in self.of)\n"
        f"    def __init__(self, of: list[Item]): self.of = of\n{CLASSES}",
        "class P:\n    def f(self): return self.best + 1\n"
        f"    def __init__(self, old_items): self.best = max(one.price for one in old_items)\n{CLASSES}",
    ],
)
def test_methods_have_an_instance(source: str) -> None:
    assert ends(source, "")


def test_a_class_of_dictionaries_makes_them() -> None:
    source = (
        f"def f(n):\n    row = Row(user='a', amount=1.5)\n    assert row == {{'user': 'a', 'amount': 1.5}}\n{CLASSES}"
    )
    assert ends(source, "n: int = 4")


def test_containers_that_instances_come_to_fill_are_filled() -> None:
    source = """@dataclass
class Order:
    def f(self): assert len(self.items) == 100 and len(self.by) == 100
    items: list[int] = field(default_factory=list)
    by: dict[str, int] = field(default_factory=dict)
    limit: int = 3
from dataclasses import dataclass, field
"""
    assert ends(source, "")
