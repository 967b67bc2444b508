"""How many places CPython gives a dictionary's table, and how many of them it fills before it makes the table anew."""

from __future__ import annotations

from typing import Final

#: Places of the smallest table.
LEAST_PLACES: Final = 8


def room(places: int) -> int:
    """How many entries a table of so many places takes."""
    return places * 2 // 3


def places_anew(entries: int) -> int:
    """Places of a table that is made anew for want of room, of so many entries that are still there."""
    return max(LEAST_PLACES, 1 << (3 * entries - 1).bit_length())
