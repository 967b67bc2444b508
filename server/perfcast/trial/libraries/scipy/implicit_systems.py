"""The linear systems of implicit methods: how slopes change with values, and what is solved with that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import STEP
from perfcast.trial.libraries.scipy.initial_value_steps import Problem

#: Nanoseconds of the closed world's own, and of SciPy's, for each of the cube of a system's unknowns.
_HERE: Final = 0.5
_FACTORED: Final = 0.08
#: Bytes of a number, and how many of a system's size there are for a moment.
_WIDE: Final = 8
_BRIEF: Final = 2


class ImplicitPrices(NamedTuple):
    """Nanoseconds of what an implementation does besides calling the right-hand side.

    Attributes:
        step: of a step that is tried.
        turn: of one of Newton's.
        factors: of factors of a small system.
        jacobian: of how slopes change with values; column: with one of them.
    """

    step: float
    turn: float
    factors: float
    jacobian: float
    column: float


class Jacobian:
    """How slopes change with values: by differences, or as a function says, or always the same.

    Attributes:
        prices: what the method costs that goes by it.
        times: how often it was asked for; factored: how often something was factored; beside: how often the
            right-hand side was called for it.
    """

    def __init__(
        self, machine: Machine, problem: Problem, prices: ImplicitPrices, given: Callable[[float, Any], Any] | Any
    ) -> None:
        """
        Args:
            given: the function, or what is always the same; None for differences.
        """
        self._machine, self._problem, self.prices, self._given = machine, problem, prices, given
        self.is_constant = given is not None and not callable(given)
        self.times = 0
        self.factored = 0
        self.beside = 0

    def at(self, at: float, value: Any) -> Any:
        """A row for each slope."""
        number = len(value)
        if self.is_constant:
            return self._checked(self._given, number)
        self.times += 1
        if self._given is not None:
            return self._checked(self._given(at, value), number)
        self.beside += 1 + number
        self._machine.array(0, self.prices.jacobian, self.prices.column * number)
        self._machine.briefly(_BRIEF * _WIDE * number**2)
        slope = self._problem.slope(at, value)
        found = np.empty((number, number))
        wide = STEP * np.maximum(np.abs(value), self._problem.absolute)
        for axis in range(number):
            beside = value.copy()
            beside[axis] += wide[axis] if slope[axis] >= 0.0 else -wide[axis]
            found[:, axis] = (self._problem.slope(at, beside) - slope) / (beside[axis] - value[axis])
        return found

    def factors(self, matrix: Any, times: float = 1.0) -> Any:
        """What gives the solutions of the system, at so many times the price of a real one."""
        number = len(matrix)
        self.factored += 1
        self._machine.array(0, self.prices.factors, times * _FACTORED * number**3)
        self._machine.allows(_HERE * times * number**3)
        self._machine.briefly(_BRIEF * _WIDE * number**2)
        try:
            return np.linalg.inv(matrix)
        except np.linalg.LinAlgError:
            raise Unsupported("a system that has no solution") from None

    @staticmethod
    def _checked(found: Any, number: int) -> Any:
        array = np.asarray(found, dtype=np.float64)
        if array.shape != (number, number):
            raise ValueError(f"`jac` is expected to have shape {(number, number)}, but actually has {array.shape}.")
        return array
