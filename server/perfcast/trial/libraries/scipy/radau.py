"""Steps of Radau's kind, of order five: as in Hairer's and Wanner's "Solving Ordinary Differential Equations II"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.scipy.implicit_systems import Jacobian
from perfcast.trial.libraries.scipy.initial_value_steps import Problem, Step, check_length, root_mean_square

_ROOT: Final = 6**0.5
_AT: Final = np.array([(4 - _ROOT) / 10, (4 + _ROOT) / 10, 1.0])
_SHARES: Final = np.array(
    [
        [(88 - 7 * _ROOT) / 360, (296 - 169 * _ROOT) / 1800, (-2 + 3 * _ROOT) / 225],
        [(296 + 169 * _ROOT) / 1800, (88 + 7 * _ROOT) / 360, (-2 - 3 * _ROOT) / 225],
        [(16 - _ROOT) / 36, (16 + _ROOT) / 36, 1 / 9],
    ]
)
_OFF: Final = np.array([-13 - 7 * _ROOT, -13 + 7 * _ROOT, -1.0]) / 3
#: By which the systems of the three places come apart into a real one and a pair of complex ones, of which one will do.
_VALUES, _VECTORS = np.linalg.eig(np.linalg.inv(_SHARES))
_REAL_ONE: Final = int(np.argmin(np.abs(_VALUES.imag)))
_COMPLEX_ONE: Final = int(np.argmax(_VALUES.imag))
_REAL: Final = float(_VALUES[_REAL_ONE].real)
_APART: Final = np.linalg.inv(_VECTORS) @ np.linalg.inv(_SHARES)
#: Coefficients of the polynomial through what was found, by the powers one to three.
_POWERS: Final = np.linalg.inv(_AT[:, None] ** np.arange(1, 4))
_TURNS: Final = 6
_SAFE: Final = 0.9
_SHORTER: Final = 0.2
_LONGER: Final = 10.0
#: How much more a complex system takes than a real one.
_COMPLEX: Final = 4.0
#: Steps that would become no longer than so many times are left as they are.
_WORTHWHILE: Final = 1.2
_FAST: Final = 1e-3
_EPSILON: Final = float(np.finfo(np.float64).eps)


def radau_steps(machine: Machine, problem: Problem, jacobian: Jacobian) -> Iterator[Step]:
    """From one place to the other one."""
    return _Radau(machine, problem, jacobian).steps()


class _Radau:
    """How far it has come."""

    def __init__(self, machine: Machine, problem: Problem, jacobian: Jacobian) -> None:
        self._machine, self._problem, self._jacobian, self._prices = machine, problem, jacobian, jacobian.prices
        self._place, self._value = problem.start, problem.begun
        self._slope = problem.slope(problem.start, problem.begun)
        self._length = problem.first_length(3, self._slope)
        self._slopes: Any = jacobian.at(problem.start, problem.begun) if self._length else None
        self._is_new = True
        self._factors: Any = None
        self._near = max(10.0 * _EPSILON / problem.relative, min(0.03, problem.relative**0.5))
        #: Length, error and what was found of the step before.
        self._last: tuple[float, float, Any] | None = None

    def steps(self) -> Iterator[Step]:
        problem = self._problem
        while (problem.end - self._place) * problem.way > 0.0:
            start, before, slope = self._place, self._value, self._slope
            self._go()
            yield Step(start, self._place, before, self._value, slope, self._slope)

    def _go(self) -> None:
        """Goes a step."""
        problem, number = self._problem, len(self._value)
        length, is_again = self._length, False
        while True:
            length = min(length, problem.longest)
            if problem.is_last(self._place, length):
                length = abs(problem.end - self._place)
            check_length(self._place, length)
            self._machine.array(number, self._prices.step, 0.0)
            step = problem.way * length
            wide = problem.wide(self._value)
            begun = self._extrapolated(step)
            while True:
                if self._factors is None:
                    self._factors = self._factored(step)
                turns, rate, found = self._solved(step, begun, wide)
                if found is not None or self._is_new or self._jacobian.is_constant:
                    break
                self._slopes = self._jacobian.at(self._place, self._value)
                self._factors, self._is_new = None, True
            if found is None:
                length, self._factors = 0.5 * length, None
                continue
            new = self._value + found[-1]
            wide = problem.wide(np.maximum(np.abs(self._value), np.abs(new)))
            beside = found.T @ _OFF / step
            off = step * (self._factors[0] @ (self._slope + beside))
            missed = root_mean_square(off / wide)
            if is_again and missed > 1.0:
                off = step * (self._factors[0] @ (problem.slope(self._place, self._value + off) + beside))
                missed = root_mean_square(off / wide)
            safe = _SAFE * (2 * _TURNS + 1) / (2 * _TURNS + turns)
            factor = safe * self._longer(length, missed)
            if missed <= 1.0:
                break
            length, self._factors, is_again = length * max(_SHORTER, factor), None, True
        is_slow = turns > 2 and rate > _FAST and not self._jacobian.is_constant
        factor = min(_LONGER, factor)
        if not is_slow and factor < _WORTHWHILE:
            factor = 1.0
        else:
            self._factors = None
        self._place = problem.end if problem.is_last(self._place, length) else self._place + step
        self._value, self._slope = new, problem.slope(self._place, new)
        self._is_new = is_slow
        if is_slow:
            self._slopes = self._jacobian.at(self._place, new)
        self._last = (length, missed, found)
        self._length = length * factor

    def _factored(self, step: float) -> tuple[Any, Any]:
        """Of the real and of the complex system."""
        unit = np.eye(len(self._value))
        return (
            self._jacobian.factors(_REAL * unit - step * self._slopes),
            self._jacobian.factors(_VALUES[_COMPLEX_ONE] * unit - step * self._slopes, _COMPLEX),
        )

    def _corrected(self, missing: Any) -> Any:
        """What the values at the three places are off by, told what is missing there."""
        real, complex_one = self._factors
        apart = _APART @ missing
        return (
            np.outer(_VECTORS[:, _REAL_ONE], real @ apart[_REAL_ONE])
            + 2.0 * np.outer(_VECTORS[:, _COMPLEX_ONE], complex_one @ apart[_COMPLEX_ONE])
        ).real

    def _extrapolated(self, step: float) -> Any:
        """What the polynomial of the step before says of the places of this one."""
        if self._last is None:
            return np.zeros((3, len(self._value)))
        length, _, found = self._last
        coefficients = _POWERS @ found
        shares = 1.0 + _AT * abs(step) / length
        return (shares[:, None] ** np.arange(1, 4)) @ coefficients - found[-1]

    def _solved(self, step: float, begun: Any, wide: Any) -> tuple[int, float, Any]:
        """How many turns Newton's method took, how fast it was, and what it found, if anything."""
        found, last, rate = begun, None, None
        for turn in range(_TURNS):
            self._machine.array(0, self._prices.turn, 0.0)
            slopes = np.array(
                [
                    self._problem.slope(self._place + part * step, self._value + one)
                    for part, one in zip(_AT.tolist(), found, strict=True)
                ]
            )
            if not np.isfinite(slopes).all():
                break
            change = self._corrected(step * _SHARES @ slopes - found)
            size = root_mean_square(change / wide)
            rate = None if last is None else size / last
            if rate is not None and (rate >= 1.0 or rate ** (_TURNS - turn) / (1.0 - rate) * size > self._near):
                break
            found = found + change
            if not size or (rate is not None and rate / (1.0 - rate) * size < self._near):
                return turn + 1, rate or 0.0, found
            last = size
        return _TURNS, rate or 0.0, None

    def _longer(self, length: float, missed: float) -> float:
        """By how much steps may become longer, as Gustafsson foretells it."""
        if not missed:
            return _LONGER
        share = missed**-0.25
        if self._last is None or not self._last[1]:
            return float(share)
        return float(min(1.0, length / self._last[0] * (self._last[1] / missed) ** 0.25) * share)
