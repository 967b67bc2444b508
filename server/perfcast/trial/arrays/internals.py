"""Modules in which NumPy itself keeps what it is made of, as its own code and some others' imports them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Final

import numpy as np

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.arrays.prices import ATTRIBUTE
from perfcast.trial.natives import Guarded
from perfcast.trial.objects.kinds import Members, Module, inner_modules

#: Those that hold much of what ``numpy`` does, under the same names.
_PARTS: Final = ("numeric", "multiarray", "umath", "fromnumeric", "shape_base", "function_base", "numerictypes")
_SAME: Final = (
    "numpy._core",
    *(f"numpy._core.{part}" for part in (*_PARTS, "getlimits", "_ufunc_config")),
    *("numpy.lib._function_base_impl", "numpy.lib._twodim_base_impl", "numpy.lib._type_check_impl"),
    *("numpy.lib._shape_base_impl", "numpy.lib._index_tricks_impl", "numpy.lib._arraysetops_impl"),
    *("numpy.lib._stride_tricks_impl", "numpy.lib._nanfunctions_impl", "numpy.lib._polynomial_impl"),
)
#: Those that hold how an axis is told, and what others are decorated by.
_AXES: Final = ("numpy._core.multiarray", "numpy._core.numeric", "numpy.lib.array_utils")
_DISPATCHING: Final = "numpy._core.overrides"
_DECORATORS: Final = ("array_function_dispatch", "set_module", "set_array_function_like_doc")
NAMES: Final = frozenset({*_SAME, *_AXES, _DISPATCHING, "numpy._globals"})
#: Held by those, and followed as they are written.
_FOLLOWED: Final = ("numpy._core._methods",)
#: Functions of ``numpy`` that are written in Python -> where; those are followed.
WRITTEN: Final = {
    **dict.fromkeys(("common_type",), "numpy.lib._type_check_impl"),
    **dict.fromkeys(("base_repr",), "numpy._core.numeric"),
    **dict.fromkeys(("poly", "roots", "polyadd", "polysub", "polymul", "polyder"), "numpy.lib._polynomial_impl"),
}


def members(machine: Machine, name: str, module: Callable[[str], Module]) -> Members:
    """What one of `NAMES` holds.

    Args:
        module: gives a module by its name.
    """
    whole = module("numpy").members
    others: dict[str, Any] = dict(inner_modules(name, (*NAMES, *_FOLLOWED), module))
    names: list[str] = []
    if name in _SAME:
        written = _written(name)
        both = whole.keys() & written.keys() - WRITTEN.keys()
        names = [one for one in both if getattr(np, one, None) is written[one]]
    if name in _AXES:
        others["normalize_axis_index"] = Guarded(partial(_normalized, machine))
    if name == _DISPATCHING:
        # They leave a function that is given arrays alone to itself.
        others |= {one: Guarded(lambda *_, **__: Guarded(lambda function: function)) for one in _DECORATORS}
    if name == "numpy._globals":
        others["_NoValue"] = np._NoValue
    return Members([*names, *others], lambda one: others[one] if one in others else whole[one])


def _written(name: str) -> Mapping[str, Any]:
    """What the installed NumPy has by that name; nothing, where it keeps that elsewhere."""
    try:
        return vars(import_module(name))
    except ImportError:
        return {}


def _normalized(machine: Machine, axis: Any, ndim: int, msg_prefix: str | None = None) -> int:
    """Raises AxisError."""
    machine.pay(ATTRIBUTE)
    return int(np.lib.array_utils.normalize_axis_index(axis, ndim, msg_prefix))
