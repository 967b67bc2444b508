"""``scipy.optimize``: roots of functions of several variables."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback, slopes, vector_of
from perfcast.trial.libraries.scipy.results import Result

#: Nanoseconds of finding them, of calling the function, and of each element of a matrix of as many rows.
_SEVERAL: Final = 19_000.0
_SEVERAL_CALL: Final = 600.0
_OF_MATRIX: Final = 4.0
_HYBRID_NEAR: Final = 1.49012e-08


def members(machine: Machine) -> dict[str, Callable[..., Any]]:
    """The functions by name."""
    return {"fsolve": partial(_fsolve, machine), "root": partial(_root, machine)}


def _fsolve(
    machine: Machine,
    func: Any,
    x0: Any,
    args: Any = (),
    fprime: Any = None,
    full_output: Any = 0,
    xtol: Any = _HYBRID_NEAR,
    maxfev: Any = 0,
) -> Any:
    """As SciPy's."""
    run, x, value = _several(machine, func, x0, args, fprime, float(xtol))
    machine.made(x)
    if not full_output:
        return x
    return x, {"nfev": run.calls, "fvec": value}, 1, "The solution converged."


def _root(
    machine: Machine,
    fun: Any,
    x0: Any,
    args: Any = (),
    method: Any = "hybr",
    jac: Any = None,
    tol: Any = None,
) -> Result:
    """As SciPy's."""
    if method != "hybr" or isinstance(jac, bool):
        raise Unsupported("a method of another kind")
    run, x, value = _several(machine, fun, x0, args, jac, _HYBRID_NEAR if tol is None else float(tol))
    found = {"x": x, "success": True, "status": 1, "nfev": run.calls, "fun": value, "message": "It converged."}
    return Result(machine, found)


def _several(machine: Machine, func: Any, x0: Any, args: Any, jac: Any, near: float) -> tuple[Callback, Any, Any]:
    """By Powell's hybrid of slopes that are brought nearer at each step, and of steps that are not too long."""
    run = Callback(machine, func, args, call=_SEVERAL_CALL)
    x = vector_of(machine, x0)
    machine.array(0, _SEVERAL, 0.0)
    value = run.vector(x)
    if value.shape != x.shape:
        raise TypeError("fsolve: there is a mismatch between the input and output shape of the 'func' argument")
    sloping = None if jac is None else Callback(machine, jac, args, call=_SEVERAL_CALL)

    def inclined(x: Any, value: Any) -> Any:
        machine.array(0, 0.0, _OF_MATRIX * len(x) ** 2)
        return slopes(run.vector, x, value).T if sloping is None else np.atleast_2d(np.asarray(sloping(x)))

    # A call more looks at what it gives.
    value, matrix = run.vector(x), inclined(x, value)
    radius, failed = 100.0 * (float(np.linalg.norm(x)) or 1.0), 0
    for _ in range(200 * (len(x) + 1)):
        step = _dogleg(matrix, value, radius)
        length = float(np.linalg.norm(step))
        there = run.vector(x + step)
        size, before = float(np.linalg.norm(there)), float(np.linalg.norm(value))
        hoped = before - float(np.linalg.norm(value + matrix @ step))
        ratio = (before - size) / hoped if hoped > 0.0 else 0.0
        failed = failed + 1 if ratio < 0.1 else 0
        radius = radius / 2.0 if ratio < 0.1 else max(radius, 2.0 * length) if ratio > 0.5 else radius
        turned = there - value - matrix @ step
        matrix = matrix + np.outer(turned, step) / max(length**2, 1e-300)
        if ratio > 1e-4:
            x, value = x + step, there
        machine.array(len(x), 0.0, _OF_MATRIX * len(x) ** 2)
        if not size or min(length, radius) <= near * float(np.linalg.norm(x)):
            return run, x, value
        if failed > 1:
            matrix, failed = inclined(x, value), 0
    raise Unsupported("a root that is not found")


def _dogleg(matrix: Any, value: Any, radius: float) -> Any:
    newton = np.linalg.lstsq(matrix, -value, rcond=None)[0]
    if np.linalg.norm(newton) <= radius:
        return newton
    down = -matrix.T @ value
    steepest = down * float(down @ down) / max(float(np.linalg.norm(matrix @ down)) ** 2, 1e-300)
    length = float(np.linalg.norm(steepest))
    if length >= radius:
        return steepest * (radius / length)
    rest = newton - steepest
    a, b, c = float(rest @ rest), 2.0 * float(steepest @ rest), length**2 - radius**2
    return steepest + rest * ((-b + math.sqrt(max(0.0, b * b - 4.0 * a * c))) / (2.0 * a))
