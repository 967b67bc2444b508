"""Costs of operations, in nanoseconds: the call, and the elements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from math import log2, prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.libraries.numpy import prices
from perfcast.trial.libraries.numpy.contraction_paths import contracted
from perfcast.trial.libraries.numpy.drawing_parameters import spreading_time
from perfcast.trial.libraries.numpy.fourier import FOURIER, fourier_time
from perfcast.trial.libraries.numpy.index_sums import index_time
from perfcast.trial.libraries.numpy.inner_loops import inner_loops
from perfcast.trial.libraries.numpy.linear_algebra import contraction, cubic, is_half
from perfcast.trial.libraries.numpy.sorting import ORDERED, SEARCHING, ordering, searching


class Work(NamedTuple):
    """Nanoseconds of a call, and of its elements."""

    call: float
    elements: float


_PAIRWISE: Final = frozenset({"convolve", "correlate"})
_BINNING: Final = frozenset({"bincount", "histogram2d"})
_CONTRACTING: Final = frozenset({"dot", "matmul", "inner", "tensordot", "einsum", "vdot", "corrcoef", "cov"})
_REDUCING: Final = frozenset(
    {"sum", "mean", "std", "var", "min", "max", "amin", "amax", "prod", "any", "all", "argmin", "argmax", "ptp"}
    | {
        "cumsum",
        "cumprod",
        "nansum",
        "nanmean",
        "nanmax",
        "nanmin",
        "nanstd",
        "norm",
        "vector_norm",
        "average",
        "reduce",
        "accumulate",
    }
)
_CHOOSING: Final = frozenset({"max", "min", "amax", "amin", "ptp", "nanmax", "nanmin"})
#: Elements are only put elsewhere, be they halves or not.
_MOVING: Final = frozenset(
    {"array", "copy", "concatenate", "stack", "vstack", "hstack", "append", "flatten", "full", "ones", "zeros", "tile"}
    | {"repeat", "pad", "roll", "delete", "insert", "where", "take", "compress", "column_stack", "dstack", "zeros_like"}
    | {"ones_like", "full_like", "extract", "arange"}
)
#: An element of theirs takes as long, however narrow it is.
_UNSHARED: Final = frozenset({"cumsum", "cumprod", "histogram"})
#: They go through what they give.
_CHOSEN: Final = frozenset({"take", "choice"})
_CONVERTING: Final = frozenset({"astype", "array"})
#: They copy all that they are given; they find places; they copy only what they cannot give a view of.
_COPYING: Final = frozenset({"copy", "array", "flatten", "astype", "tile"})
_PLACING: Final = frozenset({"nonzero", "flatnonzero", "argwhere"})
_VIEWING: Final = frozenset({"asarray", "asanyarray", "ascontiguousarray", "reshape", "ravel"})
#: One of Python's own pieces of work for each part.
_BY_PART: Final = {**dict.fromkeys(("split", "hsplit", "vsplit", "array_split"), 900.0), "meshgrid": 2_500.0}
_NAMES: Final[dict[type, str]] = {
    ast.Pow: "power", ast.Mod: "mod", ast.FloorDiv: "floor_divide", ast.Div: "divide", ast.MatMult: "matmul",
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.USub: "negative", ast.Invert: "invert",
    ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor",
    ast.LShift: "left_shift", ast.RShift: "right_shift",
    **dict.fromkeys((ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE), "equal"),
}  # fmt: skip
_OBJECTS: Final = frozenset({"tolist"})
#: They are given to what converts them, or are the result themselves.
_GIVING: Final = frozenset({"array", "asarray", "asanyarray", "ascontiguousarray", "fromiter", "reshape"})
#: They make one array of several; others take each of a list by itself.
_OF_ONE: Final = _REDUCING | {"median", "percentile", "quantile", "nanmedian"}
#: Lists that are shorter are shapes, or do not matter but in products.
_LEAST_CONVERTED: Final = 9


def priced_as(name: str, args: Sequence[Any], options: Mapping[str, Any]) -> str:
    """The name of the function that does what this one does with these arguments."""
    if name == "where" and len(args) == 1:
        return "nonzero"
    if name == "svd" and options.get("compute_uv") is False:
        return "svdvals"
    if name == "histogram" and np.ndim(options.get("bins", args[1] if len(args) > 1 else 0)):
        return "histogram_edges"
    if name == "norm":
        return _norm(args, options)
    return name


def _norm(args: Sequence[Any], options: Mapping[str, Any]) -> str:
    order = options.get("ord", args[1] if len(args) > 1 else None)
    if options.get("axis") is None and np.ndim(args[0]) == 2 and type(order) is int and abs(order) == 2:
        return "svdvals"
    return "norm" if options.get("axis") is None and order in (None, 2, "fro") else "vector_norm"


def converted_arrays(name: str, values: Sequence[Any]) -> list[Any]:
    """The arrays that are made of lists before a function begins. Those within a list of a few are each its own, but
    for arrays that one is put together from.
    """
    if name in _GIVING:
        return []
    found = list[Any]()
    for value in values:
        if not isinstance(value, list | tuple | range) or not len(value):
            continue
        if isinstance(value[0], np.ndarray):
            array = _as_array(value) if name in _OF_ONE or isinstance(getattr(np, name, None), np.ufunc) else None
            found += [] if array is None else [array]
        elif isinstance(value[0], list | tuple | range) and len(value) < _LEAST_CONVERTED:
            found += converted_arrays(name, value)
        elif len(value) >= _LEAST_CONVERTED or name in _CONTRACTING:
            array = _as_array(value)
            found += [] if array is None else [array]
    return found


def _as_array(value: Any) -> Any:
    """None if it is not made of numbers, or of rows that are not alike."""
    first = value[0]
    while isinstance(first, list | tuple | range) and len(first):
        first = first[0]
    if not isinstance(first, int | float | complex | np.number | np.ndarray):
        return None
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array if array.dtype.kind in "biufc" else None


def function_work(
    name: str,
    arrays: Sequence[Any],
    args: Sequence[Any],
    options: Mapping[str, Any],
    made: Sequence[Any],
    *,
    elementwise: bool = False,
    method: bool = False,
    whole: Callable[[int], float] = float,
) -> Work:
    """Of a function or method.

    Args:
        arrays: that it was given; args, options: all that it was given; made: its results.
        elementwise: whether it is a universal function; method: whether it is a method of the first array.
        whole: gives how many there are at the workload's own sizes of what there is so much of.
    """
    converted = sum(conversion(value) for value in args)
    is_said = name in _GIVING and "dtype" in options and bool(args) and isinstance(args[0], list | tuple)
    if is_said and type(next(iter(args[0]), None)) is float:
        converted *= prices.CONVERTED_AS_SAID / prices.CONVERTED
    texts = [array for array in arrays if array.dtype.kind in "US"]
    if texts and name in prices.TEXTS:
        return Work(prices.OTHER_CALL, converted + _of_texts(name, texts))
    if elementwise and name not in _CONTRACTING:
        exponent = args[1] if name == "power" and len(args) > 1 else None
        work = _elementwise(name, arrays, made[0] if made else None, exponent)
        return Work(work.call, work.elements + converted)
    call = prices.CALLS.get(name, prices.OTHER_CALL)
    if method:
        call = prices.METHOD_CALLS.get(name, call)
    call += _BY_PART.get(name, 0.0) * len(made) + spreading_time(name, args, options, made)
    if not arrays and not any(isinstance(part, np.ndarray) for part in made):
        return Work(call, converted)
    return Work(call, converted + _elements(name, arrays, args, options, made, whole))


def _of_texts(name: str, arrays: Sequence[Any]) -> float:
    """Of a function of each text."""
    each, character = prices.TEXTS[name]
    longest = max(array.dtype.itemsize // (4 if array.dtype.kind == "U" else 1) for array in arrays)
    return float((each + character * longest) * max(array.size for array in arrays))


def _convolved(arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any]) -> float:
    """Multiplications: of one with the other, or of the shorter one where it lies wholly within the longer."""
    is_whole = not any(array.dtype.kind in "fc" for array in arrays)
    short, long = sorted(_length(value) for value in args[:2])
    is_within = options.get("mode", args[2] if len(args) > 2 else None) == "valid"
    price = prices.WHOLE_CONVOLVED if is_whole else prices.CONVOLVED
    return float(price * short * (long - short + 1 if is_within else long))


def _elements(
    name: str,
    arrays: Sequence[Any],
    args: Sequence[Any],
    options: Mapping[str, Any],
    made: Sequence[Any],
    whole: Callable[[int], float],
) -> float:
    """Of a function that is not elementwise."""
    results = [part for part in made if isinstance(part, np.ndarray)]
    first = arrays[0] if arrays else results[0]
    largest = max([1, *(array.size for array in (*arrays, *results))])
    if name == "einsum":
        operands = [args[0], *(np.asarray(one) for one in args[1:])]
        chosen = contracted(operands, options)
        return index_time(operands, made[0]) if chosen is None else chosen.time
    if name in _CONTRACTING:
        found = contraction(name, arrays, made)
    elif name in _PAIRWISE:
        found = _convolved(arrays, args, options)
    elif name in _BINNING and results:
        found = _binned(name, first, results, whole)
    elif name in ORDERED:
        found = ordering(name, arrays or results, args, options, made, whole)
    elif name in SEARCHING:
        found = searching(name, arrays or results, args, options, made)
    elif name == "repeat":
        found = _repeated(first, args, options, results[0] if results else first)
    elif name in FOURIER and results:
        found = fourier_time(name, first, results[0], args, options, whole)
    elif name in prices.CUBIC and arrays:
        times, each = _products(args) if name == "matrix_power" else (1, 0.0)
        found = times * (each + cubic(name, first, arrays[1] if name == "solve" and len(arrays) > 1 else None))
    elif name in _OBJECTS:
        made_of = {"b": prices.MADE_TRUTH, **dict.fromkeys("US", prices.MADE_TEXT)}
        found = made_of.get(first.dtype.kind, prices.MADE_OBJECT) * largest
    elif name in _VIEWING:
        is_moved = bool(arrays) and any(not np.may_share_memory(part, first) for part in results)
        moved = prices.CROSSED if is_moved and _is_crossed(first, results) else prices.MOVED
        found = moved * largest if is_moved else 0.0
    else:
        found = _passes(name, first, largest, args, options, results)
        found += _drawn_by(options, results) if name == "choice" else 0.0
    return float(found)


def _products(args: Sequence[Any]) -> tuple[int, float]:
    """How many products of matrices a power takes, squares and those of them that it is put together of; what each of
    them takes beside its elements."""
    power = abs(args[1]) if len(args) > 1 and isinstance(args[1], int) else 1
    return max(1, power.bit_length() + power.bit_count() - 2), prices.PRODUCT_OF_POWER


def _drawn_by(options: Mapping[str, Any], results: Sequence[Any]) -> float:
    """Of values that are drawn by how probable each one is; nothing where all are alike."""
    shares = options.get("p")
    if not isinstance(shares, np.ndarray | list | tuple):
        return 0.0
    each, twice = prices.DRAWN_BY
    return float((each + twice * log2(max(1, len(shares)))) * sum(part.size for part in results))


def _passes(
    name: str, first: Any, largest: int, args: Sequence[Any], options: Mapping[str, Any], results: Sequence[Any]
) -> float:
    """Of a function that goes through each element a fixed number of times."""
    if name == "fill_diagonal":
        return float(prices.FILLED * len(first))
    is_alike = name == "astype" and bool(results) and results[0].dtype.kind == first.dtype.kind
    price = prices.element_of("astype_alike" if is_alike else name, first.dtype.kind)
    if name == "at" and len(args) > 1:
        return _changed_at(first, args[1])
    if name in _CHOSEN and results and not ("replace" in options and not options["replace"]):
        largest = results[0].size
    if name in _CONVERTING and is_half(first) is not is_half(results[0] if results else first):
        found = prices.HALVED * largest
    else:
        found = price * largest * _share(name, first)
    if name in _REDUCING and first.ndim > 1 and (options.get("axis") is not None or _has_axis(args)):
        turn = prices.CHOOSING_LOOP if name in _CHOOSING else prices.REDUCING_LOOP
        found += turn * first.size / max(1, _innermost(first, first.shape))
    if name in _COPYING:
        found += _laid_out(first, results)
    if name in _PLACING and results and not (first.ndim == 1 and first.dtype == np.bool_):
        # A mask in one row is gone through without a choice.
        found += prices.PLACED * len(results[0])
    if name == "where" and first.dtype == np.bool_:
        flat = np.ravel(first)
        turns = int(np.count_nonzero(flat[1:] != flat[:-1]))
        found += prices.UNFORESEEN * max(0, 2 * turns - prices.LEARNT_ELEMENTS)
    if name == "astype" and results and results[0].dtype.kind in "US" and first.dtype.kind not in "US":
        found += prices.WRITTEN * first.size
    if name == "apply_along_axis":
        axis = args[1] if len(args) > 1 and type(args[1]) is int and abs(args[1]) < first.ndim else -1
        found += prices.ROW * first.size / max(1, first.shape[axis] if first.ndim else 1)
    if name == "multivariate_normal" and results:
        # What is drawn is multiplied by what the covariance is taken apart into.
        columns = results[0].shape[-1]
        found += cubic("svd", np.broadcast_to(0.0, (columns, columns))) + prices.PRODUCT * columns * largest
    return found * (2 * _length(args[0]) if name == "polyval" else 1)


def _changed_at(array: Any, places: Any) -> float:
    """Of ``at`` of an elementwise function, which goes to these places alone, however large the array is; quickly where
    it has one dimension, and one array says where."""
    changed = int(np.broadcast_to(False, array.shape)[places].size)
    is_quick = array.ndim == 1 and not isinstance(places, tuple)
    return (prices.element_of("at", array.dtype.kind) if is_quick else prices.ADDED_AT) * changed


def _laid_out(array: Any, results: Sequence[Any]) -> float:
    """Nanoseconds more that a copy takes where its elements lie otherwise than before."""
    if _is_crossed(array, results):
        return prices.CROSSED * float(array.size)
    if not (array.size and results and results[0].shape == array.shape):
        return 0.0
    return prices.PART_OF_ROW * (inner_loops([array, results[0]], array.shape) - 1.0)


def _is_crossed(array: Any, results: Sequence[Any]) -> bool:
    """Whether its rows become columns in the result: what lies beside each other there does not in the array."""
    steps = [abs(step) for step, length in zip(array.strides, array.shape, strict=True) if length > 1 and step]
    return len(steps) > 1 and steps[-1] > min(steps) and any(part.flags.c_contiguous for part in results)


def _share(name: str, array: Any) -> float:
    """What an element takes beside one of eight bytes."""
    if name in _UNSHARED:
        return 1.0
    return float(array.itemsize / 8.0) if name in _MOVING else _width(array)


def _binned(name: str, first: Any, results: Sequence[Any], whole: Callable[[int], float]) -> float:
    if name == "bincount":
        return _counted(first, results)
    return _binned_twice(first.size, results[0].size, whole(int(first.size)))


def _binned_twice(points: int, bins: int, whole: float) -> float:
    """Of ``histogram2d``.

    Args:
        whole: points at the workload's own sizes: of a run's, few as they are, comparisons are learnt.
    """
    learnt, beyond = prices.BINNED_TWICE
    unforeseen = max(0.0, 1.0 - prices.LEARNT_BINNED / max(1.0, whole))
    return float((learnt + beyond * unforeseen) * points + prices.BIN_OF_TWO * bins)


def _counted(array: Any, results: Sequence[Any]) -> float:
    """Of ``bincount``, which counts places of one type."""
    other = prices.COUNTED_CALL + prices.COUNTED_OTHER * array.size if array.dtype != np.intp else 0.0
    return float(prices.COUNTED * array.size + prices.COUNTS * sum(part.size for part in results) + other)


def _repeated(array: Any, args: Sequence[Any], options: Mapping[str, Any], result: Any) -> float:
    """Of what is copied so many times: in pieces, if along an axis."""
    # What is repeated, and how often, comes before it; for a method only the latter.
    has_axis = len(args) > 2 or (len(args) == 2 and args[0] is not array)
    axis = options.get("axis", args[-1] if has_axis else None)
    is_piece = type(axis) is int and 0 <= axis < array.ndim and len([*args, *options]) > 1
    piece = prod(array.shape[axis + 1 :]) if is_piece else 1
    each = prices.REPETITION if piece <= 1 else prices.PIECE + prices.PIECE_ELEMENT * piece * array.itemsize / 8.0
    return float((prices.REPEATED * array.size + each * result.size) / piece)


def _innermost(array: Any, shape: Sequence[int]) -> int:
    """Of what has this shape, how many elements lie beside each other: a row, or a column where the array's do."""
    by_columns = array.shape == shape and array.flags.f_contiguous and not array.flags.c_contiguous
    return shape[0] if by_columns else shape[-1]


def _has_axis(args: Sequence[Any]) -> bool:
    """Whether a number stands among the arguments, which is an axis for what adds up."""
    return any(type(value) is int for value in args)


def _elementwise(name: str, operands: Sequence[Any], value: Any, exponent: Any = None) -> Work:
    operands = [operand for operand in operands if isinstance(operand, np.ndarray)]
    if not operands and not isinstance(value, np.ndarray):
        return Work(prices.NUMBER_CALL, 0.0)
    shape = np.shape(value)
    size = float(max([np.size(value), *(operand.size for operand in operands)]))
    # A comparison's result says nothing of what is compared.
    widest = max([operand for operand in operands if operand.ndim] or [value], key=lambda one: one.dtype.itemsize)
    price = prices.element_of(name, widest.dtype.kind)
    if widest.dtype.kind == "c":
        # Of its two halves each.
        known = prices.COMPLEXES.get(name, 0.0) / 2.0
        price = known or price * (prices.COMPLEX if price > 2 * prices.ELEMENT else 1.0)
    if name == "power":
        price = _power(price, operands[0] if operands else value, exponent)
    spread = any(operand.size != 1 and operand.shape != shape for operand in operands)
    turns = inner_loops([*operands, *([value] if isinstance(value, np.ndarray) else [])], shape) - 1.0
    element = max(price, prices.HALF) if is_half(widest) else price * _width(widest)
    if widest.dtype == np.float32:
        element = prices.NARROW.get(name, element)
    return Work(prices.ELEMENTWISE_CALL, element * size + (prices.LOOP if spread else prices.PART_OF_ROW) * turns)


def _power(price: float, base: Any, exponent: Any) -> float:
    """Of an element."""
    is_one = exponent is not None and np.ndim(exponent) == 0
    if is_one and exponent in (2, 0.5):
        return prices.SQUARED if exponent == 2 else prices.ROOTED
    is_negative = base.dtype.kind == "f" and bool((base < 0).any())
    return prices.NEGATIVE_POWER if is_negative else price


def operator_work(kind: type, left: Any, right: Any, value: Any) -> Work:
    """Of an operator between arrays, or between an array and a number."""
    name = _NAMES.get(kind, "")
    operands = [operand for operand in (left, right) if isinstance(operand, np.ndarray)]
    if kind is ast.MatMult:
        return Work(prices.CALLS["matmul"], contraction("matmul", operands, (value,)))
    return _elementwise(name, operands, value, right)


def _width(array: Any) -> float:
    """What an element costs beside one of eight bytes; halves are computed with as something wider."""
    if is_half(array):
        return prices.HALF / prices.ELEMENT / 2
    return float(array.itemsize) / 8.0


def _length(value: Any) -> int:
    return len(value) if isinstance(value, list | tuple | range) else max(1, int(np.size(value)))


def conversion(value: Any) -> float:
    """Of a list, tuple or range whose elements become an array's; they are taken to be like the first one."""
    if not isinstance(value, list | tuple | range) or not len(value):
        return 0.0
    return len(value) * _each(value[0])


def _each(item: Any) -> float:
    if isinstance(item, np.ndarray):
        return prices.CONVERTED_ARRAY
    if isinstance(item, np.generic):
        return prices.CONVERTED_NUMBER
    if isinstance(item, str):
        return prices.CONVERTED_TEXT
    return conversion(item) + prices.CONVERTED
