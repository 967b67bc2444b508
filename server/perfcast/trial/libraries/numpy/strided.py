"""``as_strided``: views of an array's own elements, and no others."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS

#: Nanoseconds of making one, and bytes that are there meanwhile.
_MADE: Final = 4_200.0
_HELD: Final = 900
_MOST_AXES: Final = 16


def as_strided(
    machine: Machine, x: Any, shape: Any = None, strides: Any = None, subok: Any = False, writeable: Any = True
) -> Any:
    """As ``numpy.lib.stride_tricks.as_strided``. Raises Unsupported for what would lie outside the array."""
    if type(x) is not np.ndarray or x.dtype.hasobject or subok:
        raise Unsupported("strides of something else")
    lengths, steps = _numbers(shape, x.shape), _numbers(strides, x.strides)
    if min(lengths, default=0) < 0:
        raise ValueError("negative dimensions are not allowed")
    if len(lengths) != len(steps) or prod(lengths) > MOST_CELLS:
        raise Unsupported("a view of another shape")
    first, last = np.lib.array_utils.byte_bounds(x)
    start = x.__array_interface__["data"][0]
    if prod(lengths):
        reach = [(length - 1) * step for length, step in zip(lengths, steps, strict=True)]
        low = start + sum(min(0, one) for one in reach)
        high = start + sum(max(0, one) for one in reach) + x.itemsize
        if low < first or high > last:
            raise Unsupported("a view beyond an array")
    machine.array(0, _MADE, 0.0)
    machine.briefly(_HELD)
    found = np.lib.stride_tricks.as_strided(x, lengths, steps, writeable=bool(writeable))
    return machine.made(found)


def _numbers(told: Any, usual: tuple[int, ...]) -> tuple[int, ...]:
    if told is None:
        return usual
    parts = (told,) if isinstance(told, int | np.integer) else told
    if not isinstance(parts, tuple | list) or len(parts) > _MOST_AXES:
        raise Unsupported("a view of another shape")
    if any(not isinstance(one, int | np.integer) for one in parts):
        raise TypeError("shapes and strides are whole numbers")
    return tuple(int(one) for one in parts)
