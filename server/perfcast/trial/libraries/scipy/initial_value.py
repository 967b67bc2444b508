"""``scipy.integrate``: initial value problems of ordinary differential equations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.backward_differences import backward_steps
from perfcast.trial.libraries.scipy.callbacks import Callback, vector_of
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.implicit_systems import ImplicitPrices, Jacobian
from perfcast.trial.libraries.scipy.initial_value_steps import Problem, RightHandSide, Step
from perfcast.trial.libraries.scipy.lsoda import lsoda_steps
from perfcast.trial.libraries.scipy.radau import radau_steps
from perfcast.trial.libraries.scipy.results import Result
from perfcast.trial.libraries.scipy.runge_kutta import RULES, explicit_steps

_OPTIONS: Final = frozenset({"rtol", "atol", "max_step", "first_step", "jac"})


class _Way(NamedTuple):
    """A method.

    Attributes:
        dense: nanoseconds of a step within which places are told besides.
        kept: bytes of a value and a place that are kept until the end, besides the numbers.
        held: bytes of the method itself; matrices: how many of as many rows and columns as there are values.
        implicit: how steps are taken where it has to be known how slopes change, and what that costs.
    """

    dense: float
    kept: int = 272
    held: int = 5_000
    matrices: int = 0
    implicit: tuple[Callable[[Machine, Problem, Jacobian], Iterator[Step]], ImplicitPrices] | None = None


_WAYS: Final = {
    "RK45": _Way(23_000.0),
    "RK23": _Way(17_000.0),
    "BDF": _Way(
        26_000.0, 272, 26_000, 3, (backward_steps, ImplicitPrices(30_000.0, 15_500.0, 5_600.0, 26_000.0, 1_500.0))
    ),
    "Radau": _Way(
        28_000.0, 344, 31_000, 5, (radau_steps, ImplicitPrices(53_000.0, 34_000.0, 5_600.0, 26_000.0, 1_500.0))
    ),
    "LSODA": _Way(6_000.0, 272, 10_000, 1, (lsoda_steps, ImplicitPrices(4_500.0, 300.0, 300.0, 300.0, 300.0))),
}
_ODEINT: Final = ImplicitPrices(670.0, 300.0, 300.0, 300.0, 300.0)
#: Nanoseconds of a call, and of a value at a place that is asked for.
_CALL: Final = 45_000.0
_ASKED: Final = 40.0
_ODE_CALL: Final = 6_000.0
_ODE_PLACE: Final = 60.0
_ODE_BYTES: Final = 1_500
_NEAR: Final = 1.49012e-8
#: The least part of values that these may be off by.
_LEAST_RELATIVE: Final = 100.0 * float(np.finfo(np.float64).eps)
#: Steps from one place that is asked for to the next, unless something else is said.
_MOST_STEPS: Final = 500
_WIDE: Final = 8


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
    if isinstance(method, str) and method not in _WAYS:
        raise Unsupported(f"scipy.integrate.solve_ivp by {method}")
    if method not in _WAYS or dense_output or events is not None or not options.keys() <= _OPTIONS:
        raise Unsupported("a way of another kind")
    way = _WAYS[method]
    if vectorized and way.implicit is not None:
        raise Unsupported("slopes of several values at once")
    run = Callback(machine, fun, () if args is None else args)
    start, end = (float(one) for one in t_span)
    begun = vector_of(machine, y0)
    asked = None if t_eval is None else np.asarray(taken(machine, t_eval), dtype=np.float64)
    if asked is not None:
        if asked.ndim != 1:
            raise ValueError("`t_eval` must be 1-dimensional.")
        asked = _in_order(asked, is_rising=end >= start)
    machine.array(0, _CALL, 0.0)
    first = options.get("first_step")
    problem = Problem(
        run,
        begun,
        start,
        end,
        _relative(options.get("rtol", 1e-3)),
        np.asarray(taken(machine, options.get("atol", 1e-6)), dtype=np.float64),
        float(options.get("max_step", math.inf)),
        None if first is None else float(first),
    )
    jacobian: Jacobian | None = None
    if way.implicit is None:
        steps: Iterator[Step] = (one.step for one in explicit_steps(machine, RULES[method], problem))
    else:
        taken_by, prices = way.implicit
        jacobian = Jacobian(machine, problem, prices, _given(machine, options.get("jac"), args))
        steps = taken_by(machine, problem, jacobian)
    places, values = _collected(machine, way, steps, problem, asked)
    found = {
        "t": places, "y": values, "sol": None, "t_events": None, "y_events": None,
        "nfev": run.calls - (jacobian.beside if jacobian else 0), "njev": jacobian.times if jacobian else 0,
        "nlu": jacobian.factored if jacobian else 0, "status": 0, "success": True,
        "message": "The solver successfully reached the end of the integration interval.",
    }  # fmt: skip
    machine.made(places)
    machine.made(values)
    return Result(machine, found)


def _relative(rtol: Any) -> float:
    """How far off values may be as a part of them."""
    if np.ndim(rtol):
        raise Unsupported("bounds of each value's own")
    return max(float(rtol), _LEAST_RELATIVE)


def _given(machine: Machine, jac: Any, args: Any) -> Any:
    """How slopes change with values, where that is told."""
    if jac is None or isinstance(jac, np.ndarray | list | tuple):
        return None if jac is None else taken(machine, jac)
    run = Callback(machine, jac, () if args is None else args)
    return lambda at, value: taken(machine, run(at, value))


def _collected(machine: Machine, way: _Way, steps: Iterator[Step], problem: Problem, asked: Any) -> tuple[Any, Any]:
    """Places and values there, at the end of each step or where they are asked for."""
    start, begun = problem.start, problem.begun
    kept: list[tuple[Any, Any]] = [] if asked is not None else [(np.array([start]), begun[:, None])]
    held = way.held + way.matrices * _WIDE * len(begun) ** 2
    machine.put_aside(held)
    try:
        for step in steps:
            places = step.ends
            if asked is not None:
                places = asked[_within(asked, step, is_first=step.start == start)]
                machine.array(0, way.dense * min(step.stands_for, len(places)), _ASKED * len(places))
            if len(places):
                kept.append((places, step.at(places)))
                lists = min(step.stands_for, len(places))
                size = way.kept * lists + _WIDE * (1 + len(begun)) * len(places)
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


def _within(places: Any, step: Step, *, is_first: bool) -> slice:
    """Which of places in order a step comes by: with its end, and with its start where there is none before it."""
    if step.end >= step.start:
        low = np.searchsorted(places, step.start, side="left" if is_first else "right")
        return slice(int(low), int(np.searchsorted(places, step.end, side="right")))
    back = places[::-1]
    low = np.searchsorted(back, step.end, side="left")
    high = np.searchsorted(back, step.start, side="right" if is_first else "left")
    return slice(len(places) - int(high), len(places) - int(low))


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
    turned: RightHandSide = run if tfirst else _Turned(run)
    relative = _relative(_NEAR if rtol is None else rtol)
    absolute = np.asarray(taken(machine, _NEAR if atol is None else atol), dtype=np.float64)
    problem = Problem(turned, begun, float(places[0]), float(places[-1]), relative, absolute)
    found = np.tile(begun, (len(places), 1))
    machine.briefly(2 * int(found.nbytes) + _ODE_BYTES)
    machine.array(found.size, _ODE_CALL, _ODE_PLACE * len(places))
    machine.made(found)
    steps = lsoda_steps(machine, problem, Jacobian(machine, problem, _ODEINT, None))
    since = 0
    for number, step in enumerate(steps):
        within = _within(places, step, is_first=number == 0)
        found[within] = step.at(places[within]).T
        since = step.stands_for + (0 if len(places[within]) else since)
        if since > (mxstep or _MOST_STEPS):
            # It gives up, and what it says of the other places is not defined.
            break
    return found


class _Turned:
    """A function that is given a place behind the values there."""

    def __init__(self, run: Callback) -> None:
        self._run = run

    def vector(self, at: float, value: Any) -> Any:
        return self._run.vector(value, at)
