"""Attributes of arrays that may be assigned to: ``spectrum.real = values``, ``rows.shape = (-1, 2)``."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.library import put_into, refuse_objects
from perfcast.trial.libraries.numpy.prices import VIEW

#: How often an array is referred to that is being assigned, and that nobody else has.
_ONLY_HERE: Final = counted(6, lent=1)


def put_attribute(machine: Machine, array: np.ndarray, name: str, value: Any) -> None:
    """Raises Unsupported for others."""
    refuse_objects(array, value)
    if name == "shape":
        machine.array(0, VIEW, 0.0)
        array.shape = value
    elif name in {"real", "imag"}:
        put_into(machine, getattr(array, name), ..., value)
        setattr(array, name, value)
        if type(value) is np.ndarray and sys.getrefcount(value) <= _ONLY_HERE + machine.references(value):
            # Its elements were copied, and it is gone.
            machine.aside_of(value)
    else:
        raise Unsupported(f"assigning to ndarray.{name}")
