"""Operators and reductions of sparse matrices."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.sparse.prices import pay
from perfcast.trial.libraries.scipy.sparse.values import (
    COMPRESSED,
    Entries,
    Sparse,
    compressed,
    dense_of,
    entries_of,
    in_form,
    loose,
    made,
)

_NUMBER: Final = (int, float, np.number, np.bool_)
#: Bytes of an entry and its place.
_ENTRY: Final = 12


def plainly(matrix: Sparse) -> Sparse:
    """Row by row or column by column, as most is reckoned."""
    return matrix if matrix.form in COMPRESSED else in_form(matrix, "csr")


def _multiplied(matrix: Sparse, other: Any) -> Any:
    """As ``@``."""
    if isinstance(other, Sparse):
        return _by_matrix(matrix, other)
    found = np.asarray(taken(matrix.machine, other))
    if found.ndim not in {1, 2}:
        raise ValueError("matmul: dimension mismatch")
    if found.shape[0] != matrix.shape[1]:
        raise ValueError("dimension mismatch")
    return _by_dense(matrix, found)


def _by_dense(matrix: Sparse, other: Any, name: str = "by_vector") -> Any:
    machine = matrix.machine
    rows, columns, values = entries_of(matrix)
    width = 1 if other.ndim == 1 else other.shape[1]
    kind = np.result_type(matrix.kind, other)
    result = matrix.shape[0] * width * kind.itemsize
    if matrix.shape[0] * width > MOST_CELLS or len(values) * width > MOST_CELLS:
        raise TooLarge("a matrix too large")
    if other.ndim == 1:
        pay(machine, name, matrix.shape[0], len(values), result)
        found = np.bincount(rows, weights=values * other[columns], minlength=matrix.shape[0]).astype(kind)
    else:
        pay(machine, "by_columns", matrix.shape[0] * width, (len(values) * (8.0 + width)), result)
        found = np.zeros((matrix.shape[0], width), dtype=kind)
        np.add.at(found, rows, values[:, None] * other[columns])
    return machine.made_of(found, (other,))


def _from_left(matrix: Sparse, other: Any) -> Any:
    """An array times a matrix."""
    found = np.asarray(taken(matrix.machine, other))
    if found.shape[-1] != matrix.shape[0]:
        raise ValueError("dimension mismatch")
    turned = _turned(plainly(matrix))
    product = _by_dense(turned, found.T, "vector_by")
    return product.T if found.ndim > 1 else product


def _by_matrix(matrix: Sparse, other: Sparse) -> Sparse:
    if matrix.shape[1] != other.shape[0]:
        raise ValueError("dimension mismatch")
    machine = matrix.machine
    left, right = plainly(matrix), in_form(other, "csr")
    rows, columns, values = entries_of(left)
    ends = right.attributes["indptr"].astype(np.int64)
    counts = np.diff(ends)[columns]
    steps = int(counts.sum())
    if steps > MOST_CELLS:
        raise TooLarge("a matrix too large")
    form = left.form if left.form in COMPRESSED else "csr"
    starts = np.repeat(ends[columns] - np.r_[0, np.cumsum(counts)[:-1]], counts) if steps else np.empty(0, np.int64)
    where = starts + np.arange(steps)
    entries = Entries(
        np.repeat(rows, counts),
        right.attributes["indices"].astype(np.int64)[where],
        np.repeat(values, counts) * right.attributes["data"][where],
    )
    machine.allows(60.0 * steps)
    found = compressed(machine, form, (matrix.shape[0], other.shape[1]), entries, is_array=matrix.is_array)
    pay(machine, "product", 0, left.count + right.count, _ENTRY * found.count)
    pay(machine, "product_step", 0, steps)
    return found


def _turned(matrix: Sparse) -> Sparse:
    """As ``T``: rows become columns where they are."""
    pay(matrix.machine, "T")
    shape = (matrix.shape[1], matrix.shape[0])
    form = {"csr": "csc", "csc": "csr"}.get(matrix.form, matrix.form)
    parts = matrix.attributes
    if form == "coo":
        parts = {"data": parts["data"], "row": parts["col"], "col": parts["row"]}
    elif form not in COMPRESSED:
        return _turned(in_form(matrix, "csr"))
    return made(matrix.machine, form, shape, dict(parts), is_array=matrix.is_array)


def changed(matrix: Sparse, run: Callable[[Any], Any], name: str = "scaled") -> Sparse:
    """With other values at the same places."""
    values = run(matrix.attributes["data"] if "data" in matrix.attributes else entries_of(matrix).values)
    own = plainly(matrix) if matrix.form not in {"coo", "dia"} else matrix
    copied = {key: part if key == "data" else part.copy() for key, part in own.attributes.items()}
    pay(matrix.machine, name, matrix.shape[0], matrix.count, own.size_in_bytes)
    if own.form != matrix.form:
        values = run(own.attributes["data"])
    return made(matrix.machine, own.form, matrix.shape, {**copied, "data": values}, is_array=matrix.is_array)


def _times(matrix: Sparse, other: Any) -> Any:
    """As ``*``."""
    if isinstance(other, _NUMBER):
        return changed(matrix, lambda values: values * other)
    return _elementwise(matrix, other) if matrix.is_array else _multiplied(matrix, other)


def _times_from_left(matrix: Sparse, other: Any) -> Any:
    if isinstance(other, _NUMBER):
        return changed(matrix, lambda values: other * values)
    return _elementwise(matrix, other) if matrix.is_array else _from_left(matrix, other)


def _elementwise(matrix: Sparse, other: Any) -> Any:
    """As ``multiply``."""
    if isinstance(other, _NUMBER):
        return changed(matrix, lambda values: values * other)
    machine = matrix.machine
    if isinstance(other, Sparse):
        if matrix.shape != other.shape:
            raise Unsupported("matrices of other shapes")
        left, right = plainly(matrix), in_form(other, plainly(matrix).form)
        pay(machine, "multiply", matrix.shape[0], (left.count + right.count) / 2, _ENTRY * left.count)
        first, second = entries_of(left), entries_of(right)
        keys, others = (one.rows * matrix.shape[1] + one.columns for one in (first, second))
        _, here, there = np.intersect1d(keys, others, assume_unique=True, return_indices=True)
        found = Entries(first.rows[here], first.columns[here], first.values[here] * second.values[there])
        return compressed(machine, left.form, matrix.shape, found, is_array=matrix.is_array)
    dense = np.asarray(taken(machine, other))
    rows, columns, values = entries_of(matrix)
    pay(machine, "multiply", 0, len(values), 20 * len(values))
    spread = np.broadcast_to(dense, matrix.shape)
    own = Entries(rows, columns, values * spread[rows, columns])
    if matrix.is_array:
        return compressed(machine, "csr", matrix.shape, own, is_array=True)
    return loose(machine, matrix.shape, own, is_array=False)


def _divided(matrix: Sparse, other: Any) -> Sparse:
    if not isinstance(other, _NUMBER):
        raise Unsupported("a matrix that is divided by something else")
    return changed(matrix, lambda values: values / other)


def _added(matrix: Sparse, other: Any, sign: float = 1.0) -> Any:
    machine = matrix.machine
    if isinstance(other, Sparse):
        if matrix.shape != other.shape:
            raise ValueError("inconsistent shapes")
        left = plainly(matrix)
        right = in_form(other, left.form)
        first, second = entries_of(left), entries_of(right)
        turned = second.values if sign > 0 else -second.values
        both = Entries(*(np.concatenate(pair) for pair in zip(first, Entries(*second[:2], turned), strict=True)))
        found = compressed(machine, left.form, matrix.shape, both, is_array=matrix.is_array)
        pay(machine, "add", matrix.shape[0], (left.count + right.count) / 2, _ENTRY * found.count)
        return found
    if isinstance(other, _NUMBER):
        if other == 0:
            return in_form(matrix, matrix.form, copy=True)
        raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
    dense = np.asarray(taken(machine, other))
    mine = dense_of(matrix)
    pay(machine, "array_cell", 0, mine.size, mine.nbytes)
    return machine.made_of(mine + sign * dense, (dense,))


def _subtracted_from(matrix: Sparse, other: Any) -> Any:
    return _added(changed(matrix, np.negative), other)


def _to_power(matrix: Sparse, other: Any) -> Any:
    if matrix.is_array or not isinstance(other, int) or not 0 < other < 20:
        raise Unsupported("a power of a matrix")
    found = matrix
    for _ in range(other - 1):
        found = _by_matrix(found, matrix)
    return found


def _summed(matrix: Sparse, axis: Any = None) -> Any:
    return _along(matrix, axis, matrix.kind if matrix.kind.kind in "fc" else np.dtype(np.int64), 1.0)


def _averaged(matrix: Sparse, axis: Any = None) -> Any:
    cells = float(matrix.shape[0] * matrix.shape[1]) if axis is None else float(matrix.shape[int(axis)])
    return _along(matrix, axis, np.dtype(np.float64), 1.0 / cells)


def _along(matrix: Sparse, axis: Any, kind: Any, share: float) -> Any:
    machine = matrix.machine
    rows, columns, values = entries_of(matrix)
    if axis is None:
        pay(machine, "sum", matrix.shape[0], len(values))
        return machine.made(kind.type(values.sum() * share))
    is_down = int(axis) % 2 == 0
    places, length = (columns, matrix.shape[1]) if is_down else (rows, matrix.shape[0])
    is_quick = is_down == (matrix.form == "csc")
    pay(machine, "sum_across" if is_quick else "sum_down", length, len(values), 8 * length)
    found = (np.bincount(places, weights=values, minlength=length) * share).astype(kind)
    return machine.made_of(_as_matrix(matrix, found, is_down=is_down), ())


def _as_matrix(matrix: Sparse, found: Any, *, is_down: bool) -> Any:
    """Of a matrix of the old kind it is one of NumPy's."""
    if matrix.is_array:
        return found
    return (found[None, :] if is_down else found[:, None]).view(np.matrix)


def _extreme(run: Any) -> Callable[..., Any]:
    def found(matrix: Sparse, axis: Any = None) -> Any:
        machine = matrix.machine
        rows, columns, values = entries_of(matrix)
        cells = matrix.shape[0] * matrix.shape[1]
        if axis is None:
            pay(machine, "max", matrix.shape[0], len(values))
            most = run.reduce(values) if len(values) else matrix.kind.type(0)
            return machine.made(run(most, matrix.kind.type(0)) if len(values) < cells else most)
        is_down = int(axis) % 2 == 0
        places, length = (columns, matrix.shape[1]) if is_down else (rows, matrix.shape[0])
        pay(machine, "max_along", length, len(values), 16 * length)
        start = -np.inf if run is np.maximum else np.inf
        most = np.full(length, start)
        run.at(most, places, values)
        across = matrix.shape[0] if is_down else matrix.shape[1]
        most = np.where(np.bincount(places, minlength=length) < across, run(most, 0.0), most).astype(matrix.kind)
        there = np.flatnonzero(most)
        nothing = np.zeros_like(there)
        own = Entries(nothing, there, most[there]) if is_down else Entries(there, nothing, most[there])
        return loose(machine, (1, length) if is_down else (length, 1), own, is_array=matrix.is_array)

    return found


def _diagonal(matrix: Sparse, k: Any = 0) -> Any:
    rows, columns, values = entries_of(matrix)
    length = max(0, min(matrix.shape[0] + min(0, int(k)), matrix.shape[1] - max(0, int(k))))
    pay(matrix.machine, "diagonal", matrix.shape[0], len(values), 8 * length)
    found = np.zeros(length, dtype=matrix.kind)
    on = columns - rows == int(k)
    np.add.at(found, rows[on] + min(0, int(k)), values[on])
    return matrix.machine.made_of(found, ())


def _compared(run: Callable[[Any, Any], Any]) -> Callable[[Sparse, Any], Sparse]:
    """Of a comparison that does not hold of nothing: of the others there were more entries than before."""

    def found(matrix: Sparse, other: Any) -> Sparse:
        if not isinstance(other, _NUMBER) or run(0, other):
            raise Unsupported("a comparison of a matrix")
        pay(matrix.machine, "compared", matrix.shape[0], matrix.count, _ENTRY * matrix.count)
        own = plainly(matrix)
        rows, columns, values = entries_of(own)
        kept = run(values, other)
        entries = Entries(rows[kept], columns[kept], kept[kept])
        return compressed(matrix.machine, own.form, matrix.shape, entries, is_array=matrix.is_array)

    return found


def _elementwise_by(run: Callable[[Any], Any]) -> Callable[[Sparse], Sparse]:
    return lambda matrix: changed(matrix, run)


OPERATORS: Final[Mapping[str, Callable[..., Any]]] = {
    "matmul": _multiplied,
    "rmatmul": _from_left,
    "mul": _times,
    "rmul": _times_from_left,
    "truediv": _divided,
    "add": _added,
    "radd": _added,
    "sub": lambda matrix, other: _added(matrix, other, -1.0),
    "rsub": _subtracted_from,
    "pow": _to_power,
    "gt": _compared(operator.gt),
    "lt": _compared(operator.lt),
    "neg": lambda matrix: changed(matrix, np.negative),
    "abs": lambda matrix: changed(matrix, np.abs),
}
METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "dot": _multiplied,
    "multiply": _elementwise,
    "transpose": _turned,
    "sum": _summed,
    "mean": _averaged,
    "max": _extreme(np.maximum),
    "min": _extreme(np.minimum),
    "diagonal": _diagonal,
    "power": lambda matrix, n: changed(matrix, lambda values: values**n),
    **{name: _elementwise_by(getattr(np, name)) for name in ("sqrt", "log1p", "expm1", "sin", "sign", "floor", "ceil")},
}
