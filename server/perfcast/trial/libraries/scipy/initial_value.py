"""``scipy.integrate``: initial value problems of ordinary differential equations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback, vector_of
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.results import Result


class _Rule(NamedTuple):
    """Of Runge's and Kutta's kind.

    Attributes:
        at: parts of a step at which slopes are looked at, behind its beginning.
        shares: of the slopes before, to come there.
        whole: of all of them, to come to the end of a step.
        off: the same of how far off that is.
        order: how soon it gets right.
        step: nanoseconds of a step; dense: of one within which places are told besides.
    """

    at: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    whole: tuple[float, ...]
    off: tuple[float, ...]
    order: int
    step: float
    dense: float


_RULES: Final = {
    "RK45": _Rule(
        (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0),
        (
            (1 / 5,),
            (3 / 40, 9 / 40),
            (44 / 45, -56 / 15, 32 / 9),
            (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
            (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        ),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
        (-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40),
        4,
        27_000.0,
        23_000.0,
    ),
    "RK23": _Rule(
        (1 / 2, 3 / 4),
        ((1 / 2,), (0.0, 3 / 4)),
        (2 / 9, 1 / 3, 4 / 9),
        (5 / 72, -1 / 12, -1 / 9, 1 / 8),
        2,
        18_500.0,
        17_000.0,
    ),
}
#: Ways to go on, by those rules.
_FOLLOWED: Final = (*_RULES, "LSODA")
#: Nanoseconds of a call, and of the other methods' steps, which those of the first rule stand for; of a value at a
#: place that is asked for.
_CALL: Final = 45_000.0
_ASKED: Final = 40.0
_ODE_CALL: Final = 6_000.0
_ODE_STEP: Final = 2_000.0
_ODE_PLACE: Final = 60.0
_ODE_BYTES: Final = 1_500
#: How much wider the bounds are with which the first rule looks as often as LSODA does.
_WIDER: Final = 26.0
_NARROWER: Final = 0.6
_NEAR: Final = 1.49012e-8
#: Steps of LSODA, which knows that it cannot go on in such steps, and takes others then.
_MOST_STEPS: Final = 20_000
_SAFE: Final = 0.9
_SHORTER: Final = 0.2
_LONGER: Final = 10.0
#: Bytes of a value and a place that are kept until the end, besides the numbers.
_KEPT: Final = 200
_BYTES: Final = 5_000
_WIDE: Final = 8
_OPTIONS: Final = frozenset({"rtol", "atol", "max_step", "first_step"})


class _Step(NamedTuple):
    """From a place to the next, with values and slopes at both."""

    start: float
    end: float
    before: Any
    value: Any
    slope_before: Any
    slope: Any

    def at(self, places: Any) -> Any:
        """Values between, in columns, as Hermite goes through both ends."""
        width = self.end - self.start
        share = (places - self.start) / width
        first, last = self.before[:, None], self.value[:, None]
        begin, end = self.slope_before[:, None] * width, self.slope[:, None] * width
        back = 1.0 - share
        return (
            first * (1.0 + 2.0 * share) * back**2
            + begin * share * back**2
            + last * share**2 * (3.0 - 2.0 * share)
            - end * share**2 * back
        )


def members(machine: Machine) -> dict[str, Callable[..., Any]]:
    """The functions by name."""
    return {"solve_ivp": partial(_solve_ivp, machine), "odeint": partial(_odeint, machine)}


def _solve_ivp(
    machine: Machine,
    fun: Any,
    t_span: Any,
    y0: Any,
    method: Any = "RK45",
    t_eval: Any = None,
    dense_output: Any = False,
    events: Any = None,
    vectorized: Any = False,
    args: Any = None,
    **options: Any,
) -> Result:
    """As SciPy's."""
    if isinstance(method, str) and method not in _FOLLOWED:
        raise Unsupported(f"scipy.integrate.solve_ivp by {method}")
    if method not in _FOLLOWED or dense_output or events is not None or not options.keys() <= _OPTIONS:
        raise Unsupported("a way of another kind")
    run = Callback(machine, fun, () if args is None else args)
    start, end = (float(one) for one in t_span)
    begun = vector_of(machine, y0)
    asked = None if t_eval is None else np.asarray(taken(machine, t_eval), dtype=np.float64)
    if asked is not None:
        if asked.ndim != 1:
            raise ValueError("`t_eval` must be 1-dimensional.")
        asked = _in_order(asked, is_rising=end >= start)
    machine.array(0, _CALL, 0.0)
    rule, part = _RULES["RK45" if method == "LSODA" else method], _NARROWER if method == "LSODA" else 1.0
    bounds = (
        float(options.get("rtol", 1e-3)) * part,
        np.asarray(taken(machine, options.get("atol", 1e-6)), dtype=np.float64) * part,
    )
    steps = _steps(machine, rule, run, begun, start, end, bounds, options)
    places, values = _collected(machine, rule, steps, begun, start, end, asked)
    found = {
        "t": places, "y": values, "sol": None, "t_events": None, "y_events": None, "nfev": run.calls, "njev": 0,
        "nlu": 0, "status": 0, "success": True,
        "message": "The solver successfully reached the end of the integration interval.",
    }  # fmt: skip
    machine.made(places)
    machine.made(values)
    return Result(machine, found)


def _collected(
    machine: Machine, rule: _Rule, steps: Iterator[_Step], begun: Any, start: float, end: float, asked: Any
) -> tuple[Any, Any]:
    """Places and values there, at the end of each step or where they are asked for."""
    kept: list[tuple[Any, Any]] = [] if asked is not None else [(np.array([start]), begun[:, None])]
    held = _BYTES
    machine.put_aside(held)
    try:
        for step in steps:
            places = np.array([step.end])
            if asked is not None:
                places = asked[_within(asked, step, is_first=step.start == start)]
                machine.array(0, rule.dense * bool(len(places)), _ASKED * len(places))
            if len(places):
                kept.append((places, step.at(places) if asked is not None else step.value[:, None]))
                size = _KEPT + _WIDE * (1 + len(begun)) * len(places)
                machine.put_aside(size)
                held += size
        machine.briefly(_WIDE * (len(begun) + 1) * sum(len(places) for places, _ in kept))
    finally:
        machine.aside -= held
    if not kept:
        return np.empty(0), np.empty((len(begun), 0))
    return np.concatenate([places for places, _ in kept]), np.concatenate([values for _, values in kept], axis=1)


def _in_order(places: Any, *, is_rising: bool) -> Any:
    """Places one after the other: SciPy takes no others, but those that are made up may be in any order."""
    return np.sort(places) if is_rising else np.sort(places)[::-1]


def _within(places: Any, step: _Step, *, is_first: bool) -> slice:
    """Which of places in order a step comes by: with its end, and with its start where there is none before it."""
    if step.end >= step.start:
        low = np.searchsorted(places, step.start, side="left" if is_first else "right")
        return slice(int(low), int(np.searchsorted(places, step.end, side="right")))
    back = places[::-1]
    low = np.searchsorted(back, step.end, side="left")
    high = np.searchsorted(back, step.start, side="right" if is_first else "left")
    return slice(len(places) - int(high), len(places) - int(low))


def _steps(
    machine: Machine,
    rule: _Rule,
    run: Callback,
    value: Any,
    start: float,
    end: float,
    bounds: tuple[float, Any],
    options: dict[str, Any],
) -> Iterator[_Step]:
    """From one place to the other one, each as long as may be for it to be right."""
    relative, absolute = bounds
    way = 1.0 if end >= start else -1.0
    at = start
    slope = _slope(run, at, value)
    longest = float(options.get("max_step", math.inf))
    length = options.get("first_step")
    if length is None:
        length = _first(rule, run, at, value, slope, way, bounds, abs(end - start))
    while (end - at) * way > 0.0:
        is_after_failure = False
        while True:
            step = way * min(length, longest, abs(end - at))
            if abs(step) <= 10.0 * abs(math.ulp(at)):
                raise Unsupported("steps that get too short")
            machine.array(len(value), rule.step, 0.0)
            slopes = [slope]
            for part, shares in zip(rule.at, rule.shares, strict=True):
                moved = sum(share * one for share, one in zip(shares, slopes, strict=True))
                slopes.append(_slope(run, at + part * step, value + step * moved))
            new = value + step * sum(share * one for share, one in zip(rule.whole, slopes, strict=True))
            slopes.append(_slope(run, at + step, new))
            off = step * sum(share * one for share, one in zip(rule.off, slopes, strict=True))
            wide = absolute + relative * np.maximum(np.abs(value), np.abs(new))
            missed = float(np.sqrt(np.mean((off / wide) ** 2)))
            if missed < 1.0:
                break
            share = _SAFE * missed ** (-1.0 / (rule.order + 1)) if math.isfinite(missed) else _SHORTER
            length = abs(step) * max(_SHORTER, share)
            is_after_failure = True
        longer = _LONGER if not missed else min(_LONGER, _SAFE * missed ** (-1.0 / (rule.order + 1)))
        length = abs(step) * (min(1.0, longer) if is_after_failure else longer)
        there = end if abs(end - at - step) <= abs(math.ulp(end)) else at + step
        yield _Step(at, there, value, new, slope, slopes[-1])
        at, value, slope = there, new, slopes[-1]


def _slope(run: Callback, at: float, value: Any) -> Any:
    found = run.vector(at, value)
    if found.shape != value.shape:
        raise ValueError("could not broadcast slopes of another number of values")
    return found


def _first(
    rule: _Rule, run: Callback, at: float, value: Any, slope: Any, way: float, bounds: tuple[float, Any], room: float
) -> float:
    """How long the first step is."""
    wide = bounds[1] + np.abs(value) * bounds[0]

    def size(of: Any) -> float:
        return float(np.sqrt(np.mean((of / wide) ** 2)))

    high, steep = size(value), size(slope)
    length = min(1e-6 if high < 1e-5 or steep < 1e-5 else 0.01 * high / steep, room)
    beside = _slope(run, at + way * length, value + way * length * slope)
    bent = size(beside - slope) / length
    most = max(steep, bent)
    further = max(1e-6, length * 1e-3) if most <= 1e-15 else (0.01 / most) ** (1.0 / (rule.order + 1))
    return min(100.0 * length, further, room)


def _odeint(
    machine: Machine,
    func: Any,
    y0: Any,
    t: Any,
    args: Any = (),
    *,
    rtol: Any = None,
    atol: Any = None,
    tfirst: Any = False,
    mxstep: Any = 0,
    full_output: Any = 0,
) -> Any:
    """As SciPy's."""
    if full_output:
        raise Unsupported("values with all that is told of them")
    run = Callback(machine, func, args)
    begun = vector_of(machine, y0)
    places = np.asarray(taken(machine, t), dtype=np.float64)
    if places.ndim != 1 or len(places) < 1:
        raise ValueError("t must be a 1-D array")
    places = _in_order(places, is_rising=bool(places[-1] >= places[0]))
    turned = run if tfirst else _Turned(run)
    bounds = tuple(_WIDER * float(_NEAR if one is None else one) for one in (rtol, atol))
    found = np.tile(begun, (len(places), 1))
    machine.briefly(2 * int(found.nbytes) + _ODE_BYTES)
    machine.array(found.size, _ODE_CALL, _ODE_PLACE * len(places))
    machine.made(found)
    rule = _RULES["RK45"]._replace(step=_ODE_STEP, dense=0.0)
    for number, step in enumerate(_steps(machine, rule, turned, begun, places[0], places[-1], bounds, {})):  # type: ignore[arg-type]
        if number > _MOST_STEPS:
            raise Unsupported("values that change at different paces")
        within = _within(places, step, is_first=number == 0)
        found[within] = step.at(places[within]).T
    return found


class _Turned:
    """A function that is given a place behind the values there."""

    def __init__(self, run: Callback) -> None:
        self._run = run

    def vector(self, at: float, value: Any) -> Any:
        return self._run.vector(value, at)
