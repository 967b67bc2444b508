"""Bytes of what the JSON writer keeps until all is joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple


class _Pieces(NamedTuple):
    """Bytes of the pieces that plain data are written as, without characters.

    Attributes:
        table, sequence: of the ends of a dictionary, and of a list.
        entry: of a key, and what stands between it and its value.
        value: of a number or a text; others are there anyway.
    """

    table: int
    entry: int
    sequence: int
    value: int


#: By CPython's own writer, in C; laid out in lines, by the library's own Python.
_IN_ONE_LINE: Final = _Pieces(table=0, entry=42, sequence=0, value=66)
_IN_LINES: Final = _Pieces(table=182, entry=76, sequence=80, value=58)
#: Of an entry of the dictionary that is being written, which is among those that are listed first.
_LISTED: Final = 64
#: Pieces that are joined as soon as there are so many (``_PyAccu`` of CPython 3.11).
_MOST: Final = 100_000
#: Pieces of an entry and of an element, with what stands between them.
_OF_ENTRY: Final = 4
_OF_ELEMENT: Final = 2


def kept_in_lines(value: Any) -> int:
    """Of plain data that are laid out in lines, without characters."""
    return _Kept(value, _IN_LINES).held


def kept_of_one_line(value: Any, characters: int, whole: Callable[[int], float]) -> int:
    """Of plain data, with the text of so many characters.

    Args:
        whole: gives how many there are at the workload's own sizes of what there is so much of.
    """
    kept = _Kept(value, _IN_ONE_LINE)
    share = min(1.0, _MOST / max(1.0, whole(kept.pieces)))
    # What was joined before is there beside the pieces, and beside the whole text.
    joining = share * kept.held + (1.0 + share) * characters
    return _LISTED * kept.longest + int(max(joining, 2.0 * characters))


class _Kept:
    """
    Attributes:
        held: bytes of pieces; pieces: how many there are; longest: entries of the dictionary that has most.
    """

    def __init__(self, value: Any, each: _Pieces) -> None:
        self.held = self.pieces = self.longest = 0
        waiting = [value]
        while waiting:
            item = waiting.pop()
            if isinstance(item, dict):
                self.held += each.table + each.entry * len(item)
                self.pieces += _OF_ENTRY * len(item)
                self.longest = max(self.longest, len(item))
                waiting.extend(item.values())
            elif isinstance(item, list | tuple):
                self.held += each.sequence
                self.pieces += _OF_ELEMENT * len(item)
                waiting.extend(item)
            elif not isinstance(item, bool | None):
                self.held += each.value
