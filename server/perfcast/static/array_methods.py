"""Methods of arrays, tensors and tables."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from perfcast.static.arrays import EXPENSIVE, LINES, as_array, broadcast, dtype_of, like, product, result, shape_of
from perfcast.static.costs import count_call
from perfcast.static.counters import Machine
from perfcast.static.values import NOTHING, Array, Collection, Function, Number, Partial, Value, element_of, ranged

_REDUCTIONS: Final = frozenset(
    {
        *("sum", "mean", "max", "min", "std", "var", "prod", "any", "all", "argmax", "argmin", "median", "ptp", "amax"),
        *("amin", "nansum", "nanmean", "nanmax", "nanmin", "nanstd", "count_nonzero", "norm", "quantile", "percentile"),
        *("logsumexp", "average", "nunique", "count", "sem", "skew", "idxmax", "idxmin", "trace", "trapz", "trapezoid"),
        *("nanmedian", "mode", "first", "last", "size", "item"),
    }
)
_VIEWS: Final = frozenset(
    {
        *("reshape", "ravel", "view", "transpose", "swapaxes", "squeeze", "unsqueeze", "expand_dims", "broadcast_to"),
        *("asarray", "ascontiguousarray", "values", "flip", "fliplr", "flipud", "diagonal", "moveaxis", "expand"),
        *("permute", "detach", "contiguous", "atleast_1d", "atleast_2d", "t", "T", "rename", "to_numpy", "array_split"),
    }
)
_SORTS: Final = frozenset(
    {
        *("sort", "argsort", "unique", "sort_values", "median", "partition", "argpartition", "lexsort", "rank", "topk"),
        *("percentile", "quantile", "sort_index", "drop_duplicates", "value_counts", "merge", "merge_asof", "isin"),
        *("intersect1d", "union1d", "setdiff1d", "nlargest", "nsmallest", "pivot_table"),
    }
)
#: Lines of a library that run for each row.
_ROW_LINES: Final = {"iterrows": 300.0, "itertuples": 10.0}
#: That a table has, where nothing says.
_GROUPS: Final = 5.0


def _as_python_values(
    machine: Machine, array: Array, name: str, _arguments: list[Value], _keywords: dict[str, Value]
) -> Value | None:
    """What iterates in Python: lists of elements, rows one by one."""
    count = array.count
    if name in ("tolist", "to_list", "to_dict"):
        element: Value = ranged(500.0, 1000.0, {"f": "float", "b": "bool"}.get(array.kind, "int"))
        for length in reversed(array.shape[1:]):
            element = Collection("list", length, element)
        machine.work(count)
        return machine.fresh_list(array.shape[0] if array.shape else 1.0, element)
    if name in ("items", "iterrows", "itertuples"):
        rows = array.shape[0] if array.shape else 1.0
        part: Value = element_of(array)
        if name == "iterrows":
            # Each row is a Series of its own.
            part = replace(array, shape=array.shape[1:], fresh=True, grouped=0.0)
        row = Collection("tuple", 2.0, part, items=(Number(1.0, 10.0), part))
        machine.compute(count, rows * _ROW_LINES.get(name, 1.0))
        return Collection("iterator", rows, row)
    return None


def _in_groups(
    machine: Machine, array: Array, name: str, arguments: list[Value], _keywords: dict[str, Value]
) -> Value | None:
    """Groups and windows, and what is computed for each of their rows."""
    count = array.count
    if name in ("groupby", "resample"):
        machine.compute(2.0 * count, 300.0)
        return replace(array, grouped=_GROUPS if name == "groupby" else max(1.0, array.shape[0] / _GROUPS), fresh=False)
    if name in ("rolling", "expanding", "ewm"):
        # What follows gives as many rows as there are.
        machine.compute(10.0 * count, 300.0)
        return replace(array, grouped=array.shape[0] if array.shape else 1.0, fresh=False)
    if name in ("apply", "map", "agg", "aggregate", "transform", "pipe", "applymap", "vectorize") and arguments:
        return _applied(machine, array, name, arguments[0])
    if name == "accumulate" or name.startswith("cum") or name in ("logcumsumexp", "rank"):
        return like(machine, array)
    return None


def _laid_out(  # noqa: PLR0911
    machine: Machine, array: Array, name: str, arguments: list[Value], _keywords: dict[str, Value]
) -> Value | None:
    """Another shape, or type of elements."""
    count = array.count
    if name in ("astype", "to"):
        given = dtype_of(arguments[0]) if arguments else None
        item, kind = given or (array.item, array.kind)
        return result(machine, array.shape, item, kind, array.library)
    if name in ("reshape", "view", "broadcast_to", "expand") and arguments:
        return _reshaped(array, arguments)
    if name in ("unsqueeze", "expand_dims"):
        return replace(array, shape=(*array.shape, 1.0), fresh=False)
    if name in ("ravel", "flatten", "reshape"):
        flat = (count,)
        return (
            like(machine, replace(array, shape=flat)) if name == "flatten" else replace(array, shape=flat, fresh=False)
        )
    if name in ("transpose", "swapaxes", "permute", "t", "T", "mT"):
        return replace(array, shape=_transposed(array.shape, name, arguments), fresh=False)
    if name in ("sliding_window_view", "unfold"):
        window = arguments[0].mean if arguments and isinstance(arguments[0], Number) else 2.0
        return replace(array, shape=(max(1.0, array.shape[0] - window + 1), window), fresh=False)
    return None


def _multiplied(
    machine: Machine, array: Array, name: str, arguments: list[Value], _keywords: dict[str, Value]
) -> Value | None:
    """Linear algebra, convolutions and transforms."""
    count = array.count
    if name in ("dot", "matmul", "inner", "mm", "bmm", "tensordot", "convolve", "correlate") and arguments:
        other = as_array(arguments[0])
        if name in ("convolve", "correlate"):
            machine.compute(count * max(1.0, other.count))
            return result(machine, (count + other.count,), array.item, array.kind, array.library)
        return product(machine, array, other)
    if name in ("svd", "inv", "solve", "eig", "eigh", "qr", "cholesky", "det", "lstsq", "pinv", "matrix_power"):
        inner = min(array.shape) if array.shape else 1.0
        machine.compute(count * inner * 4.0, 10.0)
        return like(machine, array) if name != "det" else result(machine, (), 8.0, "f", array.library)
    if name in ("fft", "rfft", "ifft", "irfft", "fft2"):
        return result(machine, array.shape, 16.0, "c", array.library, 2.0 * math.log2(count + 2.0))
    return None


def _related(
    machine: Machine, array: Array, name: str, arguments: list[Value], _keywords: dict[str, Value]
) -> Value | None:
    """Each row or column with each other one."""
    count = array.count
    if name in ("corr", "corrcoef", "cov"):
        side = (
            array.shape[1]
            if (name == "corr" or array.library == "pandas") and len(array.shape) > 1
            else array.shape[0]
            if len(array.shape) > 1
            else 2.0
        )
        machine.compute(count * side)
        if array.library == "pandas" and len(array.shape) == 1:
            return ranged(0.5, 1.0, "float")
        return result(machine, (side, side), 8.0, "f", array.library)
    if name in ("cdist",) and arguments:
        return result(machine, (array.shape[0], as_array(arguments[0]).shape[0]), 8.0, array.kind, array.library)
    return None


def _reduced_or_sorted(
    machine: Machine, array: Array, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value | None:
    """What goes through all elements for one number, or for their order."""
    lines = LINES[array.library]
    count = array.count
    if name in _SORTS:
        machine.compute(count * math.log2(count + 2.0), lines)
    if name in _REDUCTIONS:
        return _reduced(machine, array, arguments, keywords)
    if name in ("sort", "fill", "at", "put", "shuffle", "add_", "mul_", "zero_", "set_index") and not array.grouped:
        machine.compute(count)
        return NOTHING if array.library == "numpy" and name != "sort" else replace(array, fresh=True)
    return None


def _chosen(  # noqa: PLR0911
    machine: Machine, array: Array, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value | None:
    """As many elements as something counts or chooses, once or repeatedly."""
    count = array.count
    if name in ("bincount", "histogram"):
        low = keywords.get("minlength")
        machine.compute(count)
        return result(machine, (low.mean if isinstance(low, Number) else 1000.0,), 8.0, "i", array.library)
    if name in ("nonzero", "flatnonzero", "argwhere", "dropna", "query", "drop_duplicates", "unique"):
        factor = 0.5 if name in ("nonzero", "flatnonzero", "argwhere") else 0.8
        made = result(machine, (array.shape[0] * factor, *array.shape[1:]), 8.0, array.kind, array.library)
        return Collection("tuple", 1.0, made, items=(made,)) if name == "nonzero" else made
    if name == "diag" and array.shape:
        shape = (array.shape[0],) * 2 if len(array.shape) == 1 else array.shape[:1]
        return result(machine, shape, array.item, array.kind, array.library)
    if name in ("triu_indices", "tril_indices", "indices"):
        made = result(machine, (count**2 / 2.0,), 8.0, "i", array.library)
        return Collection("tuple", 2.0, made, items=(made, made))
    if name in ("repeat", "tile", "pad") and arguments:
        times = arguments[0]
        factor = times.mean if isinstance(times, Number) and name != "pad" else 1.2 if name == "pad" else 2.0
        return result(
            machine, (array.shape[0] * max(0.0, factor), *array.shape[1:]), array.item, array.kind, array.library
        )
    if name == "where" and not arguments:
        made = result(machine, (count / 2.0,), 8.0, "i", array.library)
        return Collection("tuple", 1.0, made, items=(made,))
    return None


#: Looked through in this order; None says that it is none of theirs.
_FAMILIES: Final = (
    _as_python_values,
    _in_groups,
    _laid_out,
    _multiplied,
    _related,
    _reduced_or_sorted,
    _chosen,
)


def method(machine: Machine, array: Array, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """A method of an array, tensor or table, or the function of that name."""
    count_call(machine, array, name)
    for family in _FAMILIES:
        found = family(machine, array, name, arguments, keywords)
        if found is not None:
            return found
    if name in _VIEWS:
        return replace(array, fresh=False)
    if array.grouped:
        return result(machine, (array.grouped, *array.shape[1:]), array.item, array.kind, array.library)
    return _of_each_element(machine, array, name, arguments, keywords)


def _of_each_element(
    machine: Machine, array: Array, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """An operation on each element, with those of other arrays."""
    kind, item = (array.kind, array.item)
    if name in ("isnan", "isfinite", "isna", "notna", "logical_and", "logical_or", "isin", "duplicated", "isinf"):
        kind, item = "b", 1.0
    elif kind in "ib" and name in EXPENSIVE and name not in ("where", "clip", "round"):
        kind, item = "f", 8.0
    shape = array.shape
    for operand in (*arguments, *keywords.values()):
        if isinstance(operand, Array):
            shape = broadcast(shape, operand.shape) if array.library != "pandas" else shape
            item = max(item, operand.item)
    if name in ("argsort", "searchsorted", "digitize", "argpartition"):
        kind, item = "i", 8.0
    return result(machine, shape, item, kind, array.library, EXPENSIVE.get(name, 1.0))


def _reduced(machine: Machine, array: Array, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    axis = keywords.get("axis", keywords.get("dim"))
    if axis is None and arguments and isinstance(arguments[0], Number) and arguments[0].known:
        axis = arguments[0]
    machine.compute(array.count)
    if array.grouped:
        return result(machine, (array.grouped, *array.shape[1:]), 8.0, array.kind, array.library)
    if isinstance(axis, Number) and array.shape:
        position = int(axis.mean)
        if -len(array.shape) <= position < len(array.shape):
            shape = list(array.shape)
            if "keepdims" in keywords or "keepdim" in keywords:
                shape[position] = 1.0
            else:
                del shape[position]
            return result(machine, tuple(shape), array.item, array.kind, array.library)
    if array.library == "pandas" and len(array.shape) == 2:
        return result(machine, array.shape[1:], 8.0, array.kind, "pandas")
    if "keepdims" in keywords:
        return result(machine, (1.0,) * len(array.shape), array.item, array.kind, array.library)
    return result(machine, (), array.item, array.kind, array.library)


def _transposed(shape: tuple[float, ...], name: str, arguments: list[Value]) -> tuple[float, ...]:
    """Two axes exchanged, or all in a given order, or in the opposite one."""
    axes = [int(a.mean) for a in arguments if isinstance(a, Number)]
    if len(arguments) == 1 and isinstance(arguments[0], Collection) and arguments[0].items is not None:
        axes = [int(item.mean) for item in arguments[0].items if isinstance(item, Number)]
    if name == "mT":
        axes = [-2, -1]
    if not all(-len(shape) <= axis < len(shape) for axis in axes):
        return shape
    if len(axes) == 2 and (name in ("swapaxes", "mT") or len(shape) > 2):
        order = list(range(len(shape)))
        one, other = axes[0] % len(shape), axes[1] % len(shape)
        order[one], order[other] = order[other], order[one]
        return tuple(shape[axis] for axis in order)
    if len(axes) == len(shape):
        return tuple(shape[axis] for axis in axes)
    return shape[::-1]


def _reshaped(array: Array, arguments: list[Value]) -> Value:
    shape = shape_of(arguments[0]) if len(arguments) == 1 and not isinstance(arguments[0], Number) else ()
    numbers = [a.mean for a in arguments if isinstance(a, Number)]
    if isinstance(arguments[0], Collection) and arguments[0].items is not None:
        numbers = [item.mean if isinstance(item, Number) else 1.0 for item in arguments[0].items]
    elif shape:
        numbers = list(shape)
    if not numbers:
        return replace(array, shape=(array.count,), fresh=False)
    known = math.prod(length for length in numbers if length > 0) or 1.0
    return replace(array, shape=tuple(n if n > 0 else array.count / known for n in numbers), fresh=False)


def _applied(machine: Machine, array: Array, name: str, function: Value) -> Value:
    if isinstance(function, Function | Partial):
        rows = array.grouped or (array.shape[0] if array.shape else 1.0)
        if name == "pipe":
            return machine.call(function, [array])
        inner: Value = (
            ranged(0.5, 1000.0, "float") if len(array.shape) == 1 else Array(array.shape[1:], library="pandas")
        )
        machine.compute(array.count, rows * 10.0 if len(array.shape) > 1 else 0.0)
        machine.call(function, [array if array.grouped else inner], rows)
        return result(machine, (rows,), 8.0, "f", array.library)
    return _reduced(machine, array, [], {}) if name in ("agg", "aggregate") else like(machine, array)
