"""Sorting, counting and searching."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log, log2
from typing import Any, Final, Literal

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import BOOL, FLOAT64, INT64
from perfcast.trial.libraries.torch.function_calls import axis_of
from perfcast.trial.libraries.torch.prices import COMPARED
from perfcast.trial.libraries.torch.reducing import Chosen
from perfcast.trial.libraries.torch.values import Tensor, check_room, fresh

#: Bytes of an element of a row that is put in order.
_ORDERED: Final = 8
#: Bytes of a value and its place; how many times as many as are wanted there are where a heap is kept; nanoseconds of
#: a value that is looked at then, of one that is kept among them, and of one that is parted from others.
_PAIR: Final = 16
_HEAPED: Final = 64
_LOOKED_AT: Final = 1.0
_KEPT: Final = 22.0
_PARTED: Final = 1.3
_PARTED_MORE: Final = 0.021
_MOST_PARTED: Final = 8.0


def _compared(tensor: Tensor, axis: int) -> float:
    """Comparisons."""
    row = tensor.array.shape[axis] if tensor.array.ndim else 1
    return tensor.elements * log2(row + 1)


def _sort(tensor: Tensor, dim: Any = -1, descending: bool = False) -> Chosen:
    axis = axis_of(tensor, dim)
    if not tensor.array.ndim:
        return _settled("sort", tensor, tensor.array.copy(), np.zeros((), np.int64))
    places = _order(tensor, axis, descending)
    values = np.take_along_axis(tensor.array, places, axis)
    found = _settled("sort", tensor, values, places, COMPARED * _compared(tensor, axis))
    # One row at a time is put in order aside.
    tensor.machine.briefly(_ORDERED * values.shape[axis])
    return found


def _order(tensor: Tensor, axis: int, descending: bool) -> Any:
    if not descending:
        return np.argsort(tensor.array, axis=axis, kind="stable")
    flipped = np.flip(tensor.array, axis)
    return np.flip(tensor.array.shape[axis] - 1 - np.argsort(flipped, axis=axis, kind="stable"), axis).copy()


def _settled(name: str, tensor: Tensor, values: Any, places: Any, work: float = 0.0) -> Chosen:
    found = Chosen(fresh(tensor.machine, values, tensor.kind), fresh(tensor.machine, places, INT64))
    settled(name, found, [tensor], elements=tensor.elements, work=work)
    return found


def _argsort(tensor: Tensor, dim: Any = -1, descending: bool = False) -> Tensor:
    return _sort(tensor, dim, descending).indices


def _msort(tensor: Tensor) -> Tensor:
    return _sort(tensor, 0).values


def _topk(tensor: Tensor, k: Any, dim: Any = -1, largest: bool = True, sorted: bool = True) -> Chosen:
    axis, count = axis_of(tensor, dim), int(k)
    if not 0 <= count <= (tensor.array.shape[axis] if tensor.array.ndim else 1):
        raise RuntimeError("selected index k out of range")
    if not tensor.array.ndim:
        return _settled("topk", tensor, tensor.array.copy(), np.zeros((), np.int64))
    places = np.take(_order(tensor, axis, bool(largest)), range(count), axis)
    values = np.take_along_axis(tensor.array, places, axis)
    if tensor.array.ndim == 1:
        return _settled("topk", tensor, values, places)
    length = max(1, tensor.array.shape[axis])
    found = _settled("topk_axis", tensor, values, places, _of_rows(tensor.elements / length, length, count))
    # One row at a time is looked through aside, as pairs.
    tensor.machine.briefly(_PAIR * length)
    return found


def _of_rows(rows: float, length: int, count: int) -> float:
    """Nanoseconds of the largest few of each row: a heap is kept of very few, the others are parted from the rest
    first, which is quicker the better the processor guesses."""
    if count * _HEAPED <= length:
        # A single one needs no order.
        return rows * (_LOOKED_AT * length + _KEPT * max(0, count - 1) * log(1 + length / max(1, count)))
    return rows * length * min(_MOST_PARTED, _PARTED + _PARTED_MORE * length)


def _unique(
    tensor: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: Any = None,
) -> Any:
    if dim is not None and tensor.array.ndim > 1:
        raise Unsupported("unique rows")
    values, inverse, counts = np.unique(tensor.array, return_inverse=True, return_counts=True)
    found = [fresh(tensor.machine, values, tensor.kind)]
    if return_inverse:
        found.append(fresh(tensor.machine, inverse.reshape(tensor.array.shape), INT64))
    if return_counts:
        found.append(fresh(tensor.machine, counts, INT64))
    result: Any = tuple(found) if len(found) > 1 else found[0]
    return settled("unique", result, [tensor])


def _bincount(tensor: Tensor, weights: Any = None, minlength: Any = 0) -> Tensor:
    if tensor.array.ndim != 1 or tensor.kind.category > 1 or (tensor.elements and int(tensor.array.min()) < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    check_room(max(int(tensor.array.max(initial=0)) + 1, int(minlength)))
    given = weights.array if isinstance(weights, Tensor) else None
    values = np.bincount(tensor.array.astype(np.int64), weights=given, minlength=int(minlength))
    kind = INT64 if given is None else FLOAT64 if weights.kind is FLOAT64 else weights.kind
    found = fresh(tensor.machine, values, kind)
    settled("bincount", found, [tensor], elements=max(tensor.elements, found.elements))
    return found


def _histogram(tensor: Tensor, bins: Any = 100, min: Any = 0, max: Any = 0) -> Tensor:
    """As ``histc``."""
    check_room(int(bins))
    low, high = float(min), float(max)
    if low == high and tensor.elements:
        low, high = float(tensor.array.min()), float(tensor.array.max())
    found = fresh(tensor.machine, np.histogram(tensor.array, int(bins), (low, high))[0], tensor.kind)
    settled("histc", found, [tensor], elements=tensor.elements + found.elements)
    return found


def _numbers(values: Any) -> Any:
    """Of a tensor, a list or a number. Raises Unsupported for what is none."""
    if isinstance(values, Tensor):
        return values.array
    found = np.asarray(values) if isinstance(values, int | float | np.ndarray) or _are_numbers(values) else None
    if found is None or found.dtype.kind not in "biuf":
        raise Unsupported("a list of other things")
    return found


def _are_numbers(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(type(value) in {int, float, bool} for value in values)


def _search(ordered: Tensor, values: Any, *, right: bool = False, side: Any = None) -> Any:
    wanted = _numbers(values)
    where: Literal["left", "right"] = "right" if right or side == "right" else "left"
    if ordered.array.ndim == 1:
        places = np.searchsorted(ordered.array, wanted, where)
    else:
        rows = ordered.array.reshape(-1, ordered.array.shape[-1])
        lines = np.asarray(wanted).reshape(len(rows), -1)
        ordered.machine.allows(1_000.0 * len(rows))
        places = np.array([np.searchsorted(row, line, where) for row, line in zip(rows, lines, strict=True)])
        places = places.reshape(wanted.shape)
    found = fresh(ordered.machine, places, INT64)
    settled("searchsorted", found, [ordered, values], elements=wanted.size * log2(ordered.elements + 2))
    return found


def _is_in(tensor: Any, others: Any) -> Tensor:
    first = tensor if isinstance(tensor, Tensor) else others
    ours, theirs = _numbers(tensor), _numbers(others)
    found = fresh(first.machine, np.isin(ours, theirs), BOOL)
    settled("isin", found, [tensor, others], elements=ours.size + theirs.size)
    return found


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "sort": _sort,
    "argsort": _argsort,
    "msort": _msort,
    "topk": _topk,
    "unique": _unique,
    "bincount": _bincount,
    "histc": _histogram,
}
#: Of the module ``torch`` alone.
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "searchsorted": _search,
    "bucketize": lambda values, boundaries, right=False: _search(boundaries, values, right=right),
    "isin": _is_in,
}
