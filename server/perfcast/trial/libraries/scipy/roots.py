"""``scipy.optimize``: roots of functions of one variable."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback
from perfcast.trial.libraries.scipy.results import Result

One = Callable[[float], float]

#: Nanoseconds of a call, by a bracket, by slopes and of ``root_scalar`` besides, and of an iteration of each.
_CALL: Final = 1_700.0
_ITERATION: Final = 800.0
_BY_SLOPES: Final = 16_000.0
_SLOPE: Final = 10_500.0
_NAMED: Final = 5_000.0
_NEAR: Final = 2e-12
_CLOSE: Final = 8.881784197001252e-16


def members(machine: Machine) -> dict[str, Callable[..., Any]]:
    """The functions by name."""
    by_bracket = {name: partial(_in_bracket, machine, run) for name, run in _BRACKETING.items()}
    return {
        **by_bracket,
        "newton": partial(_newton, machine),
        "root_scalar": partial(_root_scalar, machine),
    }


def _in_bracket(
    machine: Machine,
    by: Callable[..., float],
    f: Any,
    a: Any,
    b: Any,
    args: Any = (),
    xtol: Any = _NEAR,
    rtol: Any = _CLOSE,
    maxiter: Any = 100,
    full_output: Any = False,
    disp: Any = True,
) -> Any:
    run = Callback(machine, f, args)
    machine.array(0, _CALL, 0.0)
    x = _bracketed(machine, by, run, float(a), float(b), float(xtol), float(rtol), int(maxiter))
    return (x, _told(machine, x, run.calls)) if full_output else x


def _bracketed(
    machine: Machine,
    by: Callable[..., float],
    run: Callback,
    low: float,
    high: float,
    near: float,
    close: float,
    most: int,
) -> float:
    def looked(x: float) -> float:
        machine.array(0, _ITERATION, 0.0)
        return run.number(x)

    first, last = looked(low), looked(high)
    if first * last > 0.0:
        raise ValueError("f(a) and f(b) must have different signs")
    if not first or not last:
        return low if not first else high
    return float(machine.made(by(looked, low, high, first, last, near, close, most)))


def _told(machine: Machine, x: Any, calls: int) -> Result:
    return Result(
        machine,
        {"root": x, "iterations": max(0, calls - 2), "function_calls": calls, "converged": True, "flag": "converged"},
    )


def _halved(run: One, low: float, high: float, first: float, _: float, near: float, close: float, most: int) -> float:
    width = high - low
    for _turn in range(most):
        width /= 2.0
        middle = low + width
        found = run(middle)
        if found * first >= 0.0:
            low = middle
        if not found or abs(width) < near + close * abs(middle):
            return middle
    raise RuntimeError(f"Failed to converge after {most} iterations.")


def by_curves(
    run: One, low: float, high: float, first: float, last: float, near: float, close: float, most: int
) -> float:
    """As Brent's, by a line or a curve through the last places, or by halves where these do not get nearer."""
    before, now, value_before, value = low, high, first, last
    other, value_other, moved, last_moved = before, value_before, 0.0, 0.0
    for _ in range(most):
        if value_before and value and (value_before < 0.0) != (value < 0.0):
            other, value_other = before, value_before
            moved = last_moved = now - before
        if abs(value_other) < abs(value):
            before, now, other = now, other, now
            value_before, value, value_other = value, value_other, value
        least = (near + close * abs(now)) / 2.0
        half = (other - now) / 2.0
        if not value or abs(half) < least:
            return now
        step = half
        if abs(last_moved) > least and abs(value) < abs(value_before):
            if before == other:
                step = -value * (now - before) / (value - value_before)
            else:
                by_before = (value_before - value) / (before - now)
                by_other = (value_other - value) / (other - now)
                step = -value * (value_other * by_other - value_before * by_before)
                step /= by_other * by_before * (value_other - value_before)
            is_short = 2.0 * abs(step) < min(abs(last_moved), 3.0 * abs(half) - least)
            last_moved, moved = (moved, step) if is_short else (half, half)
        else:
            last_moved = moved = half
        before, value_before = now, value
        now += moved if abs(moved) > least else math.copysign(least, half)
        value = run(now)
    raise RuntimeError(f"Failed to converge after {most} iterations.")


def _by_ridders(
    run: One, low: float, high: float, first: float, last: float, near: float, close: float, most: int
) -> float:
    for _ in range(most):
        half = (high - low) / 2.0
        middle = low + half
        value = run(middle)
        turn = math.copysign(half, last - first) * value / math.sqrt(value * value - first * last)
        place = middle - math.copysign(min(abs(turn), abs(half) - (near + close * abs(middle)) / 2.0), turn)
        found = run(place)
        if value * found < 0.0:
            low, first, high, last = place, found, middle, value
        elif last * found < 0.0:
            low, first = place, found
        else:
            high, last = place, found
        if not found or abs(high - low) < near + close * abs(place):
            return place
    raise RuntimeError(f"Failed to converge after {most} iterations.")


_BRACKETING: Final[dict[str, Callable[..., float]]] = {
    "bisect": _halved,
    "brentq": by_curves,
    "brenth": by_curves,
    "ridder": _by_ridders,
}


def _newton(
    machine: Machine,
    func: Any,
    x0: Any,
    fprime: Any = None,
    args: Any = (),
    tol: Any = 1.48e-8,
    maxiter: Any = 50,
    fprime2: Any = None,
    x1: Any = None,
    rtol: Any = 0.0,
    full_output: Any = False,
    disp: Any = True,
) -> Any:
    if np.ndim(x0) or fprime2 is not None:
        raise Unsupported("a root of another kind")
    run = Callback(machine, func, args)
    sloping = None if fprime is None else Callback(machine, fprime, args)
    machine.array(0, _BY_SLOPES, 0.0)
    near = partial(math.isclose, rel_tol=float(rtol), abs_tol=float(tol))
    if sloping is None:
        x = _by_secants(machine, run, float(x0), None if x1 is None else float(x1), near, int(maxiter))
    else:
        x = _by_tangents(machine, run, sloping, float(x0), near, int(maxiter))
    calls = run.calls + (0 if sloping is None else sloping.calls)
    return (x, _told(machine, x, calls)) if full_output else machine.made(x)


def _by_tangents(
    machine: Machine, run: Callback, sloping: Callback, x: float, near: Callable[..., bool], most: int
) -> float:
    for _ in range(most):
        machine.array(0, _SLOPE, 0.0)
        value = run.number(x)
        if not value:
            return x
        inclined = sloping.number(x)
        if not inclined:
            raise RuntimeError("Derivative was zero. Failed to converge.")
        x, before = x - value / inclined, x
        if near(x, before):
            return x
    raise RuntimeError(f"Failed to converge after {most} iterations.")


def _by_secants(
    machine: Machine, run: Callback, x: float, other: float | None, near: Callable[..., bool], most: int
) -> float:
    before = x
    now = other if other is not None else x * (1.0 + 1e-4) + math.copysign(1e-4, x)
    first, value = run.number(before), run.number(now)
    if abs(value) < abs(first):
        before, now, first, value = now, before, value, first
    before, now, first, value = now, before, value, first
    for _ in range(most):
        machine.array(0, _SLOPE, 0.0)
        if value == first:
            if now != before:
                raise RuntimeError("Tolerance was reached. Failed to converge.")
            return (now + before) / 2.0
        place = now - value * (now - before) / (value - first)
        if near(place, now):
            return place
        before, first, now = now, value, place
        value = run.number(now)
    raise RuntimeError(f"Failed to converge after {most} iterations.")


def _root_scalar(
    machine: Machine,
    f: Any,
    args: Any = (),
    method: Any = None,
    bracket: Any = None,
    fprime: Any = None,
    fprime2: Any = None,
    x0: Any = None,
    x1: Any = None,
    xtol: Any = None,
    rtol: Any = None,
    maxiter: Any = None,
    options: Any = None,
) -> Result:
    """As SciPy's."""
    told = method or ("brentq" if bracket is not None else "newton" if fprime is not None else "secant")
    if options or callable(fprime2) or told not in {*_BRACKETING, "newton", "secant"}:
        raise Unsupported("a method of another kind")
    machine.array(0, _NAMED, 0.0)
    given = {"xtol" if told in _BRACKETING else "tol": xtol, "rtol": rtol, "maxiter": maxiter}
    chosen = {name: one for name, one in given.items() if one is not None}
    if told in _BRACKETING:
        low, high = bracket
        found = _in_bracket(machine, _BRACKETING[told], f, low, high, args, full_output=True, **chosen)
    else:
        sloping = fprime if told == "newton" else None
        found = _newton(machine, f, x0, sloping, args, x1=x1, full_output=True, **chosen)
    result: Result = found[1]
    return result
