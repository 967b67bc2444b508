"""Dictionaries that lose some entries and get others, as caches of the last ones do: CPython leaves
the places of those that are gone until there is none left, and makes the table anew then, be it of the same size."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from perfcast.trial.interpreter.accounting.dict_places import LEAST_PLACES, places_anew, room
from perfcast.trial.interpreter.accounting.object_sizes import POINTER

#: Bytes of an entry, and of a table besides.
_ENTRY: Final = 24
_HEAD: Final = 32
#: Tables of fewer places have numbers of one byte for them; larger ones are taken for those of two.
_OF_ONE_BYTE: Final = 256


class Entries:
    """Of the tables that were filled since they were empty, how many entries there were, those that are gone too."""

    def __init__(self) -> None:
        # Identity -> entries that were put in since it was made anew, how many there are, and how many places.
        self._known: dict[int, tuple[int, int, int]] = {}

    def begins(self, table: dict[Any, Any]) -> None:
        """Notes that a table was made with what it holds: another one that was where it is now is gone."""
        self._known.pop(id(table), None)

    def renewed(self, table: dict[Any, Any], before: int) -> int:
        """Notes that something was put into a table of so many entries; gives bytes of the places that were there
        beside the new ones, if it was made anew for want of those that are gone, or is ordered and has grown."""
        key, now = id(table), len(table)
        if not before:
            self._known[key] = now, now, LEAST_PLACES
            return 0
        used, length, places = self._known.get(key, (0, 0, 0))
        if now == before or not places:
            return 0
        if before > length:
            # It was filled in other ways meanwhile.
            del self._known[key]
            return 0
        if used < room(places):
            self._known[key] = used + 1, now, places
            return 0
        larger = places_anew(before)
        self._known[key] = now, now, larger
        if isinstance(table, OrderedDict):
            # Links to its places are made anew once the old places are gone.
            return _bytes_of(places) - POINTER * (larger - places)
        return _bytes_of(places) if used > before else 0


def _bytes_of(places: int) -> int:
    return _HEAD + places * (1 if places < _OF_ONE_BYTE else 2) + _ENTRY * room(places)
