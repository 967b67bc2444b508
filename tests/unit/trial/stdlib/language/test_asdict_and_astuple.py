"""What ``asdict`` and ``astuple`` make of what fields hold is what the library makes of it."""

from __future__ import annotations

import sys

import pytest

from tests.unit.trial.interpreting import interpreted, run

_SETUP = """
from collections import Counter, OrderedDict, defaultdict, namedtuple
from dataclasses import asdict, astuple, dataclass
from typing import NamedTuple
Pair = namedtuple("Pair", "x y")
class Named(NamedTuple):
    x: object
    y: int = 3
@dataclass(frozen=True)
class Part:
    a: int = 1
@dataclass
class Whole:
    held: object
def told(held):
    one = Whole(held)
    plain, row = asdict(one)["held"], astuple(one)[0]
    return type(plain).__name__, plain, type(row).__name__, row, plain is held, row is held
"""
HELD = (
    "Pair(Part(), [Part(2)])",
    "[Pair(1, Part())]",
    "[Named(Part()), Named(1, 2)]",
    "Pair(1, Pair(2, Part()))",
    "OrderedDict(b=Part(), a=[Part(3)])",
    "{'k': OrderedDict(a=Pair(1, Part()))}",
    "Counter('abca')",
    "{(1, 2): Part()}",
    "{Pair(1, 2): Part()}",
)


@pytest.mark.parametrize("held", HELD)
def test_what_fields_hold_is_made_plain(held: str) -> None:
    source = f"{_SETUP}\nfound = told({held})"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("held", ["defaultdict(list, a=[Part()])", "defaultdict(int)", "{Part(): 1}"])
def test_what_the_library_fails_to_do_fails(held: str) -> None:
    """Tables of defaults are made anew since Python 3.12."""
    source = f"{_SETUP}\ntry:\n    found = told({held})\nexcept TypeError:\n    found = 'failed'"
    assert interpreted(source) == run(source)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="fails before")
def test_defaults_go_on_being_made() -> None:
    source = (
        f"{_SETUP}\nplain = asdict(Whole(defaultdict(list, a=[Part()])))['held']\nplain['b'].append(1)\nfound = plain"
    )
    assert interpreted(source) == run(source)


def test_what_is_passed_on_is_no_part_of_them() -> None:
    source = """
import dataclasses

@dataclasses.dataclass
class Item:
    price: float
    more: dataclasses.InitVar[float] = 0.0

    def __post_init__(self, more):
        self.price += more

found = dataclasses.asdict(Item(2.0, 1.0)), dataclasses.astuple(Item(2.0, more=3.0))
"""
    assert interpreted(source) == run(source)
