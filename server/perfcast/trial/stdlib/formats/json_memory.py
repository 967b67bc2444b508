"""Bytes of what the JSON writer keeps until all is joined."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple

from perfcast.trial.scaling import FEW, SHORT


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


def kept_of_one_line(value: Any, characters: int, growth: Callable[[int], float]) -> int:
    """Of plain data, with the text of so many characters.

    Args:
        growth: gives how many times as many elements something has at the workload's own sizes that has so many here.
    """
    kept = _Kept(value, _IN_ONE_LINE)
    share = min(1.0, _MOST / max(1.0, _whole_pieces(value, growth)))
    # What was joined before is there beside the pieces, and beside the whole text.
    joining = share * kept.held + (1.0 + share) * characters
    return _LISTED * kept.longest + int(max(joining, 2.0 * characters))


class _Kept:
    """
    Attributes:
        held: bytes of pieces; longest: entries of the dictionary that has most.
    """

    def __init__(self, value: Any, each: _Pieces) -> None:
        self.held = self.longest = 0
        waiting = [value]
        while waiting:
            item = waiting.pop()
            if isinstance(item, dict):
                self.held += each.table + each.entry * len(item)
                self.longest = max(self.longest, len(item))
                waiting.extend(item.values())
            elif isinstance(item, list | tuple):
                self.held += each.sequence
                waiting.extend(item)
            elif not isinstance(item, bool | None):
                self.held += each.value


def _whole_pieces(value: Any, growth: Callable[[int], float]) -> float:
    """Pieces of plain data at the workload's own sizes. Only what is as long as sizes are grows: all pieces of a few
    records, some dozens each, would pass for a power of the sizes."""
    pieces, waiting = 0.0, [(value, 1.0)]
    elements: Collection[Any]
    while waiting:
        item, times = waiting.pop()
        if isinstance(item, dict):
            each, elements = _OF_ENTRY, item.values()
            is_record = len(set(map(type, elements))) > 1
        elif isinstance(item, list | tuple):
            each, elements, is_record = _OF_ELEMENT, item, False
        else:
            continue
        # What lies within something long stays where it is short.
        if not is_record and len(item) > (FEW if times == 1.0 else SHORT):
            times *= growth(len(item))
        pieces += times * each * len(item)
        waiting.extend((element, times) for element in elements if isinstance(element, dict | list | tuple))
    return pieces
