"""``scipy.linalg``: equations whose matrix is told by its diagonals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native

#: Diagonals below and above the middle that LAPACK has a function of its own for.
_TRIDIAGONAL: Final = (1, 1)
#: Bytes of a number.
_WIDE: Final = 8
#: Nanoseconds that a step takes in the closed world itself.
_HERE: Final = 1_500.0


def _solved(l_and_u: Any, ab: Any, b: Any) -> Any:
    """As ``solve_banded``."""
    lower, upper = (int(count) for count in l_and_u)
    diagonals = np.asarray(ab, dtype=np.float64)
    if diagonals.ndim != 2 or lower < 0 or upper < 0 or lower + upper + 1 != len(diagonals):
        raise ValueError(
            f"invalid values for the number of lower and upper diagonals: l+u+1 ({lower + upper + 1}) does not equal "
            f"ab.shape[0] ({len(diagonals)})"
        )
    return _eliminated(_rows_of(diagonals, lower, upper), lower, np.array(b, dtype=np.float64))


def _solved_symmetric(ab: Any, b: Any, *, lower: Any = False) -> Any:
    """As ``solveh_banded``, which has other options before `lower`."""
    given = np.atleast_2d(np.asarray(ab, dtype=np.float64))
    count = len(given) - 1
    # The same diagonals are on the other side, one place farther for each that they are away from the middle.
    if lower:
        sides = [*(np.roll(given[away], away) for away in range(count, 0, -1)), *given]
    else:
        sides = [*given, *(np.roll(given[count - away], -away) for away in range(1, count + 1))]
    return _eliminated(_rows_of(np.array(sides), count, count), count, np.array(b, dtype=np.float64))


def _rows_of(diagonals: Any, lower: int, upper: int) -> Any:
    """The matrix row by row, of each what is on the diagonals from the lowest on."""
    count = diagonals.shape[1]
    rows = np.zeros((count, lower + upper + 1))
    for place in range(-lower, upper + 1):
        at = np.arange(max(0, -place), min(count, count - place))
        rows[at, place + lower] = diagonals[upper - place, at + place]
    return rows


def _eliminated(rows: Any, lower: int, sides: Any) -> Any:
    """What the equations give, without exchanging rows."""
    count, width = rows.shape
    if len(sides) != count:
        raise ValueError("shapes of ab and b are not compatible.")
    upper = width - lower - 1
    for place in range(count):
        if rows[place, lower] == 0.0:
            raise Unsupported("equations whose rows are exchanged")
        for below in range(1, min(lower, count - 1 - place) + 1):
            factor = rows[place + below, lower - below] / rows[place, lower]
            rows[place + below, lower - below : width - below] -= factor * rows[place, lower:]
            sides[place + below] -= factor * sides[place]
    for place in range(count - 1, -1, -1):
        behind = sides[place + 1 : place + 1 + upper]
        known = rows[place, lower + 1 : lower + 1 + len(behind)]
        sides[place] = (sides[place] - np.tensordot(known, behind, 1)) / rows[place, lower]
    return sides


def _steps(arguments: Arguments) -> float:
    lower, upper = arguments["l_and_u"]
    return float(_count(arguments) * max(1, int(lower)) * (1 + int(lower) + int(upper)))


def _symmetric_steps(arguments: Arguments) -> float:
    return float(np.size(arguments["ab"]))


def _count(arguments: Arguments) -> int:
    return int((np.shape(arguments["ab"]) or (1,))[-1])


def _copied(arguments: Arguments, machine: Machine) -> float:
    """Three diagonals are copied; more of them come with room for what exchanging rows fills."""
    lower, upper = (int(count) for count in arguments["l_and_u"])
    if (lower, upper) == _TRIDIAGONAL:
        return 3.0 * _WIDE * _count(arguments)
    return 2.0 * _WIDE * (2 * lower + upper + 1) * _count(arguments)


FUNCTIONS: Final[Mapping[str, Native]] = {
    "solve_banded": Native(_solved, _steps, here=_HERE, beside=_copied),
    "solveh_banded": Native(_solved_symmetric, _symmetric_steps, here=2 * _HERE),
}
