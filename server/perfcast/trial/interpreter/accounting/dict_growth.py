"""When dictionaries and sets are resized as they are filled, and what they took before."""

from __future__ import annotations

import sys
from typing import Any, Final

from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_SET, EMPTY_TABLE, LARGE_SET

#: Numbers of entries from which a dictionary, and a set, grows with the next one: two thirds and three fifths of its
#: places.
_FULL_TABLES: Final = frozenset((2 << k) // 3 for k in range(3, 40))
_FULL_SETS: Final = frozenset(-(-(2**k - 1) * 3 // 5) - 1 for k in (5, 7, 9, 11, 13, 15, *range(17, 40)))


def is_full(values: set[Any]) -> bool:
    """Whether the set grows with the next element."""
    return len(values) in _FULL_SETS


def may_have_grown(table: dict[Any, Any] | set[Any], before: int) -> bool:
    """Whether a table of `before` entries had no place for another one, and has got one."""
    return before in (_FULL_TABLES if isinstance(table, dict) else _FULL_SETS) and len(table) > before


def entries_at_growth(table: Any) -> int:
    """How many entries a table had when it last grew."""
    full = _FULL_TABLES if isinstance(table, dict) else _FULL_SETS
    return max((entries for entries in full if entries < len(table)), default=0)


def old_places(table: Any) -> int:
    """Bytes of the places of a table before it last grew."""
    if isinstance(table, dict):
        return (sys.getsizeof(table) - EMPTY_TABLE) // 2
    return (sys.getsizeof(table) - EMPTY_SET) // _parts(table)


def part_of_growth(table: Any) -> float:
    """The smaller table is about that part of the larger one by which it grows."""
    return 1.5 if isinstance(table, dict) else 1 + 1 / _parts(table)


def _parts(values: Any) -> int:
    """How many times as many places a set has after it has grown."""
    return 2 if len(values) > LARGE_SET else 4
