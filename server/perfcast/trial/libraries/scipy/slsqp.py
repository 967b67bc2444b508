"""SLSQP of ``scipy.optimize.minimize``: a sequence of quadratic programs with linearised constraints."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback, slopes
from perfcast.trial.libraries.scipy.gradient_methods import Ended, Slope

#: Nanoseconds of an iteration, and for each element of a matrix of as many rows as there are numbers; of looking at a
#: constraint, and of its slopes by differences.
_ITERATION: Final = 36_000.0
_OF_MATRIX: Final = 20.0
_CONSTRAINT: Final = 1_500.0
_CONSTRAINT_SLOPES: Final = 30_000.0
_TURNS: Final = 100
_EXCHANGES: Final = 200
_NEAR: Final = 1e-9


class _Constraint:
    """One of the unit's: what it gives is nothing, or not below."""

    def __init__(self, machine: Machine, told: Any) -> None:
        if not isinstance(told, dict) or told.get("type") not in ("eq", "ineq") or not set(told) <= _ENTRIES:
            raise Unsupported("a constraint of another kind")
        self.is_equal = told["type"] == "eq"
        args = told.get("args", ())
        self.run = Callback(machine, told["fun"], args, call=_CONSTRAINT)
        self.slope = Callback(machine, told["jac"], args, call=_CONSTRAINT) if told.get("jac") is not None else None
        self._machine = machine

    def inclined(self, x: Any, there: Any) -> Any:
        """A row for each number that it gives."""
        if self.slope is not None:
            return np.atleast_2d(self.slope.vector(x))
        self._machine.array(0, _CONSTRAINT_SLOPES, 0.0)
        return slopes(self.run.vector, x, there).T


_ENTRIES: Final = frozenset({"type", "fun", "jac", "args"})


def by_quadratic_programs(
    machine: Machine, of: Slope, x: Any, constraints: Any, *, least: float, turns: int | None
) -> Ended:
    """
    Args:
        least: what a step is to gain.
    """
    listed = constraints if isinstance(constraints, list | tuple) else [constraints]
    bounds = [_Constraint(machine, one) for one in listed]
    if of.low is not None:
        x = np.clip(x, of.low, of.high)
    curved = np.eye(len(x))
    value = of.value(x)
    slope = of.slope(x, value)
    heights = [one.run.vector(x) for one in bounds]
    rows = [one.inclined(x, height) for one, height in zip(bounds, heights, strict=True)]
    weight, most = 0.0, _TURNS if turns is None else turns
    for turn in range(most):
        machine.array(len(x), _ITERATION, _OF_MATRIX * len(x) ** 2)
        way, forces = _bottom(curved, slope, *_flat(bounds, heights, rows, x, of))
        weight = max(weight, float(np.abs(forces).max(initial=0.0)))
        missed = _missed(bounds, heights)
        if abs(float(slope @ way)) + weight * missed < least or not way.any():
            return Ended(x, value, slope, turn + 1, is_found=missed < math.sqrt(least))
        step, there, new_value, new_heights = _stepped(of, bounds, x, value, slope, way, heights, weight)
        is_done = missed < least and (abs(new_value - value) < least or np.linalg.norm(step * way) < least)
        if is_done:
            return Ended(there, new_value, slope, turn + 1, is_found=True)
        new = of.slope(there, new_value)
        new_rows = [one.inclined(there, height) for one, height in zip(bounds, new_heights, strict=True)]
        of_bounds = [(other - one).T for one, other in zip(rows, new_rows, strict=True)]
        turned = new - slope
        if of_bounds:
            several = np.concatenate(of_bounds, axis=1)
            turned = turned - several @ forces[: several.shape[1]]
        curved = _bent(curved, step * way, turned)
        x, value, slope, heights, rows = there, new_value, new, new_heights, new_rows
    return Ended(x, value, slope, most, is_found=False)


def _flat(bounds: list[_Constraint], heights: list[Any], rows: list[Any], x: Any, of: Slope) -> tuple[Any, Any, Any]:
    """Rows and heights of what is linear, and which of them are to be nothing."""
    unit = np.eye(len(x))
    sides, levels = [*rows], [*heights]
    equal = [np.full(len(height), one.is_equal) for one, height in zip(bounds, heights, strict=True)]
    if of.low is not None:
        for side, level in ((unit, x - of.low), (-unit, of.high - x)):
            kept = np.isfinite(level)
            sides.append(side[kept])
            levels.append(level[kept])
            equal.append(np.zeros(int(kept.sum()), dtype=bool))
    if not sides:
        return np.empty((0, len(x))), np.empty(0), np.empty(0, dtype=bool)
    return np.concatenate(sides), np.concatenate(levels), np.concatenate(equal)


def _bottom(curved: Any, slope: Any, sides: Any, levels: Any, equal: Any) -> tuple[Any, Any]:
    """The lowest place of a parabola, within linear bounds, and with what force each of them keeps it there."""
    active = [int(one) for one in np.flatnonzero(equal)]
    count = len(slope)
    for _ in range(_EXCHANGES):
        kept = sides[active]
        matrix = np.block([[curved, -kept.T], [kept, np.zeros((len(active), len(active)))]])
        found = np.linalg.lstsq(matrix, np.concatenate((-slope, -levels[active])), rcond=None)[0]
        way, pulls = found[:count], found[count:]
        forces = np.zeros(len(levels))
        forces[active] = pulls
        loose = [one for one, pull in zip(active, pulls, strict=True) if pull < -_NEAR and not equal[one]]
        if loose:
            active.remove(min(loose, key=lambda one: forces[one]))
            continue
        left = sides @ way + levels
        left[active] = 0.0
        if not len(left) or left.min() >= -_NEAR:
            return way, forces
        active.append(int(left.argmin()))
    raise Unsupported("bounds that exclude each other")


def _missed(bounds: list[_Constraint], heights: list[Any]) -> float:
    return sum(
        float(np.abs(height).sum() if one.is_equal else np.maximum(-height, 0.0).sum())
        for one, height in zip(bounds, heights, strict=True)
    )


def _stepped(
    of: Slope,
    bounds: list[_Constraint],
    x: Any,
    value: float,
    slope: Any,
    way: Any,
    heights: list[Any],
    weight: float,
) -> tuple[float, Any, float, list[Any]]:
    """A step along a way that makes it lower, with what the bounds that are missed weigh."""
    missed = _missed(bounds, heights)
    promised = float(slope @ way) - weight * missed
    step = 1.0
    while True:
        there = x + step * way
        if of.low is not None:
            there = np.clip(there, of.low, of.high)
        found = of.value(there)
        new = [one.run.vector(there) for one in bounds]
        gained = value + weight * missed - found - weight * _missed(bounds, new)
        if gained >= -0.1 * step * promised * 1e-3 or step < 1e-3:
            return step, there, found, new
        step = max(0.1, 0.5 * -promised * step / max(-promised * step + gained * -1.0, 1e-300)) * step


def _bent(curved: Any, moved: Any, turned: Any) -> Any:
    """Brought nearer to the second slopes, as Powell keeps it a bowl."""
    bent = curved @ moved
    along, across = float(moved @ turned), float(moved @ bent)
    if across <= 0.0:
        return curved
    if along < 0.2 * across:
        share = 0.8 * across / (across - along)
        turned = share * turned + (1.0 - share) * bent
        along = float(moved @ turned)
    return curved + np.outer(turned, turned) / along - np.outer(bent, bent) / across
