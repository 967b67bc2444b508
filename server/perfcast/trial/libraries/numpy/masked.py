"""Arrays with masks: made of an array and of which of its elements do not count, filled where they do not, and added
up where they do.

Everything else that ``numpy.ma`` does is not known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import POINTER
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.prices import (
    MASKED_ALONG,
    MASKED_FIGURES,
    MASKED_FILLED,
    MASKED_MADE,
    MASKED_TURN,
    MASKING,
)

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
#: The same of making one by what its elements are, and of telling a figure of those that count.
_COPYING: Final = 2_900
_FIGURE: Final = 1_900
#: The same of figures along an axis, besides.
_ALONG: Final = 3_500
#: Of each mean along an axis.
_OF_MEAN: Final = 55
#: Bytes of each element, a copy of which is told of.
_WIDE: Final = 8
#: They say which elements do not count, beside a value.
_COMPARISONS: Final[dict[str, Any]] = {
    "masked_equal": np.equal, "masked_not_equal": np.not_equal, "masked_greater": np.greater,
    "masked_greater_equal": np.greater_equal, "masked_less": np.less, "masked_less_equal": np.less_equal,
}  # fmt: skip


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

    def by(name: str, data: Any, is_masked: Callable[[], Any]) -> Masked:
        return _made_by(machine, call, name, data, is_masked)

    kind, asked = Kind(Masked, make), Guarded(is_one)
    return {
        **dict.fromkeys(("MaskedArray", "masked_array"), kind),
        "array": Guarded(lambda data, *, mask=False, fill_value=None: make(data, mask, fill_value)),
        **dict.fromkeys(("isMaskedArray", "isMA"), asked),
        "is_masked": Guarded(is_masked),
        "nomask": np.False_,
        "masked_where": Guarded(lambda condition, a, copy=True: by("masked_where", a, lambda: condition)),
        "masked_invalid": Guarded(lambda a, copy=True: by("masked_invalid", a, lambda: ~np.isfinite(a))),
        **{
            name: Guarded(lambda x, value, copy=True, name=name, run=run: by(name, x, lambda: run(x, value)))
            for name, run in _COMPARISONS.items()
        },
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
        flat = mask.ravel()
        turns = int(np.count_nonzero(flat[1:] != flat[:-1]))
        machine.array(0, MASKED_FILLED, MASKED_TURN * turns)
        machine.briefly(_FILLING)
        copied = call(machine, data.copy, (), {}, "copy", data)
        call(machine, np.copyto, (copied, told), {"where": mask}, "copyto")
        return copied

    machine.array(0, MASKED_MADE, 0.0)
    machine.briefly(_BYTES + _MAKING)
    told = {name: getattr(data, name) for name in ("shape", "size", "ndim", "dtype")}
    method = Guarded(filled)
    figures = {name: Guarded(partial(_figure, machine, call, name, data, mask)) for name in MASKED_FIGURES}
    machine.outside.add([method, *figures.values(), *told.values()])
    attributes = {"data": data, "mask": mask, "filled": method, **figures, **told}
    made = Masked(_uncallable, attributes, nbytes=_BYTES - POINTER * len(attributes))
    machine.grown(made, _BYTES)
    return made


def _made_by(machine: Machine, call: Call, name: str, data: Any, is_masked: Callable[[], Any]) -> Masked:
    """One whose elements that do not count are told by what they are; of a copy."""
    if not isinstance(data, np.ndarray) or data.dtype.kind not in _NUMBERS:
        raise Unsupported("an array with a mask of something else")
    mask = np.asarray(is_masked())
    if mask.dtype != np.bool_ or mask.shape != data.shape:
        raise Unsupported("an array with a mask of another kind")
    machine.array(data.size, *(MASKING[name][0], MASKING[name][1] * data.size))
    machine.briefly(_COPYING + 2 * int(mask.nbytes))
    copied = call(machine, data.copy, (), {}, "copy", data)
    return _made(machine, call, copied, mask.copy() if name == "masked_where" else mask, None)


def _figure(machine: Machine, call: Call, name: str, data: Any, mask: Any, axis: Any = None) -> Any:
    """Of the elements that count: all of them, or those along an axis. Raises Unsupported of none."""
    is_along = axis is not None
    if is_along and not (name in MASKED_ALONG and isinstance(axis, int) and -data.ndim <= axis < data.ndim > 1):
        raise Unsupported(f"{name} of an array with a mask along that axis")
    if not is_along and mask.all():
        raise Unsupported("a figure of an array with a mask of nothing")
    price, element = MASKED_FIGURES[name]
    further, row = MASKED_ALONG[name] if is_along else (0.0, 0.0)
    rows = data.size // max(1, data.shape[-1]) if is_along else 0
    machine.array(data.size, price + further, element * data.size + row * rows)
    copies = 2 if name in {"std", "var"} else 1
    aside = mask.nbytes if name in {"count", "compressed"} else copies * _WIDE * data.size
    found = getattr(np.ma.masked_array(data, mask), name)(**({} if axis is None else {"axis": axis}))
    if is_along:
        # They are there beside the copy; means are of sums and counts, each with a mask of its own, once it is gone.
        aside = _ALONG + max(aside + (_WIDE + 1) * np.size(found), (_OF_MEAN if name == "mean" else 0) * np.size(found))
    machine.briefly(_FIGURE + aside)
    if isinstance(found, np.ma.MaskedArray):
        return _made(machine, call, np.asarray(found.data), np.ma.getmaskarray(found), None)
    return machine.made_of(found, ()) if isinstance(found, np.ndarray) else machine.made(found)


def _uncallable(*_: Any, **__: Any) -> Any:
    raise TypeError("'MaskedArray' object is not callable")
