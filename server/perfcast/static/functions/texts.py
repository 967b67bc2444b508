"""Functions of texts and bytes: printing, expressions, digests, compression, JSON."""

from __future__ import annotations

from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.expressions import printed_length
from perfcast.static.functions.iterators import lazily
from perfcast.static.functions.numbers import bits
from perfcast.static.functions.passes import Handler, Keywords
from perfcast.static.values import Collection, Number, Text, Value, length_of, ranged


def _text(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = printed_length(arguments[0]) if arguments else 0.0
    machine.work(length)
    return machine.make(Text(length, 10.0 if arguments and isinstance(arguments[0], Number) else 40.0))


def _code_point(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return ranged(110.0, 127.0)


def _character(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Text(1.0, 26.0)


def _loaded(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    """``json.loads``: a list of things of a few dozen characters."""
    length = length_of(arguments[0]) or 1.0
    machine.work(5.0 * length, 10.0)
    return machine.fresh_list(length / 32.0, Collection("dict", 3.0, Text(8.0), Text(8.0)))


def _hashed(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work((length_of(arguments[0]) or 1.0) / 8.0 if arguments else 1.0)
    return Number(2.0**31, 32.0)


def _compressed(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = length_of(arguments[0]) or 1.0 if arguments else 1.0
    machine.work(40.0 * length)
    machine.make(Text(268_000.0, 256.0, "bytes"))
    return machine.make(Text(length * 0.6, 256.0, "bytes"))


def _found(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    text = next((value for value in reversed(arguments) if isinstance(value, Text)), Text(1.0))
    machine.work(text.length * 10.0, 10.0)
    return machine.fresh_list(text.length / 4.0, Text(3.0))


def _substituted(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    text = next((value for value in reversed(arguments) if isinstance(value, Text)), Text(1.0))
    machine.work(text.length * 10.0, 10.0)
    return machine.make(Text(text.length, text.alphabet))


def _dumped(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = printed_length(arguments[0]) if arguments else 1.0
    machine.work(3.0 * length, 10.0)
    return machine.make(Text(length))


FUNCTIONS: Final[dict[str, Handler]] = {
    "str": _text,
    "repr": _text,
    "bin": lambda machine, arguments, keywords: machine.make(Text(bits(arguments[0]) + 2.0, 2.0)),
    "hex": lambda machine, arguments, keywords: machine.make(Text(bits(arguments[0]) / 4.0 + 2.0, 16.0)),
    "format": _text,
    "compress": lambda machine, arguments, keywords: (
        _compressed(machine, arguments, keywords)
        if isinstance(arguments[0], Text)
        else lazily(machine, arguments, keywords)
    ),
    "ord": _code_point,
    "chr": _character,
    "hash": _hashed,
    "crc32": _hashed,
    "adler32": _hashed,
    "decompress": _compressed,
    "findall": _found,
    "finditer": _found,
    "search": _found,
    "match": _found,
    "sub": _substituted,
    "dumps": _dumped,
    "loads": _loaded,
}
