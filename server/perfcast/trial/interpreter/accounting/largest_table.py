"""The largest table that is held at once: a workload's own may have just grown, or have no room left, where what runs
hold on average goes on as a power."""

from __future__ import annotations

import sys
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.object_sizes import (
    EMPTY_SET,
    EMPTY_TABLE,
    LARGE_SET,
    LARGE_SET_FILLED,
    SET_FILLED,
    SET_PLACE,
    TABLE_FILLED,
)

#: Bytes of the head of a dictionary's places, and of an entry, where all keys are texts and where others are.
_HEAD: Final = 32
_OF_TEXTS: Final = 16
_ENTRY: Final = 24
#: Places of the smallest table, as a binary logarithm, and of the largest one that is thought of.
_LEAST: Final = 3
_MOST: Final = 60
#: Places for which numbers of one byte, two and four are enough, as binary logarithms.
_ONE_BYTE, _TWO_BYTES, _FOUR_BYTES = 8, 16, 32
#: Binary logarithms of a set's places: small ones grow to the fourfold.
_OF_SETS: Final[tuple[int, ...]] = (3, 5, 7, 9, 11, 13, 15, *range(17, _MOST))
#: Bytes that another dictionary's object takes more than a plain one's, at most.
_OBJECT: Final = 64
#: Tables that are as large, at most: more of them have entries of their own numbers each.
MOST_ALIKE: Final = 4
_SETS: Final = (set, frozenset)


class Table(NamedTuple):
    """One that was filled entry by entry.

    Attributes:
        entries: how many it has; entry: bytes of an entry with its key, 0 of a set.
        alike: tables that are as large.
        has_old_places: it has just grown, and its old places are there, too.
    """

    entries: int
    entry: int = 0
    alike: int = 1
    has_old_places: bool = False

    @property
    def nbytes(self) -> int:
        """Bytes of its places."""
        return _room(self.entry, _places(self.entries, self.entry))

    def average_nbytes(self, entries: int) -> float:
        """The same on average, while it grows, where it goes on so to that many entries: see `step_of`."""
        filled = TABLE_FILLED if self.entry else SET_FILLED if self.entries <= LARGE_SET else LARGE_SET_FILLED
        places = _places(entries, self.entry)
        return _room(self.entry, places) * entries / (filled * 2.0**places)

    @property
    def first_entries(self) -> int:
        """Entries that it had when it grew to these places; 1 where it has not grown."""
        places = _places(self.entries, self.entry)
        smaller = _OF_SETS[max(0, _OF_SETS.index(places) - 1)] if not self.entry else places - 1
        return 1 if places == _LEAST else _capacity(smaller, self.entry) + 1

    @property
    def growth_nbytes(self) -> int:
        """Bytes of its places before it grew to these."""
        return 0 if self.first_entries == 1 else self._replace(entries=self.first_entries - 1).nbytes


NO_TABLE: Final = Table(0)


def table_of(value: Any, *, has_old_places: bool = False) -> Table:
    """What a dictionary or set is, if that has the places of one that was filled entry by entry; else `NO_TABLE`."""
    if not value:
        return NO_TABLE
    entries, size = len(value), sys.getsizeof(value)
    if isinstance(value, _SETS):
        found = Table(entries, 0, 1, has_old_places)
        return found if found.nbytes in (size - EMPTY_SET, size) else NO_TABLE
    for entry in (_OF_TEXTS, _ENTRY):
        found = Table(entries, entry, 1, has_old_places)
        if 0 <= size - EMPTY_TABLE - found.nbytes <= _OBJECT:
            return found
    return NO_TABLE


def _places(entries: int, entry: int) -> int:
    """Places of a table of so many entries, as a binary logarithm."""
    if not entry:
        return next(places for places in _OF_SETS if _capacity(places, 0) >= entries)
    return max(_LEAST, ((3 * entries + 1) // 2 - 1).bit_length())


def _capacity(places: int, entry: int) -> int:
    """Entries for which they are enough."""
    return (2 << places) // 3 if entry else -(-((1 << places) - 1) * 3 // 5) - 1


def _room(entry: int, places: int) -> int:
    if not entry:
        # The smallest table is part of the object.
        return 0 if places == _LEAST else SET_PLACE << places
    index = 1 if places < _ONE_BYTE else 2 if places < _TWO_BYTES else 4 if places < _FOUR_BYTES else 8
    return _HEAD + (index << places) + entry * _capacity(places, entry)
