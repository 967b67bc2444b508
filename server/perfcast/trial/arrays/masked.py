"""Arrays with masks: made of an array and of which of its elements do not count, and filled where they do not.

Everything else that ``numpy.ma`` does is not known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.accounting.memory import POINTER
from perfcast.trial.arrays.prices import MASKED_FILLED, MASKED_MADE
from perfcast.trial.natives import Guarded, Kind
from perfcast.trial.objects.kinds import Unknown
from perfcast.trial.stops import Unsupported

#: Calls one of NumPy's functions with these, by its name, of a receiver where it is a method.
Call = Callable[..., Any]
#: Bytes of such an array beside what it is made of, and of making one on the way.
_BYTES: Final = 909
_MAKING: Final = 416
#: The same of filling one, before its elements are copied.
_FILLING: Final = 1_049
#: Nanoseconds of asking whether an array is one.
_ASKED: Final = 400.0
_NUMBERS: Final = "biuf"


class Masked(Guarded, Unknown):
    """As ``numpy.ma.MaskedArray``; what it does besides is not known."""

    __slots__ = ()


def members(machine: Machine, call: Call) -> dict[str, Any]:
    """Of the module ``numpy.ma``."""

    def is_masked(value: Any) -> bool:
        machine.pay(_ASKED)
        if isinstance(value, Masked):
            raise Unsupported("an array with a mask")
        return False

    def is_one(value: Any) -> bool:
        machine.pay(_ASKED)
        return isinstance(value, Masked)

    def make(data: Any, mask: Any = False, fill_value: Any = None) -> Masked:
        return _made(machine, call, data, mask, fill_value)

    kind, asked = Kind(Masked, make), Guarded(is_one)
    return {
        **dict.fromkeys(("MaskedArray", "masked_array"), kind),
        **dict.fromkeys(("isMaskedArray", "isMA"), asked),
        "is_masked": Guarded(is_masked),
        "nomask": np.False_,
    }


def _made(machine: Machine, call: Call, data: Any, mask: Any, fill_value: Any) -> Masked:
    """Raises Unsupported for what is not made of two arrays or lists of one shape, the one of numbers."""
    if isinstance(data, list):
        data = call(machine, np.array, (data,), {}, "array")
    if isinstance(mask, list):
        mask = call(machine, np.array, (mask,), {"dtype": np.bool_}, "array")
    if not (isinstance(data, np.ndarray) and isinstance(mask, np.ndarray)):
        raise Unsupported("an array with a mask of something else")
    if data.dtype.kind not in _NUMBERS or mask.dtype != np.bool_ or mask.shape != data.shape:
        raise Unsupported("an array with a mask of another kind")

    def filled(value: Any = None) -> Any:
        told = next((one for one in (value, fill_value) if one is not None), None)
        if told is None:
            # Some types have no place for the one that is meant for all of their kind.
            told = np.asarray(np.ma.default_fill_value(data.dtype)).astype(data.dtype).item()
        if not isinstance(told, int | float | np.number):
            raise Unsupported("filling with something else")
        machine.array(0, MASKED_FILLED, 0.0)
        machine.briefly(_FILLING)
        copied = call(machine, data.copy, (), {}, "copy", data)
        call(machine, np.copyto, (copied, told), {"where": mask}, "copyto")
        return copied

    machine.array(0, MASKED_MADE, 0.0)
    machine.briefly(_BYTES + _MAKING)
    told = {name: getattr(data, name) for name in ("shape", "size", "ndim", "dtype")}
    method = Guarded(filled)
    machine.outside.add([method, *told.values()])
    attributes = {"data": data, "mask": mask, "filled": method, **told}
    made = Masked(_uncallable, attributes, nbytes=_BYTES - POINTER * len(attributes))
    machine.grown(made, _BYTES)
    return made


def _uncallable(*_: Any, **__: Any) -> Any:
    raise TypeError("'MaskedArray' object is not callable")
