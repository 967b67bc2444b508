"""Bytes of the cells by which functions refer to names of the calls around them."""

from __future__ import annotations

from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.objects.frames import Frame

#: Bytes of a cell.
_CELL = 40


def closed_over(loaded: set[str], frame: Frame, name: str = "") -> int:
    """Bytes of the cells that a function of that name takes from the calls around it, and of their tuple."""
    cells = cells_of(loaded, frame, name)
    return EMPTY_TUPLE + (_CELL + POINTER) * cells if cells else 0


def cells_of(loaded: set[str], frame: Frame, name: str = "") -> int:
    """How many cells that are."""
    cells = 0
    place: Frame | None = frame
    while place is not None and place.outer is not None:
        cells += len(loaded & place.names.keys()) + (place is frame and name in loaded and name not in place.names)
        place = place.outer
    return cells
