"""Instances have enough of what their methods use up, and hold what others put there for these to take away."""

from __future__ import annotations

import ast
import textwrap

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.networks import method_of
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from perfcast.workload.receivers.filling import made_with

_CLASSES = """
    from dataclasses import dataclass, field

    class Portfolio:
        def __init__(self, cash: float) -> None:
            self._funds = cash
            self.positions: dict[str, int] = {}
            self.history = []

        def sell(self, symbol: str, quantity: int, price: float) -> None:
            held = self.positions.get(symbol, 0)
            if held < quantity:
                raise ValueError(f"only {held} of {symbol}")
            self._funds += quantity * price
            self.positions[symbol] = held - quantity
            self.history.append(("sell", symbol, quantity, price))

        def buy(self, symbol: str, quantity: int, price: float) -> None:
            cost = quantity * price
            if cost > self._funds:
                raise ValueError("too expensive")
            self._funds -= cost
            self.positions[symbol] = self.positions.get(symbol, 0) + quantity
            self.history.append(("buy", symbol, quantity, price))

        def value(self, prices: dict[str, float]) -> float:
            return self._funds + sum(prices[name] * number for name, number in self.positions.items())

    @dataclass
    class Battery:
        charge: int
        uses: list[int] = field(default_factory=list)

        def use(self, amount: int) -> None:
            if self.charge < amount:
                raise ValueError("empty")
            self.charge = self.charge - amount
            self.uses.append(amount)

    class Gate:
        def __init__(self, most: int) -> None:
            self.most = most
            self.inside: list[int] = []

        def enter(self, who: int) -> int:
            if who > self.most:
                raise ValueError("too large")
            self.inside.append(who)
            return self.most

    class Retry:
        def __init__(self, name: str, lives: int = 3, budget: float = 20.0) -> None:
            self.name = name
            self.lives = lives
            self.budget = budget
            self.log: list[int] = []

        def run(self, cost: float) -> list[int]:
            while True:
                if self.lives <= 0 or self.budget < cost:
                    return self.log
                self.lives -= 1
                self.budget -= cost
                self.log.append(1)

    class Attempts:
        def __init__(self, allowed: int) -> None:
            self.allowed = allowed

        def again(self) -> bool:
            if self.allowed < 1:
                return False
            self.allowed -= 1
            return True

    class Stack:
        def __init__(self, top: int) -> None:
            self.top = top
            self.items = [0] * top

        def drop(self, count: int) -> list[int]:
            if self.top < count:
                raise IndexError
            self.top -= count
            return self.items[: self.top]

    class Steps:
        def __init__(self, left: int) -> None:
            self.left = left

        def skip(self, count: int) -> list[int]:
            if self.left < count:
                raise ValueError
            self.left -= count
            return [step * count for step in range(self.left)]

    class Clock:
        def __init__(self, hour: int) -> None:
            self.hour = hour

        def back(self, hours: int) -> None:
            if self.hour < hours:
                raise ValueError
            self.hour -= hours
    """


@pytest.mark.parametrize(
    ("unit", "workload"),
    [
        ("Portfolio.buy", "symbol: str * 10; quantity: int = 10; price: float"),
        ("Portfolio.sell", "symbol: str * 10; quantity: int = 10; price: float"),
        ("Portfolio.value", "prices: dict[label, float] * 100"),
        ("Battery.use", "amount: int = 50"),
    ],
)
@pytest.mark.parametrize("instance", ["self", "this"])
def test_there_is_enough_of_what_is_used_up(unit: str, workload: str, instance: str) -> None:
    file = SourceFile.parse(textwrap.dedent(_CLASSES).replace("self", instance))
    trials = Trials(file.normal_form(file.unit(unit)))
    found = dict(zip(NAMES, trials.estimate(parse(workload)), strict=True))
    assert trials.error == ""
    assert found["trial_runs"] > 0


@pytest.mark.parametrize("name", ["Gate", "Retry", "Attempts", "Stack", "Steps", "Clock"])
def test_what_is_counted_or_sized_by_or_said_stays_as_it_is(name: str) -> None:
    file = SourceFile.parse(textwrap.dedent(_CLASSES))
    owner = next(one for one in file.tree.body if isinstance(one, ast.ClassDef) and one.name == name)
    init = method_of(owner, "__init__")
    made = made_with(init, 100, lambda parameter, function: None, owner)
    assert made.arguments
    assert made == made_with(init, 100, lambda parameter, function: None)


def test_values_are_asked_for_what_is_held() -> None:
    file = SourceFile.parse(textwrap.dedent(_CLASSES))
    trials = Trials(file.normal_form(file.unit("Portfolio.value")))
    times = [trials.estimate(parse(f"prices: dict[label, float] * {n}; self: items * {n}")) for n in (50, 500)]
    small, large = (2 ** one[NAMES.index("trial_time")] for one in times)
    # Each of what it holds is looked up.
    assert large > 4 * small
