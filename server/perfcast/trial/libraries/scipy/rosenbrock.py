"""Rosenbrock's function, which ``scipy.optimize`` has for trying out its methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.scipy.function_calls import Arguments, Native, plain


def _value(x: Any) -> Any:
    given = np.asarray(x)
    return plain(np.sum(100.0 * (given[1:] - given[:-1] ** 2) ** 2 + (1 - given[:-1]) ** 2, axis=0))


def _derivative(x: Any) -> Any:
    given = np.asarray(x)
    found = np.zeros_like(given)
    found[:-1] = -400 * given[:-1] * (given[1:] - given[:-1] ** 2) - 2 * (1 - given[:-1])
    found[1:] += 200 * (given[1:] - given[:-1] ** 2)
    return found


def _hessian(x: Any) -> Any:
    given = np.atleast_1d(x)
    beside = -400 * given[:-1]
    middle = np.zeros(len(given), dtype=given.dtype)
    middle[:-1] = 1200 * given[:-1] ** 2 - 400 * given[1:] + 2
    middle[1:] += 200
    return np.diag(middle) + np.diag(beside, 1) + np.diag(beside, -1)


def _square(arguments: Arguments) -> float:
    return float(np.size(arguments["x"]) ** 2)


FUNCTIONS: Final[Mapping[str, Native]] = {
    "rosen": Native(_value),
    "rosen_der": Native(_derivative),
    "rosen_hess": Native(_hessian, _square),
}
