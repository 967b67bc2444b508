"""Objects that make arrays by indexing, such as ``np.c_``; indices of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.numpy.operation_costs import Work, function_work

#: Whether the slices between the brackets span a grid, or lie behind each other.
SPANNING: Final = {"c_": False, "r_": False, "mgrid": True, "ogrid": True}
#: Nanoseconds of a call, most of which is Python's own, and of each of the parts.
_CALL: Final = 4_000.0
_PART: Final = 1_500.0
#: Copies of an axis of a grid.
_AXIS_MADE: Final = 2
#: Nanoseconds of a place that is named, and of one whose element is given with it.
_PLACE: Final = 62.0
_ELEMENT: Final = 350.0


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
        if SPANNING[self._name]:
            # A grid of steps becomes one of values, an axis at a time: of that there is what it is multiplied to, and
            # moved to.
            axes = max(1, len(parts)) if self._name == "mgrid" else 2 * _AXIS_MADE
            self._machine.briefly(sum(int(part.nbytes) * (axes + _AXIS_MADE) // axes for part in made))
        return self._machine.made_of(found, [part for part in parts if isinstance(part, np.ndarray)])


class Slices(Indexed):
    """As ``np.s_``: what stands in the brackets, as it is; a tuple of it, if that is what its name says."""

    def __getitem__(self, place: Any) -> Any:
        self._machine.pay(_PLACE)
        return place if self._name == "s_" or isinstance(place, tuple) else (place,)


def members(machine: Machine) -> dict[str, Callable[[], Any]]:
    """Of the module ``numpy``."""
    return {
        "s_": partial(Slices, machine, "s_"),
        "index_exp": partial(Slices, machine, "index_exp"),
        "ndindex": lambda: Guarded(lambda *shape: _places(machine, shape)),
        "ndenumerate": lambda: Guarded(lambda array: _with_elements(machine, array)),
    }


def _places(machine: Machine, shape: tuple[Any, ...]) -> Iterator[Any]:
    """As ``np.ndindex``. Raises TypeError for what is no shape."""
    lengths = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple | list) else shape
    if not all(isinstance(length, int | np.integer) for length in lengths):
        raise TypeError("a shape is of whole numbers")
    return _stepped(machine, np.ndindex(*map(int, lengths)), _PLACE)


def _with_elements(machine: Machine, array: Any) -> Iterator[Any]:
    """As ``np.ndenumerate``."""
    if not isinstance(array, np.ndarray) or array.dtype.hasobject:
        raise Unsupported("the elements of another kind")
    return _stepped(machine, np.ndenumerate(array), _ELEMENT)


def _stepped(machine: Machine, places: Iterator[Any], price: float) -> Iterator[Any]:
    for place in places:
        machine.scalar(price)
        yield machine.made(place)


def _length(part: Any) -> float:
    if not isinstance(part, slice):
        return float(np.size(part))
    if isinstance(part.step, complex):
        return float(abs(part.step))
    return float(abs((part.stop or 0) - (part.start or 0)) / max(1e-9, abs(part.step or 1)))
