"""Steps by backward differences: numerical differentiation formulas of orders one to five.

As in Shampine's and Reichelt's "The MATLAB ODE Suite": differences of equal steps, interpolated anew where these change
(Byrne and Hindmarsh), and Newton's method with a Jacobian that is kept for as long as it will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.scipy.implicit_systems import Jacobian
from perfcast.trial.libraries.scipy.initial_value_steps import Problem, Step, check_length, root_mean_square

_HIGHEST: Final = 5
_KAPPA: Final = np.array([0.0, -0.1850, -1 / 9, -0.0823, -0.0415, 0.0])
_GAMMA: Final = np.hstack((0.0, np.cumsum(1.0 / np.arange(1, _HIGHEST + 1))))
_ALPHA: Final = (1.0 - _KAPPA) * _GAMMA
_OFF: Final = _KAPPA * _GAMMA + 1.0 / np.arange(1, _HIGHEST + 2)
_TURNS: Final = 4
_SAFE: Final = 0.9
_SHORTER: Final = 0.2
_LONGER: Final = 10.0
#: By how much steps may change, and how many may be taken, before LSODA asks for the Jacobian anew.
_FAR: Final = 0.3
_OLD: Final = 20
_EPSILON: Final = float(np.finfo(np.float64).eps)


def backward_steps(machine: Machine, problem: Problem, jacobian: Jacobian, *, keeps: bool = True) -> Iterator[Step]:
    """From one place to the other one.

    Args:
        keeps: the Jacobian while Newton's method converges, and factors for one length of steps; otherwise both
            together, for lengths that are near, as LSODA does.
    """
    return _BackwardDifferences(machine, problem, jacobian, keeps=keeps).steps()


class _BackwardDifferences:
    """How far it has come."""

    def __init__(self, machine: Machine, problem: Problem, jacobian: Jacobian, *, keeps: bool) -> None:
        self._machine, self._problem, self._jacobian, self._prices = machine, problem, jacobian, jacobian.prices
        self._keeps = keeps
        self._place, self._order, self._equal = problem.start, 1, 0
        slope = problem.slope(problem.start, problem.begun)
        self._length = problem.first_length(1, slope)
        self._differences = np.zeros((_HIGHEST + 3, len(problem.begun)))
        self._differences[0] = problem.begun
        self._differences[1] = slope * self._length * problem.way
        self._slopes: Any = jacobian.at(problem.start, problem.begun) if self._length else None
        self._factors: Any = None
        #: What the factors are for, and steps since.
        self._factored, self._since = 1.0, 0
        self._near = max(10.0 * _EPSILON / problem.relative, min(0.03, problem.relative**0.5))
        self._slope = slope

    def steps(self) -> Iterator[Step]:
        problem = self._problem
        while (problem.end - self._place) * problem.way > 0.0:
            start, before, slope_before = self._place, self._differences[0].copy(), self._slope
            safe = self._gone()
            yield Step(start, self._place, before, self._differences[0].copy(), slope_before, self._slope)
            self._equal += 1
            if self._equal > self._order:
                self._choose(safe)

    def _gone(self) -> float:
        """Goes a step, and says how careful to be with the next one."""
        problem = self._problem
        is_new = False
        if self._length > problem.longest:
            self._change(problem.longest / self._length)
        while True:
            check_length(self._place, self._length)
            self._machine.array(len(problem.begun), self._prices.step, 0.0)
            there = self._place + problem.way * self._length
            if problem.is_last(self._place, self._length) and there != problem.end:
                self._change(abs(problem.end - self._place) / self._length)
                there = problem.end
            order = self._order
            predicted = self._differences[: order + 1].sum(axis=0)
            history = self._differences[1 : order + 1].T @ _GAMMA[1 : order + 1] / _ALPHA[order]
            scale = problem.way * self._length / _ALPHA[order]
            if not self._keeps and (abs(scale / self._factored - 1.0) > _FAR or self._since >= _OLD):
                self._factors = None
            while True:
                if self._factors is None:
                    self._factored, self._since = scale, 0
                    if not (self._keeps or is_new):
                        self._slopes, is_new = self._jacobian.at(there, predicted), True
                    system = np.eye(len(predicted)) - scale * self._slopes
                    self._factors = self._jacobian.factors(system)
                turns, moved = self._solved(there, predicted, scale, history)
                if moved is not None or is_new or self._jacobian.is_constant:
                    break
                self._slopes, self._factors, is_new = self._jacobian.at(there, predicted), None, True
            if moved is None:
                self._change(0.5)
                continue
            safe = _SAFE * (2 * _TURNS + 1) / (2 * _TURNS + turns)
            missed = root_mean_square(_OFF[order] * moved / problem.wide(predicted + moved))
            if missed <= 1.0:
                break
            factors = self._factors
            self._change(max(_SHORTER, safe * missed ** (-1.0 / (order + 1))))
            # Newton's method converged with them.
            self._factors = factors
        self._place = there
        self._since += 1
        self._slope = (history + moved) / scale
        self._differences[order + 2] = moved - self._differences[order + 1]
        self._differences[order + 1] = moved
        for place in range(order, -1, -1):
            self._differences[place] += self._differences[place + 1]
        return safe

    def _solved(self, there: float, predicted: Any, scale: float, history: Any) -> tuple[int, Any]:
        """How many turns Newton's method took, and how far what it found is from what was predicted, if anywhere."""
        wide = self._problem.wide(predicted)
        moved = np.zeros_like(predicted)
        last = None
        #: Of factors that are for another length.
        damping = 1.0 if self._keeps else 2.0 / (1.0 + scale / self._factored)
        for turn in range(_TURNS):
            self._machine.array(0, self._prices.turn, 0.0)
            slope = self._problem.slope(there, predicted + moved)
            if not np.isfinite(slope).all():
                break
            change = damping * (self._factors @ (scale * slope - history - moved))
            size = root_mean_square(change / wide)
            rate = None if last is None else size / last
            if rate is not None and (rate >= 1.0 or rate ** (_TURNS - turn) / (1.0 - rate) * size > self._near):
                break
            moved = moved + change
            if not size or (rate is not None and rate / (1.0 - rate) * size < self._near):
                return turn + 1, moved
            last = size
        return _TURNS, None

    def _choose(self, safe: float) -> None:
        """The order and the length of the steps to come."""
        order, wide = self._order, self._problem.wide(self._differences[0])
        missed = np.full(3, np.inf)
        for place, other in enumerate(range(order - 1, order + 2)):
            if 1 <= other <= _HIGHEST:
                missed[place] = root_mean_square(_OFF[other] * self._differences[other + 1] / wide)
        with np.errstate(divide="ignore"):
            longer = missed ** (-1.0 / np.arange(order, order + 3))
        best = int(np.argmax(longer))
        self._order += best - 1
        self._change(min(_LONGER, safe * float(longer[best])))

    def _change(self, factor: float) -> None:
        """Makes steps as many times as long."""
        order = self._order
        through = (_interpolation(order, factor) @ _interpolation(order, 1.0)).T
        self._differences[: order + 1] = through @ self._differences[: order + 1]
        self._length *= factor
        self._equal = 0
        if self._keeps:
            self._factors = None


def _interpolation(order: int, factor: float) -> Any:
    """What differences of steps become for steps as many times as long."""
    rows, columns = np.arange(1, order + 1)[:, None], np.arange(1, order + 1)
    found = np.zeros((order + 1, order + 1))
    found[1:, 1:] = (rows - 1 - factor * columns) / rows
    found[0] = 1.0
    return np.cumprod(found, axis=0)
