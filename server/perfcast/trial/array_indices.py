"""Objects of NumPy's that make arrays of what stands in their brackets, such as ``np.c_``."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.array_work import Work, function_work
from perfcast.trial.machine import Machine
from perfcast.trial.operators import MOST_CELLS
from perfcast.trial.stops import Unsupported

#: Whether the slices between the brackets span a grid, or lie behind each other.
SPANNING: Final = {"c_": False, "r_": False, "mgrid": True, "ogrid": True}
#: Nanoseconds of a call, most of which is Python's own, and of each of the parts.
_CALL: Final = 4_000.0
_PART: Final = 1_500.0


class Indexed:
    """One of them."""

    nbytes = 56

    def __init__(self, machine: Machine, name: str) -> None:
        self._machine, self._name = machine, name

    def __getitem__(self, place: Any) -> Any:
        parts = place if isinstance(place, tuple) else (place,)
        if any(isinstance(part, str) for part in parts):
            raise Unsupported("an axis as a text")
        lengths = [_length(part) for part in parts]
        if (prod(lengths) if SPANNING[self._name] else sum(lengths)) > MOST_CELLS:
            raise Unsupported("arrays too large")
        found = getattr(np, self._name)[place]
        made = found if isinstance(found, tuple) else (found,)
        work = function_work("column_stack", [part for part in parts if isinstance(part, np.ndarray)], parts, {}, made)
        self._machine.array(sum(part.size for part in made), *Work(_CALL + _PART * len(parts), work.elements))
        return self._machine.made_of(found, [part for part in parts if isinstance(part, np.ndarray)])


def _length(part: Any) -> float:
    if not isinstance(part, slice):
        return float(np.size(part))
    if isinstance(part.step, complex):
        return float(abs(part.step))
    return float(abs((part.stop or 0) - (part.start or 0)) / max(1e-9, abs(part.step or 1)))
