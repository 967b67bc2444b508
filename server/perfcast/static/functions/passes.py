"""Going through values once: what all functions that do so have in common."""

from __future__ import annotations

import math
from collections.abc import Callable

from perfcast.static.counters import Machine
from perfcast.static.values import Collection, Linked, Nothing, Number, Value, element_of, length_of

#: Arguments by name.
Keywords = dict[str, Value]
#: What a call of a function costs and gives.
Handler = Callable[[Machine, list[Value], Keywords], Value]


def count_of(machine: Machine, value: Value) -> float:
    """Elements that going through a value gives; the largest known size where that is unknown."""
    if isinstance(value, Linked):
        return value.count
    length = length_of(value)
    return machine.scale if length is None else length


class Spread(Value):
    """``*values`` in a call."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


def pairs(length: float, first: Value, second: Value) -> Collection:
    """So many pairs of the two."""
    return Collection("iterator", length, Collection("tuple", 2.0, first, items=(first, second)))


def gone_through(give: Callable[[Machine, Value, float], Value]) -> Handler:
    """A function that goes through its first argument once; a lazy one is computed on the way."""

    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        value = arguments[0].value if isinstance(arguments[0], Spread) else arguments[0]
        count = count_of(machine, value)
        machine.work(count)
        if "key" in keywords:
            machine.call(keywords["key"], [element_of(value)], count)
        return give(machine, value, count)

    return handler


def sort_cost(machine: Machine, count: float, element: Value, key: Value | None) -> None:
    """Comparisons of a sort, and its calls of the key."""
    machine.work(count * math.log2(count + 2.0) * (1.0 if isinstance(element, Number) else 2.0))
    if key is not None and not isinstance(key, Nothing):
        machine.call(key, [element], count)
        machine.allocate(8.0 * count)
