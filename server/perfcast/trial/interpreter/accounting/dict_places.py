"""How many places CPython gives a dictionary's table, and how many of them it fills before it makes the table anew."""

from __future__ import annotations

from typing import Any, Final

#: Places of the smallest table.
LEAST_PLACES: Final = 8
#: Bytes of a dictionary besides its places; the least that each of them takes, with its part of an entry: at most it is
#: less than twice as many.
_BESIDES: Final = 80
_LEAST_OF_ONE: Final = 11


def room(places: int) -> int:
    """How many entries a table of so many places takes."""
    return places * 2 // 3


def places_anew(entries: int) -> int:
    """Places of a table that is made anew for want of room, of so many entries that are still there."""
    return max(LEAST_PLACES, 1 << (3 * entries - 1).bit_length())


def places_of(table: dict[Any, Any]) -> int:
    """Places of a dictionary that has entries, by its bytes."""
    most = (dict.__sizeof__(table) - _BESIDES) // _LEAST_OF_ONE
    return max(LEAST_PLACES, 1 << max(0, most.bit_length() - 1))
