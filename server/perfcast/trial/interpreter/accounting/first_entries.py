"""Looking for the first entry of a dictionary, as caches do to take out what has been there longest: CPython goes over
the places of entries that are gone, one by one, until the table is made anew for want of places."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import Any, Final

from perfcast.trial.interpreter.accounting.dict_places import LEAST_PLACES, places_anew, room

#: A place that is gone over; nanoseconds. The same of tables of more places than a core's own cache holds.
_PASSED: Final = 0.45
_PASSED_FAR: Final = 0.9
_NEAR: Final = 10_000
#: Types that keep their entries in the order in which they came, in one row.
_VIEWS: Final[tuple[type, ...]] = (type({}.keys()), type({}.values()), type({}.items()))


@dataclass(slots=True)
class _Places:
    """Of one table, since its places were made.

    Attributes:
        room: how many of them there are; gone: whose entries were taken out; passed: of these, before the first entry.
        first: identity of the first entry's key, while that is there; 0 where nobody knows.
    """

    room: int
    gone: int = 0
    passed: int = 0
    first: int = 0


class FirstEntries:
    """Of the tables whose first entry was looked for."""

    def __init__(self) -> None:
        self._known: dict[int, _Places] = {}

    def begins(self, table: dict[Any, Any]) -> None:
        """Notes that a table was made, or its places anew: what was known of where it is now is gone."""
        self._known.pop(id(table), None)

    def time(self, values: Any) -> float:
        """Nanoseconds of going to the first entry of a table, or of a view of one; none for anything else."""
        table = gc.get_referents(values)[0] if type(values) in _VIEWS else values
        if not isinstance(table, dict) or type(table).__iter__ is not dict.__iter__ or not table:
            return 0.0
        known = self._known.get(id(table))
        if known is None:
            known = self._known[id(table)] = _Places(room(_filled_to(len(table))))
        elif known.gone + len(table) > known.room:
            known.room = room(places_anew(len(table)))
            known.gone = known.passed = 0
        known.first = id(next(iter(table)))
        return (_PASSED if known.room <= _NEAR else _PASSED_FAR) * known.passed

    def lost(self, table: dict[Any, Any], key: Any) -> None:
        """Notes that an entry was taken out of a table."""
        known = self._known.get(id(table))
        if known is None:
            return
        known.gone += 1
        if id(key) == known.first:
            # Those that are gone elsewhere are taken to be anywhere.
            elsewhere = known.gone - 1 - known.passed
            known.passed += 1 + elsewhere // (len(table) + 1)
            known.first = 0


def _filled_to(entries: int) -> int:
    """Places of a table that was filled with so many entries one by one."""
    places = LEAST_PLACES
    while room(places) < entries:
        places *= 2
    return places
