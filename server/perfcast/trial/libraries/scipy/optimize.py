"""``scipy.optimize``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy import least_squares, roots, rosenbrock, systems_of_equations
from perfcast.trial.libraries.scipy.function_calls import natives
from perfcast.trial.libraries.scipy.linear_assignment import linear_sum_assignment
from perfcast.trial.libraries.scipy.linear_programs import linprog
from perfcast.trial.libraries.scipy.minimization import minimize
from perfcast.trial.libraries.scipy.nonnegative_squares import nnls
from perfcast.trial.libraries.scipy.results import Result
from perfcast.trial.libraries.scipy.scalar_minimization import minimize_scalar


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    functions: dict[str, Callable[..., Any]] = {
        "minimize": partial(minimize, machine),
        "minimize_scalar": partial(minimize_scalar, machine),
        "linprog": partial(linprog, machine),
        "linear_sum_assignment": partial(linear_sum_assignment, machine),
        "nnls": partial(nnls, machine),
        "Bounds": partial(_bounds, machine),
        **roots.members(machine),
        **systems_of_equations.members(machine),
        **least_squares.members(machine),
    }
    plain = natives(machine, "optimize", rosenbrock.FUNCTIONS)
    return {name: Guarded(run) for name, run in functions.items()} | plain | {"OptimizeResult": Kind(Result, _unmade)}


def _bounds(machine: Machine, lb: Any = -np.inf, ub: Any = np.inf) -> Any:
    """As pairs, one for each number."""
    machine.pay(10_000.0)
    low, high = np.broadcast_arrays(np.atleast_1d(lb), np.atleast_1d(ub))
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _unmade(*_: Any, **__: Any) -> Any:
    raise Unsupported("a result that SciPy has not made")
