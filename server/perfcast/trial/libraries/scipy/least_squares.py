"""``scipy.optimize``: least squares and curve fitting."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback, slopes, vector_of
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.results import Result

#: Bytes of a number.
_WIDE: Final = 8


class _Way(NamedTuple):
    """What a way of fitting takes, in nanoseconds.

    Attributes:
        call: of calling it; value: of looking at a place, and element: of each number there.
        turn: of an iteration; slope: of each slope of each number.
        copies: arrays of a slope for each parameter and number that are there at the same time.
        held: bytes that it takes besides.
    """

    call: float
    value: float
    element: float
    turn: float
    slope: float
    copies: float
    held: int


_MINPACK: Final = _Way(22_000, 2_000, 0.5, 4_000, 8.5, 1.0, 5_000)
_FITTING: Final = _Way(62_000, 2_000, 0.9, 4_000, 8.5, 1.0, 8_000)
_TRUSTING: Final = _Way(150_000, 3_000, 0.5, 160_000, 16.0, 6.0, 12_000)
_TRUSTING_BOUNDED: Final = _Way(300_000, 3_000, 0.9, 200_000, 18.0, 6.0, 14_000)
_NEAR: Final = 1.49012e-08
_TRF_NEAR: Final = 1e-8
_FIRST_RADIUS: Final = 100.0
_MOST: Final = 200


def members(machine: Machine) -> dict[str, Callable[..., Any]]:
    """The functions by name."""
    return {
        "curve_fit": partial(_curve_fit, machine),
        "least_squares": partial(_least_squares, machine),
        "leastsq": partial(_leastsq, machine),
    }


def _curve_fit(
    machine: Machine,
    f: Any,
    xdata: Any,
    ydata: Any,
    p0: Any = None,
    sigma: Any = None,
    absolute_sigma: Any = False,
    check_finite: Any = True,
    bounds: Any = (-np.inf, np.inf),
    method: Any = None,
    jac: Any = None,
    *,
    full_output: Any = False,
    maxfev: Any = None,
    max_nfev: Any = None,
) -> Any:
    """As SciPy's."""
    if jac is not None or full_output or np.ndim(sigma) > 1:
        raise Unsupported("a fit of another kind")
    count = None if p0 is None else len(vector_of(machine, p0))
    count = _parameters(f) if count is None else count
    low, high = _edges(machine, bounds, count)
    is_bounded = low is not None or method in {"trf", "dogbox"}
    begun = _between(low, high, count) if p0 is None else vector_of(machine, p0)
    wanted = np.asarray(taken(machine, ydata), dtype=np.float64)
    given = xdata if not isinstance(xdata, list | tuple) else np.asarray(taken(machine, xdata), dtype=np.float64)
    machine.array(wanted.size, 0.0, 0.2 * (wanted.size + np.size(given)))
    if not np.isfinite(wanted).all():
        raise ValueError("array must not contain infs or NaNs")
    weights = None if sigma is None else 1.0 / np.asarray(taken(machine, sigma), dtype=np.float64)
    run = Callback(machine, f)

    def missed(p: Any) -> Any:
        found = np.asarray(taken(machine, run(given, *[np.float64(one) for one in p])), dtype=np.float64) - wanted
        return found.ravel() if weights is None else (weights * found).ravel()

    way = _TRUSTING_BOUNDED if is_bounded else _FITTING
    ended = _fitted(machine, way, missed, begun, low, high, near=_TRF_NEAR if is_bounded else _NEAR)
    covariance = _covariance(ended, wanted.size, scaled=not (absolute_sigma and sigma is not None))
    machine.made(ended.x)
    return ended.x, machine.made(covariance)


def _parameters(f: Any) -> int:
    """How many the function takes besides its first argument."""
    if isinstance(f, Method):
        function = f.function
        return len(function.places) - 2 if isinstance(function, Function) else _unknown()
    if not isinstance(f, Function) or len(f.places) < 2:
        return _unknown()
    return len(f.places) - 1


def _unknown() -> int:
    raise Unsupported("a function of nobody knows how many parameters")


def _edges(machine: Machine, bounds: Any, count: int) -> tuple[Any, Any]:
    if not isinstance(bounds, tuple | list) or len(bounds) != 2:
        raise Unsupported("bounds of another kind")
    low, high = (np.broadcast_to(np.asarray(taken(machine, one), dtype=np.float64), (count,)).copy() for one in bounds)
    if not np.isfinite(low).any() and not np.isfinite(high).any():
        return None, None
    return low, high


def _between(low: Any, high: Any, count: int) -> Any:
    if low is None:
        return np.ones(count)
    found = np.ones(count)
    for place in range(count):
        has_low, has_high = math.isfinite(low[place]), math.isfinite(high[place])
        if has_low and has_high:
            found[place] = (low[place] + high[place]) / 2.0
        elif has_low or has_high:
            found[place] = low[place] + 1.0 if has_low else high[place] - 1.0
    return found


def _least_squares(
    machine: Machine,
    fun: Any,
    x0: Any,
    jac: Any = "2-point",
    bounds: Any = (-np.inf, np.inf),
    method: Any = "trf",
    ftol: Any = _TRF_NEAR,
    xtol: Any = _TRF_NEAR,
    gtol: Any = _TRF_NEAR,
    x_scale: Any = None,
    loss: Any = "linear",
    args: Any = (),
    max_nfev: Any = None,
    verbose: Any = 0,
) -> Result:
    """As SciPy's."""
    if method not in {"trf", "lm", "dogbox"} or loss != "linear" or (isinstance(jac, str) and jac != "2-point"):
        raise Unsupported("a fit of another kind")
    begun = vector_of(machine, x0)
    low, high = _edges(machine, bounds, len(begun))
    run = Callback(machine, fun, args)
    sloping = None if isinstance(jac, str) else Callback(machine, jac, args)
    ended = _fitted(
        machine,
        _TRUSTING if low is None else _TRUSTING_BOUNDED,
        run.vector,
        begun,
        low,
        high,
        near=max(float(ftol or 0.0), float(xtol or 0.0)),
        sloping=None if sloping is None else lambda x: np.atleast_2d(np.asarray(taken(machine, sloping(x)))),
    )
    machine.made(ended.value)
    machine.made(ended.slopes)
    return Result(
        machine,
        {
            **{"x": ended.x, "fun": ended.value, "jac": ended.slopes, "grad": ended.slopes.T @ ended.value},
            **{"cost": 0.5 * float(ended.value @ ended.value), "nfev": ended.turns + 1, "njev": ended.turns},
            **{"success": True, "status": 2, "message": "`ftol` termination condition is satisfied."},
            **{"optimality": float(np.abs(ended.slopes.T @ ended.value).max(initial=0.0))},
        },
    )


def _leastsq(
    machine: Machine, func: Any, x0: Any, args: Any = (), Dfun: Any = None, full_output: Any = False, **options: Any
) -> Any:
    """As SciPy's."""
    if Dfun is not None or not options.keys() <= {"maxfev", "ftol", "xtol"}:
        raise Unsupported("a fit of another kind")
    run = Callback(machine, func, args)
    ended = _fitted(machine, _MINPACK, run.vector, vector_of(machine, x0), near=_NEAR)
    machine.made(ended.x)
    if not full_output:
        return ended.x, 1
    spread = _covariance(ended, ended.value.size, scaled=False)
    return ended.x, machine.made(spread), {"nfev": run.calls, "fvec": ended.value}, "It converged.", 1


class _Fitted(NamedTuple):
    x: Any
    value: Any
    slopes: Any
    turns: int


def _fitted(
    machine: Machine,
    way: _Way,
    missed: Callable[[Any], Any],
    x: Any,
    low: Any = None,
    high: Any = None,
    *,
    near: float,
    sloping: Callable[[Any], Any] | None = None,
) -> _Fitted:
    """By Levenberg's and Marquardt's: steps that are no longer than those before have shown to be right."""
    machine.array(0, way.call, 0.0)
    count = looks = 0

    def looked(x: Any) -> Any:
        nonlocal looks
        looks += 1
        found = missed(x)
        machine.array(len(found), way.value, way.element * len(found))
        return found

    value = looked(x)
    if len(value) < len(x):
        raise TypeError("Improper input: func input vector length must not exceed func output vector length")
    held = way.held + int(_WIDE * len(value) * (2 + way.copies * len(x)))
    machine.put_aside(held)
    try:
        scale, radius = np.zeros(len(x)), 0.0
        while True:
            rows = slopes(looked, x, value, high).T if sloping is None else sloping(x)
            machine.array(rows.size, way.turn, way.slope * rows.size)
            count += 1
            lengths = np.linalg.norm(rows, axis=0)
            scale = np.maximum(scale, np.where(lengths > 0.0, lengths, 1.0 if count == 1 else 0.0))
            if count == 1:
                radius = _FIRST_RADIUS * (float(np.linalg.norm(scale * x)) or 1.0)
            x, value, radius, is_done = _moved(looked, rows, x, value, scale, radius, (low, high), near)
            if is_done:
                return _Fitted(x, value, rows, count)
            if looks >= _MOST * (len(x) + 1):
                raise RuntimeError("Optimal parameters not found")
    finally:
        machine.aside -= held


def _moved(
    looked: Callable[[Any], Any],
    rows: Any,
    x: Any,
    value: Any,
    scale: Any,
    radius: float,
    edges: tuple[Any, Any],
    near: float,
) -> tuple[Any, Any, float, bool]:
    """The first step that gets nearer, and whether it is the last one."""
    left, sizes, right = np.linalg.svd(rows / scale, full_matrices=False)
    turned, before = left.T @ value, float(np.linalg.norm(value))
    if not before:
        return x, value, radius, True
    while True:
        damping = _damping(sizes, turned, radius)
        step = -(right.T @ (sizes * turned / np.maximum(sizes**2 + damping, 1e-300))) / scale
        place = x + step
        if edges[0] is not None:
            place = np.clip(place, *edges)
            step = place - x
        length = float(np.linalg.norm(scale * step))
        radius = min(radius, length) if radius > _FIRST_RADIUS * length else radius
        found = looked(place)
        after = float(np.linalg.norm(found))
        gained = 1.0 - (after / before) ** 2 if math.isfinite(after) else -1.0
        hoped = (float(np.linalg.norm(rows @ step)) / before) ** 2 + 2.0 * damping * (length / before) ** 2
        ratio = gained / hoped if hoped else 0.0
        if ratio <= 0.25:
            radius = 0.5 * min(radius, 10.0 * length) if gained >= 0.0 else 0.1 * min(radius, 10.0 * length)
        elif not damping or ratio >= 0.75:
            radius = 2.0 * length
        is_done = (abs(gained) <= near and hoped <= near and ratio <= 2.0) or radius <= near * float(
            np.linalg.norm(scale * x)
        )
        if ratio >= 1e-4:
            return place, found, radius, is_done
        if is_done or length <= 1e-15:
            return x, value, radius, True


def _damping(sizes: Any, turned: Any, radius: float) -> float:
    """What keeps a step within the radius, to a tenth."""

    def length(damping: float) -> float:
        return float(np.linalg.norm(sizes * turned / np.maximum(sizes**2 + damping, 1e-300)))

    if length(0.0) <= 1.1 * radius:
        return 0.0
    low, high = 0.0, float(np.linalg.norm(sizes * turned)) / radius
    for _ in range(60):
        middle = math.sqrt(low * high) if low else high / 1e3
        found = length(middle)
        if abs(found - radius) <= 0.1 * radius:
            return middle
        low, high = (middle, high) if found > radius else (low, middle)
    return high


def _covariance(ended: _Fitted, count: int, *, scaled: bool) -> Any:
    found = np.linalg.pinv(ended.slopes.T @ ended.slopes)
    free = count - len(ended.x)
    if not scaled:
        return found
    return found * (float(ended.value @ ended.value) / free) if free > 0 else np.full_like(found, np.inf)
