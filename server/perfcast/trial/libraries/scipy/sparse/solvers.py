"""``scipy.sparse.linalg``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.sparse.prices import pay
from perfcast.trial.libraries.scipy.sparse.values import Sparse, dense_of, entries_of, in_form

#: What a step of taking rows apart takes here, and a cell of what solves equations.
_HERE: Final = 60.0
_HERE_CELL: Final = 0.5
#: Bytes of factors, and of each entry of them.
_FACTORS: Final = 300
_FACTOR_ENTRY: Final = 12


def members(machine: Machine) -> dict[str, Guarded]:
    """What the module holds."""
    functions: dict[str, Callable[..., Any]] = {
        "factorized": _factorized,
        "spsolve": _spsolve,
        "norm": _norm,
        "cg": _cg,
        "splu": _splu,
    }
    return {name: Guarded(partial(run, machine)) for name, run in functions.items()}


def _norm(machine: Machine, x: Any, ord: Any = None, axis: Any = None) -> Any:
    if not isinstance(x, Sparse) or ord not in {None, "fro"} or axis is not None:
        raise Unsupported("a norm of another kind")
    pay(machine, "norm", 0, x.count)
    return machine.made(np.sqrt((entries_of(x).values.astype(np.float64) ** 2).sum()))


def _square(matrix: Any) -> Sparse:
    if not isinstance(matrix, Sparse):
        raise Unsupported("equations of another kind")
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError("matrix must be square")
    return matrix


def _spsolve(machine: Machine, A: Any, b: Any, permc_spec: Any = None, use_umfpack: Any = True) -> Any:
    matrix = _square(A)
    side = np.asarray(taken(machine, b), dtype=np.float64)
    if side.ndim > 1 or len(side) != matrix.shape[0]:
        raise Unsupported("equations of several sides")
    own = in_form(matrix, "csr") if matrix.form not in {"csr", "csc"} else matrix
    rows = matrix.shape[0]
    entries, steps = _filling(machine, own)
    pay(machine, "spsolve", rows, own.count, side.nbytes)
    pay(machine, "factor_entry", 0, entries)
    machine.array(0, 0.0, 0.1 * steps)
    dense = dense_of(own)
    machine.allows(0.1 * rows**3)
    try:
        found = np.linalg.solve(dense, side)
    except np.linalg.LinAlgError:
        found = np.full(rows, np.nan)
    return machine.made_of(found, (side,))


class Factors(Foreign):
    """As ``SuperLU``."""

    def __init__(self, machine: Machine, matrix: Any, entries: int) -> None:
        super().__init__({"shape": matrix.shape}, _FACTORS + _FACTOR_ENTRY * entries)
        self._machine, self._inverse, self._entries = machine, np.linalg.inv(matrix), entries

    def member(self, name: str) -> Any:
        return Guarded(self.solve) if name == "solve" else super().member(name)

    def solve(self, rhs: Any, trans: Any = "N") -> Any:
        """What the equations give with these right sides."""
        machine, rows = self._machine, len(self._inverse)
        sides = np.asarray(taken(machine, rhs))
        if sides.dtype.kind not in "biuf":
            raise Unsupported("right sides of other than numbers")
        sides = sides.astype(np.float64)
        if sides.ndim > 2 or sides.shape[:1] != (rows,):
            raise ValueError("rhs is of incompatible size")
        if trans not in {"N", "T"}:
            raise Unsupported("equations of another kind")
        columns = sides.size // rows
        pay(machine, "solved", rows * columns, 0, sides.nbytes)
        pay(machine, "solved_entry", 0, self._entries * columns)
        machine.allows(_HERE_CELL * rows * sides.size)
        return machine.made_of((self._inverse if trans == "N" else self._inverse.T) @ sides, (sides,))


def _splu(machine: Machine, A: Any, permc_spec: Any = None) -> Factors:
    matrix = _square(A)
    own = in_form(matrix, "csc")
    rows = own.shape[0]
    entries, steps = _filling(machine, own)
    pay(machine, "splu", rows, own.count)
    pay(machine, "factor_entry", 0, entries)
    machine.array(0, 0.0, 0.1 * steps)
    machine.allows(0.1 * rows**3)
    try:
        found = Factors(machine, dense_of(own).astype(np.float64), entries)
    except np.linalg.LinAlgError:
        raise RuntimeError("Factor is exactly singular") from None
    return machine.grown(found, found.nbytes)  # type: ignore[no-any-return]


def _factorized(machine: Machine, A: Any) -> Any:
    return Guarded(_splu(machine, A).solve)


def _filling(machine: Machine, matrix: Sparse) -> tuple[int, float]:
    """Entries of both factors, and steps of finding them, where the row with the fewest others is taken first."""
    rows, columns, _ = entries_of(matrix)
    beside: dict[int, set[int]] = {row: set() for row in range(matrix.shape[0])}
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if row != column:
            beside[row].add(column)
            beside[column].add(row)
    by_count: dict[int, set[int]] = {}
    for row, others in beside.items():
        by_count.setdefault(len(others), set()).add(row)
    entries, steps = matrix.shape[0], 0.0
    least = 0
    while beside:
        while not by_count.get(least):
            least += 1
        row = by_count[least].pop()
        others = beside.pop(row)
        entries += 2 * len(others)
        steps += 2.0 * len(others) ** 2
        machine.allows(_HERE * (1 + len(others) ** 2 / 8))
        if entries > 4 * MOST_CELLS:
            raise Unsupported("equations that fill too much")
        if len(others) == len(beside):
            # All of them are beside each other by now.
            left = len(others)
            return entries + left * (left - 1), steps + 2.0 * left**3 / 3.0
        for one in others:
            by_count[len(beside[one])].discard(one)
            beside[one].discard(row)
            beside[one] |= others
            beside[one].discard(one)
            by_count.setdefault(len(beside[one]), set()).add(one)
        least = max(0, least - 1)
    return entries, steps


def _cg(
    machine: Machine,
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: Any = 1e-5,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
    callback: Any = None,
) -> Any:
    """By conjugate gradients."""
    if M is not None or callback is not None:
        raise Unsupported("equations of another kind")
    matrix = _square(A) if isinstance(A, Sparse) else np.asarray(taken(machine, A))
    side = np.asarray(taken(machine, b), dtype=np.float64)
    x = np.zeros(len(side)) if x0 is None else np.array(taken(machine, x0), dtype=np.float64)
    pay(machine, "cg", len(side), 0, side.nbytes)
    least = max(float(atol), float(rtol) * float(np.linalg.norm(side)))
    multiplied: Callable[[Any], Any] = lambda vector: matrix @ vector  # noqa: E731
    left = side - multiplied(x)
    way, size = left.copy(), float(left @ left)
    most = 10 * len(side) if maxiter is None else int(maxiter)
    for _ in range(most):
        if size**0.5 <= least:
            machine.made_of(x, (side,))
            return x, 0
        pay(machine, "cg_turn", len(side))
        along = multiplied(way)
        step = size / float(way @ along)
        x, left = x + step * way, left - step * along
        size, before = float(left @ left), size
        way = left + size / before * way
    return x, most
