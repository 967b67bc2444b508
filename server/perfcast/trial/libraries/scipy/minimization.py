"""``scipy.optimize.minimize``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback, slopes, vector_of
from perfcast.trial.libraries.scipy.derivative_free import by_lines, by_simplex
from perfcast.trial.libraries.scipy.gradient_methods import Ended, Slope, by_bfgs, by_conjugates, by_limited_bfgs
from perfcast.trial.libraries.scipy.results import Result
from perfcast.trial.libraries.scipy.slsqp import by_quadratic_programs

#: Nanoseconds of a call, of calling the function, of its slope by differences and of each place that is looked at for
#: it, beside the call itself.
_CALL: Final = 60_000.0
_FUNCTION: Final = 2_500.0
_DIFFERENCES: Final = 45_000.0
_DIFFERENCE: Final = 4_000.0
_OPTIONS: Final = frozenset(
    {"maxiter", "disp", "gtol", "ftol", "xatol", "fatol", "xtol", "eps", "maxfun", "maxfev", "adaptive", "maxcor"}
)
_METHODS: Final = frozenset({"nelder-mead", "powell", "cg", "bfgs", "l-bfgs-b", "slsqp"})
_ALONG_SLOPES: Final = frozenset({"cg", "bfgs", "l-bfgs-b"})
#: Those that take bounds.
_BOUNDED: Final = frozenset({"nelder-mead", "l-bfgs-b", "slsqp"})
_PAIR: Final = 2
#: Bytes that a method takes, for each number, and for each element of a matrix of as many rows as there are numbers.
_HELD: Final = {
    "nelder-mead": 12_000, "powell": 10_000, "cg": 12_000, "bfgs": 14_000, "l-bfgs-b": 22_000, "slsqp": 17_000,
}  # fmt: skip
_OF_NUMBER: Final = {"nelder-mead": 0, "powell": 0, "cg": 100, "bfgs": 600, "l-bfgs-b": 280, "slsqp": 0}
_OF_SQUARE: Final = {"nelder-mead": 24, "powell": 8, "cg": 0, "bfgs": 48, "l-bfgs-b": 0, "slsqp": 86}
#: Of each number whose slope is told by differences.
_OF_DIFFERENCE: Final = 330


def minimize(
    machine: Machine,
    fun: Any,
    x0: Any,
    args: Any = (),
    method: Any = None,
    jac: Any = None,
    hess: Any = None,
    hessp: Any = None,
    bounds: Any = None,
    constraints: Any = (),
    tol: Any = None,
    callback: Any = None,
    options: Any = None,
) -> Result:
    """As SciPy's."""
    begun = vector_of(machine, x0)
    chosen: dict[str, Any] = dict(options or {})
    told = _named(method, bounds, constraints)
    is_odd = hess is not None or hessp is not None or callback is not None or not set(chosen) <= _OPTIONS
    if is_odd or told not in _METHODS or chosen.get("adaptive"):
        raise Unsupported(f"scipy.optimize.minimize by {told}")
    if bounds is not None and told not in _BOUNDED:
        raise Unsupported("a method with bounds")
    if tol is not None:
        chosen = dict.fromkeys(("gtol", "ftol", "xatol", "fatol", "xtol"), tol) | chosen
    low, high = bounds_of(machine, bounds, len(begun))
    run = Callback(machine, fun, args, call=_FUNCTION)
    pair: list[Any] = []
    machine.array(0, _CALL, 0.0)

    def value(x: Any) -> float:
        if jac is True:
            pair[:] = run(x)
            return float(np.asarray(pair[0]).item())
        return run.number(x)

    given = Callback(machine, jac, args, call=_FUNCTION) if jac is not True and callable(jac) else None
    if jac not in (None, False, True, "2-point") and given is None:
        raise Unsupported("slopes of another kind")

    def slope(x: Any, there: float) -> Any:
        if jac is True:
            return np.atleast_1d(np.asarray(pair[1], dtype=np.float64))
        if given is not None:
            return given.vector(x)
        machine.array(0, _DIFFERENCES + _DIFFERENCE * len(x), 0.0)
        return slopes(run.number, x, there, high)

    of = Slope(value, slope, low, high)
    has_differences = told in _ALONG_SLOPES and given is None and jac is not True
    of_number = _OF_NUMBER[told] + _OF_DIFFERENCE * has_differences
    held = _HELD[told] + of_number * len(begun) + _OF_SQUARE[told] * len(begun) ** 2
    machine.put_aside(held)
    try:
        found = _found(machine, told, of, begun, constraints, chosen)
    finally:
        machine.aside -= held
    entries: dict[str, Any] = {
        "x": found.x, "fun": found.value, "nit": found.turns, "nfev": run.calls, "success": found.is_found,
        "status": 0 if found.is_found else 1, "message": "Optimization terminated.",
    }  # fmt: skip
    return Result(machine, entries if found.slope is None else {**entries, "jac": found.slope})


def _named(method: Any, bounds: Any, constraints: Any) -> str:
    if method is None:
        return "slsqp" if not _is_empty(constraints) else "l-bfgs-b" if bounds is not None else "bfgs"
    if not isinstance(method, str):
        raise Unsupported("a method of another kind")
    return method.lower()


def _is_empty(constraints: Any) -> bool:
    return isinstance(constraints, list | tuple) and not constraints


def _found(machine: Machine, told: str, of: Slope, begun: Any, constraints: Any, chosen: Mapping[str, Any]) -> Ended:
    turns = chosen.get("maxiter")
    if told == "slsqp":
        return by_quadratic_programs(
            machine, of, begun, constraints, least=float(chosen.get("ftol", 1e-6)), turns=turns
        )
    if not _is_empty(constraints):
        raise Unsupported("constraints of that method")
    if told == "nelder-mead":
        near, alike = float(chosen.get("xatol", 1e-4)), float(chosen.get("fatol", 1e-4))
        return by_simplex(
            machine,
            of.value,
            begun,
            near=near,
            alike=alike,
            turns=turns,
            within=(lambda x: x) if of.low is None else lambda x: np.clip(x, of.low, of.high),
        )
    if told == "powell":
        near, alike = float(chosen.get("xtol", 1e-4)), float(chosen.get("ftol", 1e-4))
        return by_lines(machine, of.value, begun, near=near, alike=alike, turns=turns)
    if told == "l-bfgs-b":
        least = float(chosen.get("ftol", 2.220446049250313e-09))
        flat = float(chosen.get("gtol", 1e-5))
        return by_limited_bfgs(machine, of, begun, tolerance=flat, least=least, turns=turns)
    by = by_bfgs if told == "bfgs" else by_conjugates
    return by(machine, of, begun, tolerance=float(chosen.get("gtol", 1e-5)), turns=turns)


def bounds_of(machine: Machine, bounds: Any, count: int) -> tuple[Any, Any]:
    """Of pairs, each a number or None; no bounds where there are none."""
    if bounds is None:
        return None, None
    pairs = list(bounds) if isinstance(bounds, list | tuple | zip) else bounds
    if isinstance(pairs, np.ndarray):
        pairs = pairs.tolist()
    if not isinstance(pairs, list) or any(not isinstance(one, list | tuple) or len(one) != _PAIR for one in pairs):
        raise Unsupported("bounds of another kind")
    if len(pairs) != count:
        raise ValueError("The number of bounds is not compatible with the length of `x0`.")
    machine.pay(1_000.0 * count)
    low = np.array([-np.inf if one[0] is None else float(one[0]) for one in pairs])
    high = np.array([np.inf if one[1] is None else float(one[1]) for one in pairs])
    return low, high
