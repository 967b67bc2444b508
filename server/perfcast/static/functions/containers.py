"""Functions that make containers."""

from __future__ import annotations

import math
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.functions.passes import Handler, Keywords, count_of
from perfcast.static.values import (
    NOTHING,
    UNKNOWN,
    Collection,
    Known,
    Number,
    Text,
    Value,
    different,
    distinct_values,
    element_of,
    number,
    ranged,
)


def _container(kind: str) -> Handler:
    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        if not arguments:
            return machine.make(Collection(kind))
        source = arguments[0]
        count = count_of(machine, source)
        element = element_of(source)
        machine.work(count)
        distinct = source.distinct if isinstance(source, Collection) else math.inf
        if kind == "set":
            count = min(different(count, distinct_values(element)), distinct)
        if isinstance(source, Collection) and source.items is not None and kind == "tuple":
            return machine.make(Collection(kind, count, element, items=source.items))
        return machine.make(Collection(kind, count, element, distinct=distinct))

    return handler


def _dict(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if not arguments:
        length = float(len(keywords))
        return machine.make(Collection("dict", length, next(iter(keywords.values()), UNKNOWN), Text(6.0)))
    source = arguments[0]
    count = count_of(machine, source)
    machine.work(count)
    if isinstance(source, Collection) and source.kind == "dict":
        return machine.make(Collection("dict", count, source.element, source.key))
    pair = element_of(source)
    key = value = UNKNOWN
    if isinstance(pair, Collection) and pair.items is not None and len(pair.items) == 2:
        key, value = pair.items  # type: ignore[assignment]
    count = different(count, distinct_values(key))
    return machine.make(Collection("dict", count, value, key))


def _counter(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if not arguments:
        return machine.make(Collection("dict", default=Known("int"), element=ranged(1.0, 2.0)))
    source = arguments[0]
    element, draws = element_of(source), count_of(machine, source)
    machine.work(2.0 * draws, 10.0)
    count = different(draws, distinct_values(element))
    if isinstance(source, Collection):
        count = min(count, source.distinct)
    each = draws / max(count, 1.0)
    return machine.make(Collection("dict", count, ranged(each, 2.0 * each), element, default=Known("int")))


def _defaultdict(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return machine.make(Collection("dict", default=arguments[0] if arguments else None))


def _copied_deeply(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0]
    count = count_of(machine, value)
    machine.work(count, 12.0 * count)
    return machine.fresh_list(count, element_of(value)) if isinstance(value, Collection) else value


def _bytes(kind: str) -> Handler:
    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        source = arguments[0] if arguments else number(0.0)
        length = max(0.0, source.mean) if isinstance(source, Number) else count_of(machine, source)
        machine.work(length)
        return machine.make(Text(length, 256.0, kind))

    return handler


def _keyed(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    """``dict.fromkeys``."""
    count = count_of(machine, arguments[0])
    machine.work(count)
    key = element_of(arguments[0])
    value = arguments[1] if len(arguments) > 1 else NOTHING
    return machine.make(Collection("dict", different(count, distinct_values(key)), value, key))


FUNCTIONS: Final[dict[str, Handler]] = {
    "list": _container("list"),
    "tuple": _container("tuple"),
    "set": _container("set"),
    "frozenset": _container("set"),
    "deque": _container("deque"),
    "dict": _dict,
    "OrderedDict": _dict,
    "Counter": _counter,
    "defaultdict": _defaultdict,
    "copy": _container("list"),
    "deepcopy": _copied_deeply,
    "bytes": _bytes("bytes"),
    "bytearray": _bytes("bytearray"),
    "fromkeys": _keyed,
}
