"""``scipy.optimize.nnls``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import taken

#: Nanoseconds of a call, of a number that becomes other than 0 or 0 again, and of each cell of the matrix then.
_CALL: Final = 4_500.0
_TURN: Final = 700.0
_CELL: Final = 0.42
#: What a turn takes here, and a cell of it for each number that is other than 0.
_HERE: Final = 60_000.0
_HERE_CELL: Final = 2.0
#: Bytes of a call, of each row and column, and of each cell of the matrix, which is copied.
_CALL_BYTES: Final = 1_000
_SIDE: Final = 16
_COPIED: Final = 8
_TABLE: Final = 2
#: How many times as many turns as numbers SciPy takes before it gives up.
_MOST_TURNS: Final = 3


def nnls(machine: Machine, A: Any, b: Any, *, maxiter: Any = None) -> Any:
    """As SciPy's: by the active sets of Lawson and Hanson, "Solving Least Squares Problems", chapter 23. Raises
    ValueError, RuntimeError and Unsupported."""
    matrix, side = (np.asarray(taken(machine, given), dtype=np.float64) for given in (A, b))
    if matrix.ndim != _TABLE:
        raise ValueError(f"Expected a 2D array, but the shape of A is {matrix.shape}")
    if side.ndim == _TABLE and side.shape[1] == 1:
        side = side[:, 0]
    if side.ndim != 1:
        raise ValueError(f"Expected a 1D array,(or 2D with one column), but the, shape of b is {side.shape}")
    if len(side) != len(matrix):
        raise ValueError("Incompatible dimensions. The first dimension of A is other than that of b")
    if not (np.isfinite(matrix).all() and np.isfinite(side).all()):
        raise Unsupported("numbers that are not finite")
    machine.pay(_CALL)
    machine.briefly(int(_CALL_BYTES + _SIDE * sum(matrix.shape) + _COPIED * matrix.size))
    x = _found(machine, matrix, side, _MOST_TURNS * matrix.shape[1] if maxiter is None else int(maxiter))
    return machine.made_of(x, (matrix, side)), machine.made(np.linalg.norm(matrix @ x - side))


def _found(machine: Machine, matrix: Any, side: Any, most: int) -> Any:
    x, used = np.zeros(matrix.shape[1]), np.zeros(matrix.shape[1], dtype=bool)
    least = 10.0 * max(matrix.shape) * np.finfo(np.float64).eps * float(np.abs(matrix).sum(axis=0).max(initial=0.0))
    left = matrix.T @ side
    turns = 0
    while not used.all() and left[~used].max() > least:
        used[np.where(used, -np.inf, left).argmax()] = True
        while True:
            turns += 1
            if turns > most:
                raise RuntimeError("Maximum number of iterations reached.")
            machine.array(0, _TURN, _CELL * matrix.size)
            machine.allows(_HERE + _HERE_CELL * matrix.size * int(used.sum()))
            wanted = np.zeros_like(x)
            wanted[used] = np.linalg.lstsq(matrix[:, used], side, rcond=None)[0]
            below = used & (wanted <= 0.0)
            if not below.any():
                break
            # As far as all stay at 0 or above.
            part = float((x[below] / (x[below] - wanted[below])).min())
            x += part * (wanted - x)
            used &= x > least
            x[~used] = 0.0
        x = wanted
        left = matrix.T @ (side - matrix @ x)
    return x
