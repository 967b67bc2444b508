"""Methods of ``scipy.optimize.minimize`` that use gradients: BFGS, conjugate gradients, L-BFGS-B."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import TooLarge

#: Nanoseconds of an iteration of BFGS and of the method of conjugate gradients, of a look of L-BFGS-B; of the first
#: for each element of a matrix of as many rows as there are numbers, and for each multiplication of two products of
#: such matrices.
_BFGS: Final = 52_000.0
_OF_MATRIX: Final = 6.0
_OF_PRODUCT: Final = 0.045
_PRODUCTS: Final = 2
#: Of the allowance for each of these, and the most numbers of which there is such a matrix here.
_HERE: Final = 0.002
_MOST_NUMBERS: Final = 1_000
_CONJUGATE: Final = 85_000.0
_LIMITED: Final = 14_000.0
_LIMITED_NUMBER: Final = 60.0
#: Steps that L-BFGS-B remembers, looks along a line at most, and how often a method goes on for each number.
_REMEMBERED: Final = 10
_LOOKS: Final = 10
_TURNS: Final = 200
_MOST_TURNS: Final = 15_000
#: How far a step along a line must go down, for what the slope promises.
_DOWN: Final = 1e-4
_LIMITED_DOWN: Final = 1e-3
_NEARER: Final = 4.0
#: What slopes that are told by differences are not to be trusted within; how much less flat than asked for a place is
#: that will do where nothing lower is found.
_BLURRED: Final = 1e-14
_NEARLY: Final = 100.0


class Slope(NamedTuple):
    """What is minimized.

    Attributes:
        value: of numbers in a row; slope: along each axis, of what has such a value.
        low, high: between which the numbers are, where there are bounds.
    """

    value: Callable[[Any], float]
    slope: Callable[[Any, float], Any]
    low: Any = None
    high: Any = None


class Ended(NamedTuple):
    """Where a method ended: the place, its value and slope, iterations, and whether it was for having found it."""

    x: Any
    value: float
    slope: Any
    turns: int
    is_found: bool


def _searched(
    of: Slope, x: Any, value: float, slope: Any, way: Any, first: float, *, down: float, flat: float
) -> tuple[float, float, Any] | None:
    """A step along a way where it is lower and flatter, with the value and slope there; None where there is none."""
    along = float(slope @ way)
    low, high, step = 0.0, math.inf, first
    for _ in range(_LOOKS):
        there = x + step * way
        found = of.value(there)
        inclined = of.slope(there, found)
        rising = float(inclined @ way)
        is_down = found <= value + down * step * along + _BLURRED * max(1.0, abs(value))
        if is_down and abs(rising) <= flat * abs(along):
            return step, found, inclined
        if not is_down or rising >= 0.0:
            high = step
        else:
            low = step
        # Where a parabola would have its bottom.
        bottom = step * along / (along - rising) if along != rising else math.nan
        if math.isinf(high):
            step = min(max(bottom, 2.0 * step), _NEARER * step) if math.isfinite(bottom) else _NEARER * step
        else:
            room = high - low
            is_within = math.isfinite(bottom) and low + 0.05 * room < bottom < high - 0.05 * room
            step = bottom if is_within else (low + high) / 2.0
    return None


def by_bfgs(machine: Machine, of: Slope, x: Any, *, tolerance: float, turns: int | None) -> Ended:
    """By a matrix that is brought nearer to the inverse one of the second slopes at each step."""
    count = len(x)
    if count > _MOST_NUMBERS:
        raise TooLarge("many numbers to be found")
    value = of.value(x)
    slope = of.slope(x, value)
    inverse, unit = np.eye(count), np.eye(count)
    before = value + float(np.linalg.norm(slope)) / 2.0
    most = _TURNS * count if turns is None else turns
    for turn in range(most):
        if np.abs(slope).max() <= tolerance:
            return Ended(x, value, slope, turn, is_found=True)
        multiplied = _PRODUCTS * float(count) ** 3
        machine.allows(_HERE * multiplied)
        machine.array(count, _BFGS, _OF_MATRIX * count * count + _OF_PRODUCT * multiplied)
        way = -inverse @ slope
        first = _first_step(value, before, float(slope @ way))
        found = _searched(of, x, value, slope, way, first, down=_DOWN, flat=0.9)
        if found is None or not math.isfinite(found[1]):
            return Ended(x, value, slope, turn, is_found=bool(np.abs(slope).max() <= _NEARLY * tolerance))
        before = value
        step, value, new = found
        moved, changed = step * way, new - slope
        x, slope = x + moved, new
        curved = float(changed @ moved)
        part = 1.0 / curved if curved else 1000.0
        side = unit - part * np.outer(moved, changed)
        inverse = side @ inverse @ side.T + part * np.outer(moved, moved)
    return Ended(x, value, slope, most, is_found=False)


def _first_step(value: float, before: float, along: float) -> float:
    step = 1.01 * 2.0 * (value - before) / along if along else 1.0
    return step if 0.0 < step < 1.0 else 1.0


def by_conjugates(machine: Machine, of: Slope, x: Any, *, tolerance: float, turns: int | None) -> Ended:
    """By ways each of which keeps what those before have reached, as Polak and Ribiere found."""
    value = of.value(x)
    slope = of.slope(x, value)
    before, way = value + float(np.linalg.norm(slope)) / 2.0, -slope
    most = _TURNS * len(x) if turns is None else turns
    for turn in range(most):
        if np.abs(slope).max() <= tolerance:
            return Ended(x, value, slope, turn, is_found=True)
        machine.array(len(x), _CONJUGATE, 0.0)
        if slope @ way >= 0.0:
            way = -slope
        first = _first_step(value, before, float(slope @ way))
        found = _searched(of, x, value, slope, way, first, down=_DOWN, flat=0.4)
        if found is None or not math.isfinite(found[1]):
            return Ended(x, value, slope, turn, is_found=bool(np.abs(slope).max() <= _NEARLY * tolerance))
        before = value
        step, value, new = found
        share = max(0.0, float((new - slope) @ new) / float(slope @ slope))
        x, slope, way = x + step * way, new, share * way - new
    return Ended(x, value, slope, most, is_found=False)


def by_limited_bfgs(machine: Machine, of: Slope, x: Any, *, tolerance: float, least: float, turns: int | None) -> Ended:
    """By the last few steps alone, within bounds.

    Args:
        least: part of the value that a step is to gain.
    """
    low = np.full(len(x), -np.inf) if of.low is None else of.low
    high = np.full(len(x), np.inf) if of.high is None else of.high
    x = np.clip(x, low, high)
    value = of.value(x)
    slope = of.slope(x, value)
    steps: list[tuple[Any, Any]] = []
    most = _MOST_TURNS if turns is None else turns
    for turn in range(most):
        if np.abs(np.clip(x - slope, low, high) - x).max() <= tolerance:
            return Ended(x, value, slope, turn, is_found=True)
        held = ((x <= low) & (slope > 0.0)) | ((x >= high) & (slope < 0.0))
        way = np.where(held, 0.0, _downwards(slope, steps))
        if slope @ way >= 0.0:
            steps.clear()
            way = np.where(held, 0.0, -slope)
        room = _room(x, way, low, high)
        length = float(np.linalg.norm(way))
        first = min(1.0 if steps else min(1.0, 1.0 / length), room)
        looking = of._replace(value=lambda there: _looked(machine, of, np.clip(there, low, high)))
        found = _searched(looking, x, value, slope, way, first, down=_LIMITED_DOWN, flat=0.9 if room > first else 1e9)
        if found is None or not math.isfinite(found[1]):
            return Ended(x, value, slope, turn, is_found=bool(np.abs(slope).max() <= _NEARLY * tolerance))
        step, new_value, new = found
        there = np.clip(x + step * way, low, high)
        moved, changed = there - x, new - slope
        gained = (value - new_value) / max(abs(value), abs(new_value), 1.0)
        x, value, slope = there, new_value, new
        if gained <= least:
            return Ended(x, value, slope, turn + 1, is_found=True)
        if moved @ changed > np.finfo(np.float64).eps * (changed @ changed):
            steps = [*steps[1 - _REMEMBERED :], (moved, changed)]
    return Ended(x, value, slope, most, is_found=False)


def _looked(machine: Machine, of: Slope, x: Any) -> float:
    machine.array(len(x), _LIMITED, _LIMITED_NUMBER * len(x))
    return of.value(x)


def _room(x: Any, way: Any, low: Any, high: Any) -> float:
    """How long a step may be before one of the numbers is at a bound."""
    ends = np.where(way > 0.0, high - x, np.where(way < 0.0, low - x, np.inf))
    return float(np.min(np.where(way == 0.0, np.inf, ends / np.where(way == 0.0, 1.0, way))))


def _downwards(slope: Any, steps: list[tuple[Any, Any]]) -> Any:
    """The way that the steps before tell of."""
    way, parts = -slope, []
    for moved, changed in reversed(steps):
        part = float(moved @ way) / float(moved @ changed)
        parts.append(part)
        way = way - part * changed
    if steps:
        moved, changed = steps[-1]
        way = way * (float(moved @ changed) / float(changed @ changed))
    for (moved, changed), part in zip(steps, reversed(parts), strict=True):
        way = way + (part - float(changed @ way) / float(moved @ changed)) * moved
    return way
