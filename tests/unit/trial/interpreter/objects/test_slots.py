"""Which attributes instances have places for, and which of them have a table, is as Python has it."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run

_SETUP = """
import abc
from collections import namedtuple
from dataclasses import dataclass
from typing import Generic, TypeVar
class One:
    __slots__ = ("a", "__own")
    def __init__(self): self.a = 1
class Text(One):
    __slots__ = "c"
class Listed(One):
    __slots__ = ["c"]
class Described(One):
    __slots__ = {"c": "what it is"}
class Without(Text): pass
class Plain:
    def __init__(self): self.a = 1
class Late(Plain):
    __slots__ = ("q",)
class Told(One):
    __slots__ = ("__dict__",)
class Mixed(One, Plain):
    __slots__ = ()
@dataclass(slots=True)
class Data:
    x: int = 1
@dataclass(slots=True)
class More(Data):
    y: int = 2
    z: int = 3
@dataclass
class Open(Data):
    y: int = 2
class Typed(Generic[TypeVar("T")]):
    __slots__ = ("x",)
class Abstract(abc.ABC):
    __slots__ = ("x",)
class Row(namedtuple("Row", "x y", defaults=(1, 2))):
    __slots__ = ()
class Wide(namedtuple("Wide", "x y", defaults=(1, 2))): pass
class Number(int):
    __slots__ = ()
class Asked:
    __slots__ = ()
    def __getattr__(self, name): return name
def tried(run):
    try:
        return run()
    except (AttributeError, TypeError) as error:
        return type(error).__name__
"""
_KINDS = (
    *("One", "Text", "Listed", "Described", "Without", "Plain", "Late", "Told", "Mixed", "Data", "More", "Open"),
    *("Typed", "Abstract", "Row", "Wide"),
)


@pytest.mark.parametrize("kind", _KINDS)
def test_places_and_tables_are_told(kind: str) -> None:
    source = (
        f"{_SETUP}\none = {kind}()\nsaid = getattr({kind}, '__slots__', None)\n"
        f"found = said, hasattr(one, '__dict__'), hasattr({kind}, '__slots__'), '__slots__' in vars({kind}), "
        "tried(lambda: setattr(one, 'other', 1)), tried(lambda: setattr(one, 'a', 2))"
    )
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("kind", ["One", "Text", "Plain", "Data", "More", "Typed", "Abstract", "Row", "Wide", "Asked"])
def test_tables_are_given_by_those_that_have_one(kind: str) -> None:
    source = f"{_SETUP}\none = {kind}()\nfound = tried(lambda: one.__dict__), tried(lambda: vars(one))"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("kind", ["Without", "Told", "Mixed", "Open"])
def test_tables_beside_places_are_refused(kind: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_SETUP}\nfound = vars({kind}())")


@pytest.mark.parametrize(
    ("places", "each"), [("'a',", 48), ("'a', 'b'", 56), ("'a', 'b', '__weakref__'", 64), ("'a', '__dict__'", None)]
)
def test_places_are_there_whether_they_are_used_or_not(places: str, each: int | None) -> None:
    """Measured with tracemalloc, with the place in the list; what has a table besides is no smaller."""
    source = (
        f"def f(n):\n    return [One(n) for _ in range(n)]\nclass One:\n    __slots__ = ({places})\n"
        "    def __init__(self, a): self.a = a\n"
    )
    found = peak_of(source, "n: int = 2000") / 2_000
    assert found > 64 if each is None else found == pytest.approx(each, abs=2)
