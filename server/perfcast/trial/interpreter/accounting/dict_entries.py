"""Dictionaries that lose some entries and get others, as caches of the last ones do: CPython leaves
the places of those that are gone until there is none left, and makes the table anew then, be it of the same size."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from perfcast.trial.interpreter.accounting.dict_places import LEAST_PLACES, places_anew, places_of, room
from perfcast.trial.interpreter.accounting.object_sizes import POINTER

#: Bytes of an entry, and of a table besides.
_ENTRY: Final = 24
_HEAD: Final = 32
#: Tables of fewer places have numbers of one byte for them; larger ones are taken for those of two.
_OF_ONE_BYTE: Final = 256


class Entries:
    """How many entries tables had, those that are gone too: of tables that were filled since they were empty, and of
    those that were there before the call."""

    def __init__(self) -> None:
        # Identity -> entries that were put in since it was made anew, how many there are, and how many places.
        self._known: dict[int, tuple[int, int, int]] = {}
        # Tables whose places are those that were there before the call.
        self._as_before: set[int] = set()

    def was_there(self, table: dict[Any, Any], before: int) -> None:
        """Notes that a table of so many entries, into which something was put, was there before the call: nobody knows
        of entries that are gone."""
        if before and id(table) not in self._known:
            self._known[id(table)] = before, before, places_of(table)
            self._as_before.add(id(table))

    def begins(self, table: dict[Any, Any]) -> None:
        """Notes that a table was made with what it holds: another one that was where it is now is gone."""
        self._known.pop(id(table), None)
        self._as_before.discard(id(table))

    def renewed(self, table: dict[Any, Any], before: int) -> int | None:
        """Notes that something was put into a table of so many entries; gives bytes of the call's own places that were
        there beside the new ones, if it was made anew for want of those that are gone, or is ordered and has grown."""
        key, now = id(table), len(table)
        if not before:
            # Those that it had before the call went when it was emptied.
            self._as_before.discard(key)
            self._known[key] = now, now, LEAST_PLACES
            return None
        used, length, places = self._known.get(key, (0, 0, 0))
        if now <= before or not places:
            return None
        if before > length:
            # It was filled in other ways meanwhile.
            del self._known[key]
            return None
        if used < room(places):
            self._known[key] = used + 1, now, places
            return None
        self._known[key] = now, now, places_anew(before)
        return self._held_beside(table, places, is_for_gone=used > before)

    def _held_beside(self, table: dict[Any, Any], places: int, *, is_for_gone: bool) -> int | None:
        """Bytes of so many places of a table that has just got new ones, as of `renewed`."""
        key = id(table)
        if key in self._as_before:
            self._as_before.remove(key)
            return 0
        if isinstance(table, OrderedDict):
            # Links to its places are made anew once the old places are gone.
            _, _, larger = self._known[key]
            return _bytes_of(places) - POINTER * (larger - places)
        return _bytes_of(places) if is_for_gone else None


def _bytes_of(places: int) -> int:
    return _HEAD + places * (1 if places < _OF_ONE_BYTE else 2) + _ENTRY * room(places)
