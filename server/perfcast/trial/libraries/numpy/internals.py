"""Modules in which NumPy itself keeps what it is made of, as its own code and some others' imports them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.modules import Members, Module, inner_modules
from perfcast.trial.libraries.numpy.module_names import AXES, DISPATCHING, NAMES, SAME, WRITTEN
from perfcast.trial.libraries.numpy.prices import ATTRIBUTE

#: What functions are decorated by there.
_DECORATORS: Final = ("array_function_dispatch", "set_module", "set_array_function_like_doc")
#: Held by those, and followed as they are written.
_FOLLOWED: Final = ("numpy._core._methods",)


def members(machine: Machine, name: str, module: Callable[[str], Module]) -> Members:
    """What one of `NAMES` holds.

    Args:
        module: gives a module by its name.
    """
    whole = module("numpy").members
    others: dict[str, Any] = dict(inner_modules(name, (*NAMES, *_FOLLOWED), module))
    names: list[str] = []
    if name in SAME:
        written = _written(name)
        both = whole.keys() & written.keys() - WRITTEN.keys()
        names = [one for one in both if getattr(np, one, None) is written[one]]
    if name in AXES:
        others["normalize_axis_index"] = Guarded(partial(_normalized, machine))
    if name == DISPATCHING:
        # They leave a function that is given arrays alone to itself.
        others |= {one: Guarded(lambda *_, **__: Guarded(lambda function: function)) for one in _DECORATORS}
    if name == "numpy._globals":
        others["_NoValue"] = np._NoValue
    return Members([*names, *others], lambda one: others[one] if one in others else whole[one])


def _written(name: str) -> Mapping[str, Any]:
    """What the installed NumPy has by that name; nothing, where it keeps that elsewhere.

    The names are fixed, and NumPy's own: nothing that the user's code names is ever imported here.
    """
    try:
        return vars(import_module(name))
    except ImportError:
        return {}


def _normalized(machine: Machine, axis: Any, ndim: int, msg_prefix: str | None = None) -> int:
    """Raises AxisError."""
    machine.pay(ATTRIBUTE)
    return int(np.lib.array_utils.normalize_axis_index(axis, ndim, msg_prefix))
