"""``scipy.optimize.minimize_scalar``."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback
from perfcast.trial.libraries.scipy.results import Result

One = Callable[[float], float]

#: Nanoseconds of a call, of an iteration.
_CALL: Final = 26_000.0
_ITERATION: Final = 900.0
_GOLDEN: Final = 1.618034
_SECTION: Final = 0.3819660
_LEAST: Final = 1e-21
_NEAR: Final = 1.48e-8
_FURTHEST: Final = 110.0
_MOST: Final = 1_000
_BOUNDED_NEAR: Final = 1e-5
_BOUNDED_MOST: Final = 500


def minimize_scalar(
    machine: Machine,
    fun: Any,
    bracket: Any = None,
    bounds: Any = None,
    args: Any = (),
    method: Any = None,
    tol: Any = None,
    options: Any = None,
) -> Result:
    """As SciPy's."""
    told = (method or ("bounded" if bounds is not None else "brent")).lower()
    if told not in {"brent", "bounded"} or not set(options or {}) <= {"maxiter", "xatol", "xtol", "disp"}:
        raise Unsupported("a method of another kind")
    chosen = dict(options or {})
    run = Callback(machine, fun, args)
    machine.array(0, _CALL, 0.0)

    def looked(x: float) -> float:
        machine.array(0, _ITERATION, 0.0)
        return run.number(x)

    if told == "bounded":
        low, high = (float(one) for one in bounds)
        if low > high:
            raise ValueError("The lower bound exceeds the upper bound.")
        near = chosen.get("xatol", tol if tol is not None else _BOUNDED_NEAR)
        x, value, turns = _between(looked, low, high, float(near), int(chosen.get("maxiter", _BOUNDED_MOST)))
    else:
        near = chosen.get("xtol", tol if tol is not None else _NEAR)
        ends = None if bracket is None else tuple(float(one) for one in bracket)
        x, value, turns, _ = lowest(looked, float(near), ends, int(chosen.get("maxiter", 500)))
    return Result(
        machine,
        {"fun": value, "nit": turns, "nfev": run.calls, "x": x, "success": True, "message": "Solution found."},
    )


def lowest(
    run: One, near: float, ends: tuple[float, ...] | None = None, most: int = 500
) -> tuple[float, float, int, bool]:
    """The lowest place, by Brent's parabolas; its value, iterations, and whether it was found.

    Args:
        ends: two places to begin at, or three the middle one of which is the lowest.
    """
    if ends is not None and len(ends) == 3:
        left, middle, right = ends
        value = run(middle)
    else:
        left, middle, right, value = _bracketed(run, *(ends or (0.0, 1.0)))
    low, high = min(left, right), max(left, right)
    return _by_parabolas(run, low, high, middle, value, lambda x: near * abs(x) + 1e-11, most)


def _bracketed(run: One, first: float, second: float) -> tuple[float, float, float, float]:
    """Places the middle one of which is lower than both others."""
    one, other = run(first), run(second)
    if one < other:
        first, second, one, other = second, first, other, one
    third = second + _GOLDEN * (second - first)
    value = run(third)
    for _ in range(_MOST):
        if value >= other:
            return first, second, third, other
        turned = (second - first) * (other - value)
        away = (second - third) * (other - one)
        spread = away - turned
        bottom = second - ((second - third) * away - (second - first) * turned) / (
            2.0 * (spread if abs(spread) > _LEAST else _LEAST)
        )
        limit = second + _FURTHEST * (third - second)
        is_beyond = (bottom - third) * (limit - bottom) > 0.0
        if (second - bottom) * (bottom - third) > 0.0:
            found = run(bottom)
            if found < value:
                return second, bottom, third, found
            if found > other:
                return first, second, bottom, other
            bottom = third + _GOLDEN * (third - second)
        elif not is_beyond:
            bottom = third + _GOLDEN * (third - second) if (bottom - third) * (third - second) <= 0.0 else limit
        found = run(bottom)
        first, second, third = second, third, bottom
        one, other, value = other, value, found
    raise Unsupported("a function without a lowest place")


def _by_parabolas(
    run: One, low: float, high: float, x: float, value: float, near: Callable[[float], float], most: int
) -> tuple[float, float, int, bool]:
    second = third = x
    second_value = third_value = value
    moved = before = 0.0
    for turn in range(most):
        close = near(x)
        middle = (low + high) / 2.0
        if abs(x - middle) <= 2.0 * close - (high - low) / 2.0:
            return x, value, turn, True
        step = math.nan
        if abs(before) > close:
            left = (x - second) * (value - third_value)
            right = (x - third) * (value - second_value)
            upper, lower = (x - third) * right - (x - second) * left, 2.0 * (right - left)
            upper, lower = (-upper, lower) if lower > 0.0 else (upper, -lower)
            fits = abs(upper) < abs(0.5 * lower * before) and lower * (low - x) < upper < lower * (high - x)
            step = upper / lower if fits and lower else math.nan
        if math.isfinite(step):
            before, moved = moved, step
            if min(x + step - low, high - x - step) < 2.0 * close:
                moved = close if middle >= x else -close
        else:
            before = (low if x >= middle else high) - x
            moved = _SECTION * before
        place = x + (moved if abs(moved) >= close else math.copysign(close, moved))
        found = run(place)
        if found <= value:
            low, high = (x, high) if place >= x else (low, x)
            third, third_value, second, second_value = second, second_value, x, value
            x, value = place, found
            continue
        low, high = (place, high) if place < x else (low, place)
        if found <= second_value or second == x:
            third, third_value, second, second_value = second, second_value, place, found
        elif found <= third_value or third in (x, second):
            third, third_value = place, found
    return x, value, most, False


def _between(run: One, low: float, high: float, near: float, most: int) -> tuple[float, float, int]:
    """Of places between bounds, which it does not look at themselves."""
    x = low + _SECTION * (high - low)
    found = _by_parabolas(run, low, high, x, run(x), lambda place: _NEAR * abs(place) + near / 3.0, most)
    return found[:3]
