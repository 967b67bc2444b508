"""NumPy, torch and pandas: shapes, bytes and element operations."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, replace
from typing import Final

from perfcast.static.arguments import dtype
from perfcast.static.costs import count_call
from perfcast.static.counters import Machine
from perfcast.static.values import (
    MOST,
    NOTHING,
    UNKNOWN,
    Array,
    Collection,
    Function,
    Known,
    Method,
    Nothing,
    Number,
    Partial,
    Text,
    Value,
    element_of,
    number,
    ranged,
)

#: Lines of Python that a library itself runs in a call, roughly.
_LINES: Final = {"numpy": 4.0, "torch": 40.0, "pandas": 600.0}
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
_FILLED: Final = frozenset({"zeros", "ones", "empty", "full", "rand", "randn", "identity", "eye"})
_RANDOM: Final = {"normal": 2, "uniform": 2, "random": 0, "standard_normal": 0, "integers": 2, "randint": 2,
                  "random_sample": 0, "choice": 1, "exponential": 1, "poisson": 1}  # fmt: skip
_GATHERING: Final = frozenset({"concatenate", "hstack", "vstack", "stack", "column_stack", "cat", "concat", "r_", "c_"})
_OUTER: Final = frozenset({"outer", "meshgrid", "subtract.outer", "add.outer", "multiply.outer", "kron"})
_EXPENSIVE: Final = {
    **dict.fromkeys(("exp", "log", "sin", "cos", "tanh", "sqrt", "power", "arctan2", "hypot", "logaddexp"), 6.0),
    **dict.fromkeys(("round", "clip", "where"), 2.0),
}


@dataclass(slots=True)
class SliceOf(Value):
    """A slice in an array's index, with its bounds where they are given."""

    start: float | None
    stop: float | None
    step: float


def attribute(machine: Machine, array: Array, name: str) -> Value:  # noqa: PLR0911
    """An attribute of an array; its methods come as `Method`."""
    if name == "shape":
        items = tuple(number(length) for length in array.shape)
        return Collection("tuple", float(len(items)), items[0] if items else UNKNOWN, items=items, fresh=False)
    if name == "size":
        return number(array.count)
    if name in ("ndim", "itemsize", "nbytes"):
        return number({"ndim": float(len(array.shape)), "itemsize": array.item, "nbytes": array.size}[name])
    if name in ("T", "mT"):
        return replace(array, shape=array.shape[::-1], fresh=False)
    if name in ("values", "real", "imag", "loc", "iloc", "index", "at", "iat", "str", "dt", "flat", "data"):
        if name == "index":
            return Array(array.shape[:1], 8.0, "i", array.library, fresh=False)
        library = "numpy" if name in ("values", "flat") else array.library
        return replace(array, fresh=False, library=library)
    if name == "columns" and len(array.shape) == 2:
        return Collection("list", array.shape[1], Text(4.0, fresh=False), fresh=False)
    if name in ("dtype", "device"):
        return Text(
            float(array.item),
            literal=f"{ {'b': 'bool', 'i': 'int', 'c': 'complex'}.get(array.kind, 'float') }{int(array.item * 8)}",
        )
    return Method(array, name)


def like(machine: Machine, array: Array, *, kind: str | None = None, item: float | None = None) -> Value:
    """A new array of that shape, computed from it."""
    kind = array.kind if kind is None else kind
    return result(machine, array.shape, array.item if item is None else item, kind, array.library)


def result(
    machine: Machine, shape: tuple[float, ...], item: float, kind: str, library: str, effort: float = 1.0
) -> Value:
    """A new array; a scalar of the library counts as a number."""
    lines = _LINES[library]
    if not shape and library != "torch":
        machine.compute(0.0, lines)
        return ranged(1.0, 1000.0, "float" if kind == "f" else "int")
    array = Array(tuple(min(MOST, max(0.0, length)) for length in shape), item, kind, library)
    machine.compute(array.count * effort, lines)
    return machine.make(array)


def elementwise(machine: Machine, operator: ast.AST, left: Value, right: Value, effort: float = 1.0) -> Value:
    """A binary operator with at least one array: shapes broadcast."""
    first, second = as_array(left), as_array(right)
    if isinstance(operator, ast.MatMult):
        return product(machine, first, second)
    array = first if first.count >= second.count else second
    shape = broadcast(first.shape, second.shape)
    kind, item = array.kind, array.item
    both = isinstance(left, Array) and isinstance(right, Array)
    if both:
        item = max(first.item, second.item)
        kind = "f" if "f" in (first.kind, second.kind) else kind
    if isinstance(operator, ast.cmpop):
        kind, item = "b", 1.0
    elif isinstance(operator, ast.Div) and kind in "ib":
        kind, item = "f", 8.0
    if isinstance(operator, ast.Div | ast.FloorDiv | ast.Mod | ast.Pow):
        effort = max(effort, 3.0)
    library = next((a.library for a in (first, second) if a.library != "numpy"), "numpy")
    if library == "numpy":
        machine.step()
    made = result(machine, shape, item, kind, library, effort)
    if library == "numpy":
        machine.lines -= machine.multiplicity * _LINES["numpy"]
    return made


def as_array(value: Value) -> Array:
    """The array that a library makes of a value."""
    if isinstance(value, Array):
        return value
    if isinstance(value, Collection):
        inner = as_array(value.element) if isinstance(value.element, Collection | Array) else Array(())
        is_float = isinstance(value.element, Number) and value.element.kind == "float"
        kind = inner.kind if inner.shape else "f" if is_float else "i"
        return Array((value.length, *inner.shape), inner.item if inner.shape else 8.0, kind)
    return Array((), 0.0, "f" if isinstance(value, Number) and value.kind == "float" else "b")


def broadcast(left: tuple[float, ...], right: tuple[float, ...]) -> tuple[float, ...]:
    """The shape of an elementwise result."""
    length = max(len(left), len(right))
    left, right = (1.0,) * (length - len(left)) + left, (1.0,) * (length - len(right)) + right
    return tuple(b if a == 1.0 else a if b == 1.0 else max(a, b) for a, b in zip(left, right, strict=True))


def product(machine: Machine, first: Array, second: Array) -> Value:
    """A matrix product."""
    inner = first.shape[-1] if first.shape else 1.0
    if len(second.shape) >= 2:
        shape = (*(first.shape[:-1] if first.shape else ()), second.shape[-1])
        if len(first.shape) > 2 or len(second.shape) > 2:
            shape = (*broadcast(first.shape[:-2], second.shape[:-2]), *first.shape[-2:-1], second.shape[-1])
    else:
        shape = first.shape[:-1]
    operations = inner
    for length in shape:
        operations *= length
    machine.compute(operations / (8.0 if first.kind == "f" else 0.5))
    return result(machine, shape, max(first.item, second.item), first.kind, first.library)


def indexed(machine: Machine, array: Array, index: list[Value]) -> Value:  # noqa: PLR0912
    """``array[index]``: slices are views, masks and index arrays copy."""
    if array.library == "pandas" and len(array.shape) == 2 and not isinstance(index[0], Array):
        if isinstance(index[0], Text):
            return Array(array.shape[:1], array.item, array.kind, "pandas", fresh=False, grouped=array.grouped)
        if isinstance(index[0], Collection):
            return result(machine, (array.shape[0], index[0].length), array.item, array.kind, "pandas")
    shape: list[float] = []
    axes = list(array.shape)
    copies, advanced = False, False
    given = sum(not isinstance(part, Nothing) for part in index if not _is_ellipsis(part))
    for part in index:
        if isinstance(part, Nothing):
            shape.append(1.0)
        elif _is_ellipsis(part):
            kept = max(0, len(axes) - (given - 1))
            shape.extend(axes[:kept])
            del axes[:kept]
        elif isinstance(part, SliceOf):
            if axes:
                shape.append(_taken(part, axes.pop(0)))
        elif isinstance(part, Array | Collection) and (as_array(part).shape):
            other = as_array(part)
            copies = True
            if other.kind == "b":
                taken = axes[: len(other.shape)]
                del axes[: len(other.shape)]
                shape.append(math.prod(taken) / 2.0 if taken else 1.0)
            else:
                if axes:
                    axes.pop(0)
                if not advanced:
                    shape.extend(other.shape)
                advanced = True
        elif axes:
            axes.pop(0)
    shape.extend(axes)
    if copies:
        return result(machine, tuple(shape), array.item, array.kind, array.library, 2.0)
    if not shape and array.library != "torch":
        machine.allocate(32.0)
        high = 2.0**8 if array.item == 1 else 1000.0
        return ranged(high / 2, high, "float" if array.kind == "f" else "int")
    return Array(tuple(shape), array.item, array.kind, array.library, fresh=False)


def called(machine: Machine, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:  # noqa: PLR0911, PLR0912
    """A function of a library by its dotted name, or one of an array's methods with the array as first argument."""
    library, _, rest = name.partition(".")
    short = rest.rpartition(".")[2]
    first = arguments[0] if arguments else NOTHING
    array = as_array(first) if isinstance(first, Array | Collection) else None
    library = array.library if array is not None and array.library != "numpy" else library
    lines = _LINES.get(library, 4.0)
    given = dtype_of(keywords.get("dtype"))
    if rest.endswith(".outer") or short in _OUTER:
        return _outer(machine, arguments, library)
    if short == "einsum" and arguments:
        return _summed(machine, arguments, library)
    if short == "where" and len(arguments) == 3:
        return elementwise(
            machine, ast.Add(), elementwise(machine, ast.Add(), arguments[0], arguments[1]), arguments[2]
        )
    if short == "default_rng" or short in ("RandomState", "Generator"):
        machine.work(300.0, 10.0)
        return Known(f"{library}.random")
    if short in _RANDOM and (".random." in name or not isinstance(first, Array)) and (rest.startswith("random")):
        shape = shape_of(
            keywords.get("size", arguments[_RANDOM[short]] if len(arguments) > _RANDOM[short] else NOTHING)
        )
        return result(machine, shape, 8.0, "f" if short not in ("integers", "randint", "choice") else "i", library, 5.0)
    if short in _FILLED or short.removesuffix("_like") in _FILLED:
        if short.endswith("_like") and array is not None:
            item, kind = given or (array.item, array.kind)
            return result(machine, array.shape, item, kind, library, 0.3)
        given = given or (dtype_of(arguments[1]) if len(arguments) > 1 and short != "full" else None)
        item, kind = given or ((4.0 if library == "torch" else 8.0), "f")
        shape = shape_of(keywords.get("shape", first))
        if all(isinstance(a, Number) for a in arguments) and (library == "torch" or short in ("rand", "randn")):
            shape = tuple(max(0.0, a.mean) for a in arguments if isinstance(a, Number))
        if short in ("eye", "identity"):
            shape = (shape[0], shape[0]) if shape else ()
        return result(machine, shape, item, kind, library, 0.3)
    if short in ("arange", "linspace", "logspace"):
        return _progression(machine, short, arguments, keywords, given, library)
    if short in _GATHERING:
        return _gathered(machine, short, first, keywords, library)
    if short in (
        "array",
        "tensor",
        "fromiter",
        "asarray",
        "DataFrame",
        "Series",
        "from_dict",
        "frombuffer",
        "from_numpy",
    ):
        return _converted(machine, short, first, given, library, keywords)
    if array is None:
        if isinstance(first, Number) and len(arguments) <= 2:
            others = [a for a in arguments if isinstance(a, Array)]
            if others:
                return elementwise(machine, ast.Add(), others[0], first, _EXPENSIVE.get(short, 1.0))
            machine.work(1.0, lines)
            return _scalar_of(first)
        machine.guess()
        machine.compute(1.0, lines)
        return UNKNOWN
    return method(machine, array, short, arguments[1:], keywords)


#: Lines of a library that run for each row.
_ROW_LINES: Final = {"iterrows": 300.0, "itertuples": 10.0}
#: That a table has, where nothing says.
_GROUPS: Final = 5.0


def method(machine: Machine, array: Array, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:  # noqa: PLR0911, PLR0912, PLR0915
    """A method of an array, tensor or table, or the function of that name."""
    lines = _LINES[array.library]
    count_call(machine, array, name)
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
    if name in _SORTS:
        machine.compute(count * math.log2(count + 2.0), lines)
    if name in _REDUCTIONS:
        return _reduced(machine, array, arguments, keywords)
    if name in ("sort", "fill", "at", "put", "shuffle", "add_", "mul_", "zero_", "set_index") and not array.grouped:
        machine.compute(count)
        return NOTHING if array.library == "numpy" and name != "sort" else replace(array, fresh=True)
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
    if name in _VIEWS:
        return replace(array, fresh=False)
    if name == "where" and not arguments:
        made = result(machine, (count / 2.0,), 8.0, "i", array.library)
        return Collection("tuple", 1.0, made, items=(made,))
    if array.grouped:
        return result(machine, (array.grouped, *array.shape[1:]), array.item, array.kind, array.library)
    kind, item = (array.kind, array.item)
    if name in ("isnan", "isfinite", "isna", "notna", "logical_and", "logical_or", "isin", "duplicated", "isinf"):
        kind, item = "b", 1.0
    elif kind in "ib" and name in _EXPENSIVE and name not in ("where", "clip", "round"):
        kind, item = "f", 8.0
    shape = array.shape
    for operand in (*arguments, *keywords.values()):
        if isinstance(operand, Array):
            shape = broadcast(shape, operand.shape) if array.library != "pandas" else shape
            item = max(item, operand.item)
    if name in ("argsort", "searchsorted", "digitize", "argpartition"):
        kind, item = "i", 8.0
    return result(machine, shape, item, kind, array.library, _EXPENSIVE.get(name, 1.0))


def dtype_of(value: Value | None) -> tuple[float, str] | None:
    """Bytes and kind of ``np.float32``, ``float`` or ``'int8'``; None where none is given."""
    if isinstance(value, Known):
        return {"int": (8.0, "i"), "float": (8.0, "f"), "bool": (1.0, "b")}.get(value.name) or dtype(value.name)
    if isinstance(value, Text) and value.literal:
        return dtype(value.literal)
    return None


def _summed(machine: Machine, arguments: list[Value], library: str) -> Value:
    """``einsum``: the lengths of all its letters are multiplied."""
    text = arguments[0].literal if isinstance(arguments[0], Text) else None
    inputs, _, output = (text or "").replace(" ", "").replace("...", "").partition("->")
    lengths: dict[str, float] = {}
    for letters, operand in zip(inputs.split(","), arguments[1:], strict=False):
        lengths.update(zip(letters, as_array(operand).shape, strict=False))
    machine.compute(math.prod(lengths.values()))
    item = max([operand.item for operand in arguments if isinstance(operand, Array)], default=8.0)
    return result(machine, tuple(lengths.get(letter, 1.0) for letter in output), item, "f", library)


def shape_of(value: Value) -> tuple[float, ...]:
    """A shape given as a number or as a tuple."""
    if isinstance(value, Number):
        return (max(0.0, value.mean),)
    if isinstance(value, Collection):
        items = value.items if value.items is not None else [value.element] * int(min(value.length, 4.0))
        return tuple(max(0.0, item.mean) if isinstance(item, Number) else 1.0 for item in items)
    return ()


def _scalar_of(value: Number) -> Number:
    """A scalar function of a number."""
    return Number(value.mean, value.bits, False, "float")


def _is_ellipsis(part: Value) -> bool:
    # `...` is the one literal that stands for nothing known.
    return part is UNKNOWN


def _taken(part: SliceOf, length: float) -> float:
    first = 0.0 if part.start is None else part.start + length if part.start < 0 else part.start
    last = length if part.stop is None else part.stop + length if part.stop < 0 else part.stop
    return max(0.0, min(last, length) - max(first, 0.0)) / max(1.0, abs(part.step)) if part.step > 0 else length


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


def _outer(machine: Machine, arguments: list[Value], library: str) -> Value:
    counts = [as_array(value).count for value in arguments[:2] if isinstance(value, Array | Collection)]
    if len(counts) < 2:
        return UNKNOWN
    return result(machine, (counts[0], counts[1]), 8.0, "f", library)


def _progression(machine: Machine, name: str, arguments: list[Value], keywords: dict[str, Value],
                 given: tuple[float, str] | None, library: str) -> Value:  # fmt: skip
    numbers = [value.mean if isinstance(value, Number) else 1.0 for value in arguments]
    if name != "arange":
        count = keywords.get("num")
        length = count.mean if isinstance(count, Number) else numbers[2] if len(numbers) > 2 else 50.0
    elif len(numbers) == 1:
        length = numbers[0]
    else:
        length = (
            (numbers[1] - numbers[0]) / (numbers[2] if len(numbers) > 2 and numbers[2] else 1.0) if numbers else 1.0
        )
    is_float = name != "arange" or any(isinstance(a, Number) and a.kind == "float" for a in arguments)
    item, kind = given or (8.0, "f" if is_float else "i")
    return result(machine, (length,), item, kind, library, 0.5)


def _gathered(machine: Machine, name: str, first: Value, keywords: dict[str, Value], library: str) -> Value:
    if not isinstance(first, Collection):
        return UNKNOWN
    parts = list(first.items) if first.items is not None else [first.element]
    times = 1.0 if first.items is not None else first.length
    found = [as_array(part) for part in parts if isinstance(part, Array | Collection)]
    if not found:
        return result(machine, (first.length,), 8.0, "f", library)
    largest = max(found, key=_count)
    count_call(machine, largest, name)
    total = sum(array.count for array in found) * times
    if name in ("stack", "column_stack") or not largest.shape:
        shape: tuple[float, ...] = (max(1.0, total / max(1.0, largest.count)), *largest.shape)
    else:
        axis = keywords.get("axis")
        position = (
            int(axis.mean) if isinstance(axis, Number) else 1 if name == "hstack" and len(largest.shape) > 1 else 0
        )
        position = position if -len(largest.shape) <= position < len(largest.shape) else 0
        lengths = list(largest.shape)
        lengths[position] *= total / max(1.0, largest.count)
        shape = tuple(lengths)
    return result(
        machine, shape, largest.item, largest.kind, largest.library if largest.library != "numpy" else library
    )


def _converted(
    machine: Machine,
    name: str,
    first: Value,
    given: tuple[float, str] | None,
    library: str,
    keywords: dict[str, Value],
) -> Value:
    if name == "DataFrame" and isinstance(first, Nothing):
        columns = keywords.get("columns")
        width = columns.length if isinstance(columns, Collection) else 1.0
        return result(machine, (0.0, width), 8.0, "f", "pandas")
    if isinstance(first, Array):
        item, kind = given or (first.item, first.kind)
        if name in ("asarray", "from_numpy") and item == first.item:
            return Array(first.shape, item, kind, library, fresh=False)
        return result(machine, first.shape, item, kind, library)
    if isinstance(first, Collection):
        if first.kind == "dict":
            column = as_array(first.element)
            shape = (column.shape[0] if column.shape else 1.0, first.length)
            return result(machine, shape, 8.0, "f", library, 2.0)
        array = as_array(first)
        item, kind = given or (array.item, array.kind)
        machine.work(array.count * 4.0)
        return result(machine, array.shape, item, kind, library)
    return result(machine, (), 8.0, "f", library)


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


def _count(array: Array) -> float:
    return array.count
