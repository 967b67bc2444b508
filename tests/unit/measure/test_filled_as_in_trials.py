"""Instances that functions and constructors are given are measured with what trial runs fill them with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.source import SourceFile
from tests.unit.trial.interpreting import peak_of

Cost = Callable[..., float]

_STORE = """
import socket
from datetime import datetime


class Store:
    def __init__(self):
        self.of = []

    def save(self, {parameters}):
        self.of.append({kept})


class Service:
    def __init__(self, store: Store):
        self.store = store

    def work(self, xs):
        return bytearray(1000 * len({{{seen} for one in self.store.of}}))


def f(store: Store, xs):
    return bytearray(1000 * len({{{seen} for one in store.of}}))
"""
#: Three classes, of which each is given one of those before and holds something itself.
_NESTED = """
class First:
    def __init__(self):
        self.of = []

    def save(self, n: int):
        self.of.append(n)


class Second:
    def __init__(self, below: First):
        self.of = []
        self.below = below

    def save(self, n: int):
        self.of.append(n)


class Third:
    def __init__(self, below: Second):
        self.of = []
        self.below = below

    def save(self, n: int):
        self.of.append(n)

    def f(self):
        return bytearray(1000 * len({self}.of))


def f(third: Third):
    return bytearray(1000 * len({third}.of))
"""


def _both(cost: Cost, source: str, workload: str, name: str) -> tuple[float, float]:
    """The peak memory that is measured, and the one that a trial run finds."""
    file = SourceFile.parse(source)
    return cost("peak_memory", source, workload, name), peak_of(file.normal_form(file.unit(name)), workload)


@pytest.mark.parametrize(("name", "given"), [("f", "store: Store{days}; "), ("Service.work", "")])
@pytest.mark.parametrize(
    ("parameters", "kept", "seen", "days", "xs", "held"),
    [
        # Nobody can make one.
        ("conn: socket.socket, n: int", "conn", "one", "", "list[int] * 90", 0),
        ("at: datetime", "at", "one.date()", " over 3 days", "list[datetime] * 90 over 3 days", 3),
        # Few are put there where nobody says how many.
        ("n: int", "n", "one", "", "list[int] * 900", 100),
    ],
)
def test_what_is_given_holds_the_same(
    cost: Cost, name: str, given: str, parameters: str, kept: str, seen: str, days: str, xs: str, held: int
) -> None:
    source = _STORE.format(parameters=parameters, kept=kept, seen=seen)
    # Beside it there is the set of what is seen.
    for found in _both(cost, source, f"{given.format(days=days)}xs: {xs}", name):
        assert 1000 * held <= found <= 1000 * held + 9_000 * (held > 3) + 900


@pytest.mark.parametrize(("name", "workload"), [("f", "third: Third"), ("Third.f", "")])
@pytest.mark.parametrize(("below", "held"), [("", 100), (".below", 100), (".below.below", 0)])
def test_what_is_given_to_what_is_given_is_filled_as_deep(
    cost: Cost, name: str, workload: str, below: str, held: int
) -> None:
    source = _NESTED.replace("{self}", f"self{below}").replace("{third}", f"third{below}")
    assert _both(cost, source, workload, name) == pytest.approx((1000 * held, 1000 * held), abs=200)


@pytest.mark.parametrize("turned_down", ["if n >= 7: raise IndexError(n)", "self.columns[n] += 1"])
def test_what_turns_down_most_of_what_it_is_given_holds_the_rest(cost: Cost, turned_down: str) -> None:
    source = f"""
class Board:
    def __init__(self):
        self.moves = []
        self.columns = [0] * 7

    def play(self, n: int):
        {turned_down}
        self.moves.append(n)

    def f(self):
        return bytearray(1000 * len(self.moves))
"""
    assert _both(cost, source, "", "Board.f") == pytest.approx((7_000, 7_000), abs=200)
