"""Sizes of objects, as CPython allocates them."""

from __future__ import annotations

import math
import sys
from collections import OrderedDict
from typing import Any

import numpy as np

from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.libraries.numpy.array_bytes import HEADER, number_bytes

#: There is one of each.
SINGLE = frozenset({bool, type(None)})
#: Bytes in a row, which are moved at once.
RAW = (bytes, bytearray, memoryview)
#: CPython makes these once for all.
LEAST_SMALL, LARGEST_SMALL = -5, 256
#: Single characters, and what is empty, too: below these lengths.
SHARED_BELOW: dict[type, int] = {str: 2, bytes: 2, tuple: 1}
#: Of a whole number that CPython makes each time: it takes room for two digits, whatever it holds.
NUMBER = 32
#: Bytes of a list, a dictionary and a set without places of their own, and of a place in a set.
EMPTY_LIST = 56
EMPTY_TABLE = 64
EMPTY_SET = 216
EMPTY_BYTES = 56
SET_PLACE = 16
#: Of the smallest table of a dictionary whose keys are texts, and how many of these it has at most.
SMALLEST_TABLE = 120
SMALLEST_DICTIONARY = EMPTY_TABLE + SMALLEST_TABLE
FEW_ENTRIES = 5
#: Of an entry of an ordered dictionary, besides its place.
_LINK = 32
EMPTY_TUPLE = 40
#: Of an iterator over a container, as the garbage collector sees it.
ITERATOR = 48
#: Sets of more entries grow to the double, smaller ones to the fourfold.
LARGE_SET = 50_000
#: How full a table is in the (geometric) middle between growing and growing again: a third just after, two thirds just
#: before; small sets three twentieths and three fifths.
TABLE_FILLED = math.sqrt(1 / 3 * 2 / 3)
SET_FILLED = math.sqrt(3 / 20 * 3 / 5)
LARGE_SET_FILLED = math.sqrt(3 / 10 * 3 / 5)
_LEAST_TABLE = 6
_SETS = (set, frozenset)
#: Of as many bytes as they say, whatever they hold.
_PLAIN = frozenset({float, list, dict, set})
_ARRAY_NUMBERS = (np.number, np.bool_)
#: Bytes of a reference, of an entry of a dictionary, a part of which are new, and of a float.
POINTER = 8
ENTRY = 24
FLOAT = 24


def shallow(value: Any) -> int:  # noqa: PLR0911
    """Bytes of the object without its parts; for a container of atoms about those too."""
    kind = type(value)
    if kind is int:
        return 0 if LEAST_SMALL <= value <= LARGEST_SMALL else max(NUMBER, sys.getsizeof(value))
    if kind in _PLAIN:
        return sys.getsizeof(value)
    if kind in SINGLE or (kind in SHARED_BELOW and is_shared(kind, value)):
        return 0
    if kind is Function:
        nbytes: int = value.nbytes
        return nbytes
    if kind is np.ndarray:
        return HEADER + (value.nbytes if value.base is None else 0)
    if issubclass(kind, _ARRAY_NUMBERS):
        return number_bytes(kind)
    return sys.getsizeof(value)


def step_of(table: Any) -> float:
    """Bytes that a table has more than one of as many entries has on average, while it grows."""
    entries = len(table)
    if entries < _LEAST_TABLE:
        return 0.0
    if isinstance(table, _SETS):
        room = sys.getsizeof(table) - EMPTY_SET
        filled = SET_FILLED if entries <= LARGE_SET else LARGE_SET_FILLED
        return room * (1.0 - entries / (filled * room / SET_PLACE))
    room = sys.getsizeof(table) - EMPTY_TABLE
    return room * (1.0 - entries / (TABLE_FILLED * 2.0 ** math.ceil(math.log2(1.5 * entries))))


def is_shared(kind: type, item: Any) -> bool:
    """Whether CPython has an object of one of the kinds of `SHARED_BELOW` anyway."""
    if len(item) >= SHARED_BELOW[kind]:
        return False
    # Some methods make a single character anew, ``lower`` for one; only those of one byte are ever shared.
    return kind is not str or not item or (item <= "\xff" and chr(ord(item)) is item)


def _only_linked(table: OrderedDict[Any, Any], size: int) -> bool:
    """Whether a table that had that size has but other links to its entries, in the same places."""
    links = size - (sys.getsizeof(table) - _LINK * len(table))
    return links >= 0 and links % _LINK == 0


def moved(container: Any, size: int) -> int:
    """Bytes that a container which was there before has taken anew, as it no longer has that size: all of its places,
    wherever it had to move them."""
    now = sys.getsizeof(container)
    if now == size or getattr(type(container), "are_parts_apart", False):
        return 0
    if isinstance(container, OrderedDict) and _only_linked(container, size):
        return max(0, now - size)
    for kind, empty in ((list, EMPTY_LIST), (dict, EMPTY_TABLE), (_SETS, EMPTY_SET), (bytearray, EMPTY_BYTES)):
        if isinstance(container, kind):
            return max(0, now - empty)
    return max(0, now - size)
