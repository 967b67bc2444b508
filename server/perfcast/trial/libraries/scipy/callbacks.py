"""Functions of the unit's own that SciPy calls: objectives, right-hand sides, integrands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import OWN
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.scipy.function_calls import taken

#: What values are given for, one or several at a time.
Numbers = Callable[[Any], Any]
_NUMBERS: Final = (int, float, np.integer, np.floating, np.bool_)
#: A step between two values by whose difference a slope is told, as a part of them.
STEP: Final = float(np.sqrt(np.finfo(np.float64).eps))


class Callback:
    """One of them, as it is called for numbers.

    Attributes:
        calls: how often it was called.
    """

    def __init__(self, machine: Machine, function: Any, args: Any = (), call: float = 0.0) -> None:
        """
        Args:
            args: what it is given besides.
            call: nanoseconds that a call takes before and after it.
        """
        if not (isinstance(function, OWN) or callable(function)) or type(function) is Module:
            raise Unsupported("a function that cannot be called")
        self._machine, self._function, self._call = machine, function, call
        self._args = args if isinstance(args, tuple) else (args,)
        self.calls = 0

    def __call__(self, *given: Any) -> Any:
        """What it gives, whatever that is."""
        self.calls += 1
        self._machine.array(0, self._call, 0.0)
        handed = tuple([one.copy() if isinstance(one, np.ndarray) else one for one in given])
        return invoke(self._machine, self._function, (*handed, *self._args), {})

    def number(self, *given: Any) -> float:
        """The number that it gives. Raises Unsupported where it is none."""
        found = self(*given)
        if isinstance(found, np.ndarray) and found.size == 1:
            found = found.ravel()[0]
        if not isinstance(found, _NUMBERS):
            raise Unsupported("a function that gives no number")
        return float(found)

    def vector(self, *given: Any) -> Any:
        """The numbers that it gives, in a row."""
        found = taken(self._machine, self(*given))
        return np.atleast_1d(np.asarray(found, dtype=np.float64))


def vector_of(machine: Machine, value: Any) -> Any:
    """Numbers that are given to begin with, in a row."""
    found = np.atleast_1d(np.asarray(taken(machine, value)))
    if found.dtype.kind not in "biuf" or found.ndim != 1:
        raise Unsupported("what is not begun with numbers in a row")
    return found.astype(np.float64)


def slopes(run: Numbers, at: Any, value: Any, high: Any = None) -> Any:
    """Differences to the values at places next to this one, along each axis, by how far these are away.

    Args:
        value: what there is at the place itself.
        high: beyond which there is nothing.
    """
    found = []
    for axis in range(len(at)):
        step = STEP * (1.0 if at[axis] >= 0.0 else -1.0) * max(1.0, abs(at[axis]))
        if high is not None and at[axis] + step > high[axis]:
            step = -step
        beside = at.copy()
        beside[axis] += step
        found.append((np.asarray(run(beside)) - value) / (beside[axis] - at[axis]))
    return np.array(found)
