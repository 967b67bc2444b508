"""Heaps, and sorted lists that are searched."""

from __future__ import annotations

import math
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.functions.passes import Handler, Keywords, count_of
from perfcast.static.values import NOTHING, Collection, Number, Value, element_of, ranged


def _push(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) > 1 and isinstance(arguments[0], Collection):
        machine.grow(arguments[0], arguments[1])
        machine.work(2.0)
    return NOTHING


def _popped(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(math.log2(count_of(machine, arguments[0]) + 2.0))
    return element_of(arguments[0])


def _heapify(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(2.0 * count_of(machine, arguments[0]))
    return NOTHING


def _largest(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[-1])
    first = arguments[0]
    taken = min(count, first.mean) if isinstance(first, Number) else count
    machine.work(count * math.log2(taken + 2.0), 0.5 * count)
    return machine.fresh_list(taken, element_of(arguments[-1]))


def _bisect(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    steps = math.log2(count + 2.0)
    machine.work(steps)
    if "key" in keywords:
        machine.call(keywords["key"], [element_of(arguments[0])], steps)
    return ranged(count / 2.0, count)


def _insort(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) > 1 and isinstance(arguments[0], Collection):
        machine.work(arguments[0].length / 16.0)
        machine.grow(arguments[0], arguments[1])
    return NOTHING


FUNCTIONS: Final[dict[str, Handler]] = {
    "heappush": _push,
    "heappop": _popped,
    "heappushpop": _popped,
    "heapreplace": _popped,
    "heapify": _heapify,
    "nlargest": _largest,
    "nsmallest": _largest,
    "bisect": _bisect,
    "bisect_left": _bisect,
    "bisect_right": _bisect,
    "insort": _insort,
    "insort_left": _insort,
    "insort_right": _insort,
}
