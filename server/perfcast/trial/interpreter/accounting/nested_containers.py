"""Containers nested in each other in many places, which look small and take long to walk."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Collection, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import chain, islice
from pathlib import PurePath
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.stops import Unsupported

_NESTED: Final[tuple[type[Any], ...]] = (list, tuple, dict, set, frozenset, deque, type({}.items()), type({}.values()))
#: Those of them that most are: nothing stands for them.
_PLAIN: Final = frozenset({list, tuple, dict, set, frozenset, deque})
_LOOKED_INTO: Final[tuple[type[Any], ...]] = (*_NESTED, Instance)
#: Of the parts of whatever has no parts.
_ATOMS: Final = frozenset({int, float, bool, str, bytes, type(None)})
#: What is as long as its text is, or shorter.
_LONG: Final = frozenset({str, bytes, bytearray, array})
#: Characters of an array's number, counting what they take, and numbers that are shown.
_NUMBER: Final = 20
_SHOWN: Final = 1_000
#: Bytes of a decimal number of few digits; of others there are less than three in a byte.
_SHORT: Final = 104
#: Parts of each container that are looked into first, and containers that are, at most.
_BREADTH: Final = 16
_MOST_LOOKED_AT: Final = 20_000
#: Parts of all of them, each as often as it is met.
_MOST_PARTS: Final = 2_000_000
#: Containers within each other: what goes through more of them ends with an error, or never.
_DEEPEST: Final = 20_000


def check_nesting(value: Any) -> None:
    """Looks at what an operation on a whole value goes through, each part as often as it is met.

    Raises Unsupported for too many containers, and for too many parts of them.
    """
    kind = type(value)
    if kind in _ATOMS or (kind is tuple and len(value) <= _BREADTH and _ATOMS.issuperset(map(type, value))):
        return
    waiting = [value]
    looked_at, is_wide = 0, False
    while waiting:
        item: Any = waiting.pop()
        if type(item) not in _PLAIN:
            item = _opened(item)
            if not isinstance(item, _NESTED):
                continue
        looked_at += 1
        if looked_at > _MOST_LOOKED_AT:
            raise Unsupported("containers nested too often")
        is_wide = is_wide or len(item) > _BREADTH
        parts = list(islice(item.values() if isinstance(item, dict) else item, _BREADTH))
        if not _ATOMS.issuperset(map(type, parts)):
            waiting.extend(part for part in parts if isinstance(part, _LOOKED_INTO))
    if is_wide:
        for _ in _levels(value):
            pass


def _opened(value: Any) -> Any:
    """The container that an instance extends, or what it is compared by, or the value itself."""
    if type(value) is Instance and value.of.fields is not None:
        return list(value.attributes.values())
    return contained(value)


def keyed(key: Any) -> Any:
    """A value that is to be hashed, see `check_nesting`."""
    if isinstance(key, tuple):
        check_nesting(key)
    return key


def check_entries(values: Any) -> None:
    """Looks at what is hashed of pairs that become entries; the keys of a table were hashed before."""
    if isinstance(values, list | tuple):
        for pair in values:
            if isinstance(pair, list | tuple) and pair:
                keyed(pair[0])


def text_length(value: Any) -> int:
    """About how many characters the value's text has, or, where those are made slowly, as many as take that long.

    Raises Unsupported as `check_nesting` does.
    """
    if isinstance(value, str | bytes | bytearray | array):
        return len(value)
    if not isinstance(value, _LOOKED_INTO):
        return _bits(value) if isinstance(value, int | Fraction) else 0
    length = 0
    for parts in _levels([value]):
        kinds = set(map(type, parts))
        length += len(parts)
        if int in kinds:
            length += sum(part.bit_length() for part in parts if type(part) is int)
        if any(issubclass(kind, PurePath) for kind in kinds):
            length += sum(len(str(part)) for part in parts if isinstance(part, PurePath))
        if Fraction in kinds:
            length += sum(_bits(part) for part in parts if type(part) is Fraction)
        if not kinds.isdisjoint(_LONG):
            length += sum(len(part) for part in parts if type(part) in _LONG)
        if Decimal in kinds:
            length += sum(_NUMBER + 3 * (sys.getsizeof(part) - _SHORT) for part in parts if type(part) is Decimal)
        if np.ndarray in kinds:
            length += sum(_NUMBER * min(part.size, _SHOWN) for part in parts if type(part) is np.ndarray)
    return length


def _bits(value: int | Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


def _levels(value: Any) -> Iterator[Collection[Any]]:
    """All parts of a value's containers, then those of their containers, and so on, as often as they are met."""
    level = [value]
    passed = deep = 0
    while level:
        deep += 1
        if deep > _DEEPEST:
            raise Unsupported("containers within each other too deep")
        opened = (item if type(item) in _PLAIN else _opened(item) for item in level)
        containers: list[Any] = [item for item in opened if type(item) in _PLAIN or isinstance(item, _NESTED)]
        passed += sum(map(len, containers))
        if passed > _MOST_PARTS:
            raise Unsupported("containers of too many parts")
        has_tables = any(isinstance(item, dict) for item in containers)
        parts: Collection[Any] = containers[0] if len(containers) == 1 else ()
        if has_tables or len(containers) != 1:
            parts = list(chain.from_iterable(map(_parts, containers) if has_tables else containers))
        yield parts
        level = [] if _ATOMS.issuperset(map(type, parts)) else [p for p in parts if isinstance(p, _LOOKED_INTO)]


def _parts(item: Any) -> Any:
    return chain(item.keys(), item.values()) if isinstance(item, dict) else item
