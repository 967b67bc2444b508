"""What the methods of strings and containers cost and give."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.functions.passes import Keywords, count_of, sort_cost
from perfcast.static.values import (
    MOST,
    NOTHING,
    UNKNOWN,
    Collection,
    Nothing,
    Number,
    Text,
    Unknown,
    Value,
    boolean,
    element_of,
    join,
    length_of,
    ranged,
)

_CollectionMethod = Callable[[Machine, Collection, list[Value], Keywords], Value]


def method_of(machine: Machine, receiver: Value, name: str, arguments: list[Value], keywords: Keywords) -> Value:
    """Calls a method of a value that is neither an array nor an instance."""
    if isinstance(receiver, Text):
        return _of_text(machine, receiver, name, arguments)
    if isinstance(receiver, Collection):
        handler = _COLLECTION.get(name)
        if handler is not None:
            return handler(machine, receiver, arguments, keywords)
    if isinstance(receiver, Number):
        return ranged(receiver.bits, receiver.bits) if name in ("bit_length", "bit_count") else receiver
    machine.guess()
    return UNKNOWN


def _appended(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    if arguments:
        machine.grow(receiver, arguments[0])
    return NOTHING


def _inserted(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(receiver.length / 16.0)
    if len(arguments) > 1:
        machine.grow(receiver, arguments[1])
    return NOTHING


def _extended(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    for source in arguments:
        count = count_of(machine, source)
        if receiver.kind == "dict" and isinstance(source, Collection) and source.kind == "dict":
            machine.grow(receiver, source.element, count, source.key)
        elif receiver.kind == "dict":
            machine.grow(receiver, ranged(1.0, count), count, element_of(source))
        else:
            machine.grow(receiver, element_of(source), count)
    return NOTHING


def _popped(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    first = arguments[0] if arguments else None
    if receiver.kind == "list" and isinstance(first, Number) and not (first.known and first.mean == -1.0):
        machine.work(receiver.length / 16.0)
    if isinstance(receiver.element, Unknown) and len(arguments) > 1:
        return arguments[1]
    return receiver.element if receiver.kind != "set" else element_of(receiver)


def _removed(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(receiver.length / 2.0 if receiver.kind in ("list", "deque") else 1.0)
    return NOTHING


def _searched(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(receiver.length / 2.0)
    return ranged(receiver.length / 2.0, receiver.length)


def _sorted_in_place(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    sort_cost(machine, receiver.length, element_of(receiver), keywords.get("key"))
    machine.allocate(4.0 * receiver.length)
    return NOTHING


def _reversed_in_place(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(receiver.length)
    return NOTHING


def _copied(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(receiver.length)
    return machine.make(Collection(receiver.kind, receiver.length, receiver.element, receiver.key))


def _got(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    if isinstance(receiver.element, Unknown):
        return arguments[1] if len(arguments) > 1 else UNKNOWN
    element = receiver.element
    if isinstance(element, Number):
        return Number(element.mean, element.bits, False, element.kind, element.fresh)
    return element


def _set_default(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) > 1:
        machine.grow(receiver, arguments[1], key=arguments[0])
        if isinstance(receiver.element, Collection):
            receiver.element.population = max(1.0, receiver.length * receiver.population)
    return receiver.element


def _items(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    pair = Collection("tuple", 2.0, receiver.key, items=(receiver.key, receiver.element))
    return Collection("iterator", receiver.length, pair)


def _keys(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    return Collection("iterator", receiver.length, receiver.key)


def _values(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    return Collection("iterator", receiver.length, receiver.element)


def _most_common(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(receiver.length * math.log2(receiver.length + 2.0))
    first = arguments[0] if arguments else NOTHING
    count = min(receiver.length, first.mean) if isinstance(first, Number) else receiver.length
    pair = Collection("tuple", 2.0, receiver.key, items=(receiver.key, receiver.element))
    return machine.fresh_list(count, pair)


def _from_keys(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    source = arguments[0] if arguments else UNKNOWN
    count = count_of(machine, source)
    machine.work(count)
    result = Collection("dict", element=arguments[1] if len(arguments) > 1 else NOTHING)
    machine.make(result)
    machine.grow(result, result.element, count, element_of(source))
    return result


def _combined(factor: float) -> _CollectionMethod:
    def handler(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
        other = arguments[0] if arguments else receiver
        count = (receiver.length + count_of(machine, other)) * factor
        machine.work(receiver.length + count)
        return machine.make(Collection("set", count, join(receiver.element, element_of(other))))

    return handler


def _tested(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(receiver.length / 2.0)
    return boolean(None)


def _nothing(machine: Machine, receiver: Collection, arguments: list[Value], keywords: Keywords) -> Value:
    return NOTHING


_COLLECTION: Final[dict[str, _CollectionMethod]] = {
    "append": _appended,
    "appendleft": _appended,
    "add": _appended,
    "insert": _inserted,
    "extend": _extended,
    "extendleft": _extended,
    "update": _extended,
    "subtract": _nothing,
    "pop": _popped,
    "popleft": _popped,
    "popitem": _popped,
    "remove": _removed,
    "discard": _nothing,
    "clear": _nothing,
    "rotate": _reversed_in_place,
    "move_to_end": _nothing,
    "index": _searched,
    "count": _searched,
    "sort": _sorted_in_place,
    "reverse": _reversed_in_place,
    "copy": _copied,
    "get": _got,
    "setdefault": _set_default,
    "items": _items,
    "keys": _keys,
    "values": _values,
    "elements": _keys,
    "most_common": _most_common,
    "fromkeys": _from_keys,
    "union": _combined(0.8),
    "intersection": _combined(0.25),
    "difference": _combined(0.3),
    "symmetric_difference": _combined(0.5),
    "issubset": _tested,
    "issuperset": _tested,
    "isdisjoint": _tested,
}
_TESTS: Final = frozenset(
    {
        *("isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "startswith", "endswith", "isnumeric"),
        *("isdecimal", "isidentifier"),
    }
)


def _of_text(machine: Machine, text: Text, name: str, arguments: list[Value]) -> Value:  # noqa: PLR0911
    length = text.length
    first = arguments[0] if arguments else NOTHING
    if name in _TESTS:
        machine.work(min(length, 4.0) if "with" in name else length)
        return boolean(None)
    if name == "join":
        parts = count_of(machine, first)
        each = element_of(first)
        inner = each.length if isinstance(each, Text) else 1.0
        machine.work(parts * (1.0 + inner / 8.0))
        if isinstance(first, Collection) and first.kind == "iterator":
            machine.allocate(8.0 * parts)
        alphabet = each.alphabet if isinstance(each, Text) else text.alphabet
        return machine.make(Text(min(MOST, parts * (inner + length)), alphabet, text.kind))
    if name in ("split", "rsplit", "splitlines", "partition", "rpartition"):
        machine.work(length)
        if name.endswith("partition"):
            part = Text(length / 2.0, text.alphabet)
            return machine.make(Collection("tuple", 3.0, part, items=(part, Text(1.0), part)))
        # A separator comes as often as any character of the alphabet; blanks are rare outside prose.
        often = 1.0 / max(2.0, text.alphabet) if not isinstance(first, Nothing) or text.alphabet > 60 else 0.0
        if isinstance(first, Text) and first.length > 1:
            often = 0.0
        parts = 1.0 + length * often
        return machine.fresh_list(parts, Text(length / parts, text.alphabet, text.kind))
    if name in ("find", "rfind", "index", "rindex", "count"):
        machine.work(length / (1.0 if name == "count" else 4.0))
        return ranged(length / 2.0, length)
    if name in ("append", "extend", "add"):
        added = 1.0 if name == "append" else (length_of(first) or 1.0)
        text.length = min(MOST, text.length + added * machine.multiplicity)
        text.fresh = True
        machine.work(added)
        return NOTHING
    if name in ("encode", "decode"):
        machine.work(length)
        return machine.make(Text(length, text.alphabet, "bytes" if name == "encode" else "str"))
    if name in ("zfill", "ljust", "rjust", "center") and isinstance(first, Number):
        length = max(length, first.mean)
    if name in ("fromhex", "hex"):
        length = length * 2.0 if name == "hex" else length / 2.0
    machine.work(length)
    return machine.make(Text(length, text.alphabet, text.kind))
