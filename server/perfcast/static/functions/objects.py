"""Functions that ask what a value is, or hand it on as it is."""

from __future__ import annotations

from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.functions.passes import Handler, Keywords
from perfcast.static.values import NOTHING, UNKNOWN, Collection, Known, Nothing, Number, Partial, Text, Value, boolean


def _kind_of(value: Value) -> str | None:
    """The name of the builtin type of a value; None where that is not known."""
    if isinstance(value, Number | Collection):
        return value.kind
    if isinstance(value, Text):
        return value.kind
    return "NoneType" if isinstance(value, Nothing) else None


def _is_instance(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value, of = (*arguments, UNKNOWN, UNKNOWN)[:2]
    options = of.items or () if isinstance(of, Collection) else (of,)
    names = {option.name for option in options if isinstance(option, Known)}
    kind = _kind_of(value)
    if kind is None or len(names) < len(options) or not names <= _BUILTIN_TYPES:
        return boolean(None)
    return boolean(kind in names or (kind == "bool" and "int" in names))


_BUILTIN_TYPES: Final = frozenset({"int", "float", "bool", "complex", "str", "bytes", "list", "tuple", "set", "dict"})


def _same(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return arguments[0] if arguments else UNKNOWN


def _partial(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Partial(arguments[0], arguments[1:])


def _void(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return NOTHING


FUNCTIONS: Final[dict[str, Handler]] = {
    "isinstance": _is_instance,
    "cmp_to_key": _same,
    "wraps": _same,
    "lru_cache": _same,
    "cache": _same,
    "partial": _partial,
    "print": _void,
    "seed": _void,
    **dict.fromkeys(("xor", "add", "or_", "and_"), _same),
    "Random": lambda machine, arguments, keywords: Known("random"),
    "itemgetter": lambda machine, arguments, keywords: Known("next"),
}
