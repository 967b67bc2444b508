"""``scipy.optimize.linprog``: solved from within by Mehrotra's method, paid for as HiGHS' simplex method is."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.results import Result

#: Nanoseconds of a call, of a place of the matrices, and of one of these that is not nothing; of a turn, and in it of a
#: place that is not nothing; turns for each row that holds as an equation, and
#: for each that does not.
_CALL: Final = 930_000.0
_PLACE: Final = 12.0
_ENTRY: Final = 300.0
_TURN: Final = 22_000.0
_TURN_ENTRY: Final = 1.8
_TURNS: Final = 1.2
_LOOSE_TURNS: Final = 0.6
#: Bytes of a call, of a place, and of one that is not nothing.
_HELD: Final = 258_000
_HELD_PLACE: Final = 12
_HELD_ENTRY: Final = 339
#: Numbers and rows with which it is solved here, and what a step of that takes.
_MOST: Final = 2_000
_HERE: Final = 0.05
_MOST_STEPS: Final = 60
#: How near to the bounds a step ends, and when it is near enough.
_SHORT: Final = 0.995
_NEAR: Final = 1e-8
_NEARLY: Final = 1e-5
#: Nothing gets nearer to nothing than that.
_LEAST: Final = 1e-15
_BINDING: Final = 1e-6
_TABLE: Final = 2
_METHODS: Final = frozenset({"highs", "highs-ds", "highs-ipm"})
_SOLVED: Final = "Optimization terminated successfully. (HiGHS Status 7: Optimal)"


class _Rows(NamedTuple):
    """Rows that are no more than something, or equal to it."""

    matrix: Any
    side: Any


def linprog(
    machine: Machine,
    c: Any,
    A_ub: Any = None,
    b_ub: Any = None,
    A_eq: Any = None,
    b_eq: Any = None,
    bounds: Any = (0, None),
    method: Any = "highs",
    callback: Any = None,
    options: Any = None,
    x0: Any = None,
    integrality: Any = None,
) -> Result:
    """As SciPy's by HiGHS. Of several solutions that are as good another one may be given.

    Raises:
        Unsupported: for whole numbers, for large problems, and where no solution is found: why there is none, nobody
            finds out here.
    """
    if method not in _METHODS or callback is not None or integrality is not None:
        raise Unsupported("a linear program of another kind")
    costs = np.atleast_1d(np.asarray(taken(machine, c), dtype=np.float64)).ravel()
    below, equal = (_rows(machine, *one, len(costs)) for one in ((A_ub, b_ub), (A_eq, b_eq)))
    low, high = _bounds(bounds, len(costs))
    rows = len(below.side) + len(equal.side)
    if len(costs) > _MOST or rows > _MOST:
        raise Unsupported("a large linear program")
    places = below.matrix.size + equal.matrix.size
    entries = int(np.count_nonzero(below.matrix) + np.count_nonzero(equal.matrix))
    with np.errstate(all="ignore"):
        found = _solved(machine, costs, below, equal, low, high)
    if found is None:
        raise Unsupported("a linear program without a solution")
    slack = below.side - below.matrix @ found
    binding = len(equal.side) + int((np.abs(slack) < _BINDING * (1 + np.abs(below.side))).sum())
    turns = round(_TURNS * binding + _LOOSE_TURNS * (rows - binding))
    work = _PLACE * places + _ENTRY * entries + turns * (_TURN + _TURN_ENTRY * entries)
    machine.array(places, _CALL, work)
    machine.briefly(_HELD + _HELD_PLACE * places + _HELD_ENTRY * entries)
    return Result(
        machine,
        {
            "x": found,
            "fun": float(costs @ found),
            "slack": slack,
            "con": equal.side - equal.matrix @ found,
            "success": True,
            "status": 0,
            "message": _SOLVED,
            "nit": turns,
        },
    )


def _rows(machine: Machine, matrix: Any, side: Any, count: int) -> _Rows:
    if matrix is None:
        return _Rows(np.zeros((0, count)), np.zeros(0))
    read = np.asarray(taken(machine, matrix), dtype=np.float64)
    sides = np.atleast_1d(np.asarray(taken(machine, side), dtype=np.float64)).ravel()
    if read.ndim != _TABLE or read.shape != (len(sides), count):
        raise ValueError("Invalid input for linprog: matrices must have as many columns as there are costs")
    return _Rows(read, sides)


def _bounds(bounds: Any, count: int) -> tuple[Any, Any]:
    """The least and the most that each number may be."""
    pairs = [(0, None)] if bounds is None else [*bounds]
    if len(pairs) == _TABLE and not any(isinstance(one, list | tuple | np.ndarray) for one in pairs):
        pairs = [tuple(pairs)]
    pairs = pairs * count if len(pairs) == 1 else pairs
    if len(pairs) != count:
        raise ValueError("Invalid input for linprog: as many bounds as costs are expected")
    low = [-np.inf if one is None else float(one) for one, _ in pairs]
    high = [np.inf if one is None else float(one) for _, one in pairs]
    return np.array(low), np.array(high)


def _solved(machine: Machine, costs: Any, below: _Rows, equal: _Rows, low: Any, high: Any) -> Any:
    """The numbers; None where there are none that meet all rows, or no least among these."""
    count = len(costs)
    free = ~np.isfinite(low)
    start = np.where(free, 0.0, low)
    bound = np.isfinite(high).nonzero()[0]
    # All become numbers above nothing: those without a least are the difference of two.
    upper = np.zeros((len(bound), count))
    upper[np.arange(len(bound)), bound] = 1.0
    matrix = np.concatenate((equal.matrix, below.matrix, upper))
    side = np.concatenate((equal.side, below.side, high[bound])) - matrix @ start
    slacks = np.eye(len(side))[:, len(equal.side) :]
    whole = np.concatenate((matrix, -matrix[:, free], slacks), axis=1)
    price = np.concatenate((costs, -costs[free], np.zeros(slacks.shape[1])))
    if not len(side):
        return start if (price >= 0).all() else None
    rows, columns = whole.shape
    machine.allows(_HERE * _MOST_STEPS * (rows**3 / 3 + rows * rows * columns / 4) / 8)
    numbers = _from_within(whole, side, price)
    if numbers is None:
        return None
    found = start + numbers[:count]
    found[free] -= numbers[count : count + int(free.sum())]
    return _settled(found, low, high)


def _settled(found: Any, low: Any, high: Any) -> Any:
    """Where a corner is, which is approached from within: bounds and whole numbers that are that near."""
    for value in (low, high, np.round(found)):
        found = np.where(np.abs(found - value) < _NEARLY * (1 + np.abs(found)), value, found)
    return found


def _from_within(matrix: Any, side: Any, price: Any) -> Any:
    """Least costs of numbers above nothing that a matrix makes the other side of; None where it does not come near."""
    rows = len(side)
    steady = 1e-11 * np.eye(rows)

    def across(weights: Any, value: Any) -> Any:
        table = (matrix * weights) @ matrix.T
        return np.linalg.solve(table + steady * max(1.0, float(np.trace(table)) / rows), value)

    ones = np.ones(len(price))
    x, y = matrix.T @ across(ones, side), across(ones, matrix @ price)
    z = price - matrix.T @ y
    x, z = x + max(0.0, -1.5 * x.min()), z + max(0.0, -1.5 * z.min())
    x, z = (one + 0.5 * float(x @ z) / max(float(other.sum()), 1e-9) + 1e-3 for one, other in ((x, z), (z, x)))
    nearest, best = np.inf, x
    for _ in range(_MOST_STEPS):
        off, dear = side - matrix @ x, price - matrix.T @ y - z
        gap = float(x @ z) / len(x)
        sizes = 1 + np.abs(side).max(), 1 + np.abs(price).max()
        far = max(np.abs(off).max() / sizes[0], np.abs(dear).max() / sizes[1], gap / sizes[1])
        if far < _NEAR:
            return x
        if far < nearest:
            nearest, best = far, x
        if not np.isfinite(gap):
            break

        def step(products: Any, off: Any = off, dear: Any = dear, x: Any = x, z: Any = z) -> tuple[Any, Any, Any]:
            weights = x / z
            dy = across(weights, off + matrix @ (weights * dear + products / z))
            dz = dear - matrix.T @ dy
            return -(products + x * dz) / z, dy, dz

        dx, _, dz = step(x * z)
        near = float((x + _reach(x, dx) * dx) @ (z + _reach(z, dz) * dz)) / len(x)
        dx, dy, dz = step(x * z + dx * dz - gap * (near / gap) ** 3)
        along, back = _SHORT * _reach(x, dx), _SHORT * _reach(z, dz)
        x, y, z = np.maximum(x + along * dx, _LEAST), y + back * dy, np.maximum(z + back * dz, _LEAST)
    return best if nearest < _NEARLY else None


def _reach(values: Any, step: Any) -> float:
    """How far along a step values stay above nothing, at most all of it."""
    falls = step < 0
    return float(min(1.0, (-values[falls] / step[falls]).min())) if falls.any() else 1.0
