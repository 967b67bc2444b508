"""Indexing of sparse matrices, conversions and attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.sparse.arithmetic import changed, plainly
from perfcast.trial.libraries.scipy.sparse.prices import pay
from perfcast.trial.libraries.scipy.sparse.values import (
    FILLED,
    Entries,
    Sparse,
    compressed,
    dense_of,
    entries_of,
    in_form,
)

_WHOLE: Final = slice(None)
_PAIR: Final = 2
#: Of the allowance for an entry that is looked at.
_HERE: Final = 0.05


def _picked(matrix: Sparse, place: Any) -> Any:
    if matrix.form in {"coo", "dia"}:
        raise TypeError(f"'{matrix.form}_matrix' object is not subscriptable")
    rows, columns = place if isinstance(place, tuple) else (place, _WHOLE)
    if isinstance(place, tuple) and len(place) != _PAIR:
        raise IndexError("too many indices")
    are_numbers = _is_number(rows), _is_number(columns)
    if all(are_numbers):
        return _item(matrix, _within(rows, matrix.shape[0]), _within(columns, matrix.shape[1]))
    if any(not isinstance(one, slice) and not _is_number(one) for one in (rows, columns)) and _WHOLE not in (
        rows if isinstance(rows, slice) else None,
        columns if isinstance(columns, slice) else None,
    ):
        raise Unsupported("several places in a matrix at once")
    own = plainly(matrix)
    _pay_for(own, rows, columns)
    chosen = _places(rows, matrix.shape[0]), _places(columns, matrix.shape[1])
    found = _rearranged(entries_of(own), chosen, matrix.shape)
    shape = (len(chosen[0]), len(chosen[1]))
    if matrix.is_array and any(are_numbers):
        raise Unsupported("a row of a sparse array")
    return compressed(matrix.machine, own.form, shape, found, is_array=matrix.is_array)


def _is_number(place: Any) -> bool:
    return isinstance(place, int | np.integer) and not isinstance(place, bool)


def _within(place: Any, length: int) -> int:
    if not -length <= place < length:
        raise IndexError(f"index ({place}) out of range")
    return int(place) % length


def _item(matrix: Sparse, row: int, column: int) -> Any:
    pay(matrix.machine, "item")
    if matrix.form in FILLED:
        return matrix.machine.made(np.float64(matrix.cells.get((row, column), 0.0)))
    outer, inner = (row, column) if matrix.form == "csr" else (column, row)
    begin, end = matrix.attributes["indptr"][outer : outer + _PAIR].tolist()
    matrix.machine.allows(_HERE * (end - begin))
    is_there = matrix.attributes["indices"][begin:end] == inner
    return matrix.machine.made(matrix.kind.type(matrix.attributes["data"][begin:end][is_there].sum()))


def _places(place: Any, length: int) -> Any:
    if isinstance(place, slice):
        return np.arange(length)[place]
    if _is_number(place):
        return np.array([_within(place, length)])
    found = np.asarray(place)
    if found.dtype.kind == "b":
        return np.flatnonzero(found)
    if (
        found.ndim != 1
        or found.dtype.kind not in "iu"
        or (len(found) and not -length <= found.min() <= found.max() < length)
    ):
        raise IndexError("index out of range")
    return found % length


def _rearranged(entries: Entries, chosen: tuple[Any, Any], shape: tuple[int, int]) -> Entries:
    found = entries
    for axis, places in enumerate(chosen):
        length = shape[axis]
        if len(places) == length and bool((places == np.arange(length)).all()):
            continue
        at = found[axis]
        order = np.argsort(places, kind="stable")
        low = np.searchsorted(places[order], at, side="left")
        times = np.searchsorted(places[order], at, side="right") - low
        if times.sum() > MOST_CELLS:
            raise TooLarge("a matrix too large")
        starts = np.repeat(low - np.r_[0, np.cumsum(times)[:-1]], times) if len(times) else low
        new = order[starts + np.arange(int(times.sum()))]
        parts = [np.repeat(part, times) for part in found]
        parts[axis] = new
        found = Entries(*parts)
    return found


def _pay_for(matrix: Sparse, rows: Any, columns: Any) -> None:
    along, across = (rows, columns) if matrix.form == "csr" else (columns, rows)
    length = matrix.shape[0] if matrix.form == "csr" else matrix.shape[1]
    share = len(_places(along, length)) / max(1, length)
    entries = matrix.count * share
    if across != _WHOLE if isinstance(across, slice) else True:
        pay(matrix.machine, "columns", length * share, entries)
    elif _is_number(along):
        pay(matrix.machine, "row")
    elif isinstance(along, slice):
        pay(matrix.machine, "rows", length * share, entries, 12 * entries)
    else:
        pay(matrix.machine, "picked", length * share, entries, 12 * entries)


def _cleaned(matrix: Sparse) -> None:
    """As ``eliminate_zeros``."""
    rows, columns, values = entries_of(matrix)
    pay(matrix.machine, "cleaned", matrix.shape[0], len(values))
    kept = values != 0
    if kept.all() or matrix.form not in {"csr", "csc"}:
        return
    entries = Entries(rows[kept], columns[kept], values[kept])
    found = compressed(matrix.machine, matrix.form, matrix.shape, entries, is_array=matrix.is_array)
    matrix.attributes.update(found.attributes)


def _nonzero(matrix: Sparse) -> Any:
    rows, columns, values = entries_of(matrix)
    pay(matrix.machine, "nonzero", 0, len(values), 8 * len(values))
    kept = values != 0
    found = rows[kept].astype(np.int32), columns[kept].astype(np.int32)
    return matrix.machine.made_of(found, ())


def _counted(matrix: Sparse, axis: Any = None) -> Any:
    rows, columns, values = entries_of(matrix)
    pay(matrix.machine, "counted", matrix.shape[0])
    if axis is None:
        return len(values)
    along, length = (columns, matrix.shape[1]) if int(axis) % 2 == 0 else (rows, matrix.shape[0])
    return matrix.machine.made_of(np.bincount(along, minlength=length).astype(np.int32), ())


def _as_array(matrix: Sparse) -> Any:
    found = dense_of(matrix)
    pay(matrix.machine, "toarray", 0, matrix.count, found.nbytes)
    pay(matrix.machine, "array_cell", 0, found.size)
    return matrix.machine.made_of(found, ())


def _as_matrix(matrix: Sparse) -> Any:
    found = _as_array(matrix)
    return found if matrix.is_array else found.view(np.matrix)


def _of_type(matrix: Sparse, dtype: Any) -> Sparse:
    kind = np.dtype(dtype)
    if kind.kind not in "biuf":
        raise Unsupported("a matrix of other than numbers")
    return changed(matrix, lambda values: values.astype(kind), "astype")


def _form(form: str) -> Callable[..., Sparse]:
    return lambda matrix, copy=False: in_form(matrix, form, copy=bool(copy))


def _in_named(matrix: Sparse, format: Any, copy: Any = False) -> Sparse:
    return in_form(matrix, format, copy=bool(copy))


OPERATORS: Final[Mapping[str, Callable[..., Any]]] = {"getitem": _picked}
METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "toarray": _as_array,
    "todense": _as_matrix,
    "copy": lambda matrix: in_form(matrix, matrix.form, copy=True),
    "astype": _of_type,
    "asformat": _in_named,
    "getrow": lambda matrix, i: _picked(plainly(matrix), int(i)),
    "getcol": lambda matrix, j: _picked(plainly(matrix), (_WHOLE, int(j))),
    "nonzero": _nonzero,
    "getnnz": _counted,
    "count_nonzero": lambda matrix: int(np.count_nonzero(entries_of(matrix).values)),
    "eliminate_zeros": _cleaned,
    "sum_duplicates": lambda matrix: pay(matrix.machine, "cleaned", matrix.shape[0], matrix.count),
    "sort_indices": lambda matrix: pay(matrix.machine, "cleaned", matrix.shape[0], matrix.count),
    **{f"to{form}": _form(form) for form in ("csr", "csc", "coo", "lil", "dok")},
}
