"""Functions of itertools, and functools.reduce."""

from __future__ import annotations

import math
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.functions.passes import Handler, Keywords, Spread, count_of, pairs
from perfcast.static.values import (
    MOST,
    UNKNOWN,
    Collection,
    Function,
    Number,
    Value,
    distinct_values,
    element_of,
    join,
    ranged,
)


def _chosen(ordered: bool, repeated: bool) -> Handler:
    """combinations and permutations."""

    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        count = count_of(machine, arguments[0])
        second = arguments[1] if len(arguments) > 1 else None
        chosen = max(0.0, min(count, second.mean)) if isinstance(second, Number) else count
        upper = count + chosen - 1 if repeated else count
        try:
            log = math.lgamma(upper + 1) - math.lgamma(max(upper - chosen, 0.0) + 1)
            log -= 0.0 if ordered else math.lgamma(chosen + 1)
        except (OverflowError, ValueError):
            log = 41.0
        length = math.exp(min(log, 41.0))
        machine.work(length)
        machine.allocate(length * (40.0 + 8.0 * chosen) / 4.0)
        element = element_of(arguments[0])
        items = (element,) * int(chosen) if chosen <= 6 else None
        return Collection("iterator", length, Collection("tuple", chosen, element, items=items))

    return handler


def _product(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    repeat = keywords.get("repeat")
    times = repeat.mean if isinstance(repeat, Number) else 1.0
    length = 1.0
    for value in arguments:
        inner = value.value if isinstance(value, Spread) else value
        if isinstance(value, Spread):
            times = count_of(machine, inner)
            inner = element_of(inner)
        length *= max(1.0, count_of(machine, inner))
    length = min(MOST, length ** min(times, 60.0 / max(0.1, math.log2(length + 1.0)))) if length > 1 else length
    items = tuple(element_of(value) for value in arguments) * int(min(times, 6.0) or 1)
    machine.work(length)
    return Collection(
        "iterator", length, Collection("tuple", float(len(items)), items[0] if items else UNKNOWN, items=items)
    )


def _chain(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = 0.0
    element: Value = UNKNOWN
    for value in arguments:
        if isinstance(value, Spread):
            inner = element_of(value.value)
            length += count_of(machine, value.value) * count_of(machine, inner)
            element = join(element, element_of(inner))
        else:
            length += count_of(machine, value)
            element = join(element, element_of(value))
    machine.work(length)
    return Collection("iterator", length, element)


def _flattened(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return _chain(machine, [Spread(arguments[0])], keywords)


def _accumulate(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    machine.work(count)
    element = element_of(arguments[0])
    function = keywords.get("func", arguments[1] if len(arguments) > 1 else None)
    if isinstance(function, Function):
        machine.call(function, [element, element], count)
        return Collection("iterator", count, element)
    if isinstance(element, Number) and function is None:
        element = ranged(element.mean * count / 2.0, element.high * max(count, 1.0), element.kind)
    return Collection("iterator", count + float("initial" in keywords), element)


def _reduce(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[1]) if len(arguments) > 1 else 1.0
    machine.work(count)
    element = element_of(arguments[1]) if len(arguments) > 1 else UNKNOWN
    return machine.call(arguments[0], [arguments[2] if len(arguments) > 2 else element, element], count)


def lazily(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    """Goes through its last argument, and gives half of it."""
    count = count_of(machine, arguments[-1])
    machine.work(count)
    if isinstance(arguments[0], Function):
        machine.call(arguments[0], [element_of(arguments[-1])], count)
    return Collection("iterator", count * 0.5, element_of(arguments[-1]))


def _islice(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    bounds = [value.mean for value in arguments[1:] if isinstance(value, Number)]
    taken = bounds[0] if len(bounds) == 1 else bounds[1] - bounds[0] if len(bounds) > 1 else count
    return Collection("iterator", max(0.0, min(count, taken)), element_of(arguments[0]))


def _pairwise(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    element = element_of(arguments[0])
    return pairs(max(0.0, count_of(machine, arguments[0]) - 1.0), element, element)


def _grouped(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    element = element_of(arguments[0])
    machine.work(count)
    key: Value = element
    function = keywords.get("key", arguments[1] if len(arguments) > 1 else None)
    if function is not None:
        key = machine.call(function, [element], count)
    groups = max(1.0, count * (1.0 - 1.0 / max(1.5, distinct_values(key))))
    return pairs(groups, key, Collection("iterator", count / groups, element))


def _repeat(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    times = arguments[1].mean if len(arguments) > 1 and isinstance(arguments[1], Number) else machine.scale
    return Collection("iterator", max(0.0, times), arguments[0])


def _counted(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Collection("iterator", machine.scale, ranged(machine.scale / 2, machine.scale))


def _tee(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Collection("tuple", 2.0, arguments[0], items=(arguments[0], arguments[0]))


FUNCTIONS: Final[dict[str, Handler]] = {
    "takewhile": lazily,
    "dropwhile": lazily,
    "cycle": _counted,
    "count": _counted,
    "combinations": _chosen(False, False),
    "combinations_with_replacement": _chosen(False, True),
    "permutations": _chosen(True, False),
    "product": _product,
    "chain": _chain,
    "from_iterable": _flattened,
    "accumulate": _accumulate,
    "reduce": _reduce,
    "islice": _islice,
    "pairwise": _pairwise,
    "groupby": _grouped,
    "repeat": _repeat,
    "tee": _tee,
}
