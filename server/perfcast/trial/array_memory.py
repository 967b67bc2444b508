"""Bytes that NumPy takes beside the elements of what it gives, as counted of NumPy 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.array_buffers import Buffered, adding_up, choosing, deleting, multiplying, operating
from perfcast.trial.array_ordering import is_hashed, membership
from perfcast.trial.array_work import index_steps

#: Of an array without its elements.
HEADER: Final = 96
#: Elements of arrays that are smaller come from a cache of NumPy's, and how many such arrays are taken to fit in it.
CACHED: Final = 1_024
CACHE: Final = 7
#: Of a whole number in a table of different ones.
_HASHED: Final = 32


def _by_name(table: dict[int, str]) -> dict[str, int]:
    return {name: size for size, names in table.items() for name in names.split()}


#: Of a call, most of them of functions written in Python. Those of methods are in the next table; others take nothing.
_CALLS: Final = _by_name({
    850: "argmax argmin extract",
    6_700: "cross",
    150: "concatenate",
    480: "take",
    500: "repeat vstack cumsum cumprod searchsorted dstack hstack column_stack",
    600: "linspace stack delete round around",
    680: "diff compress",
    1_000: "tile argwhere",
    1_250: "insert",
    1_300: "sum mean prod average",
    1_400: "max min amax amin any all ptp",
    1_600: "where clip",
    1_650: "std var",
    2_000: "fft ifft rfft irfft",
    2_500: "sort solve",
    2_750: "unique histogram inv",
    3_200: "pad gradient",
    3_500: "median",
    5_000: "percentile quantile",
    5_200: "at",
    5_300: "eye",
    5_700: "argsort",
    7_500: "roll",
})  # fmt: skip
_METHOD_CALLS: Final = _by_name({
    100: "cumsum cumprod", 540: "clip round", 800: "sum prod", 870: "max min any all mean", 1_200: "std var",
})  # fmt: skip
#: Copies of the largest operand that are made on the way, rows of its shorter side, and squares of that side.
_COPIES: Final[dict[str, tuple[float, int, int]]] = {
    **dict.fromkeys(("inv", "cross"), (2, 0, 0)),
    "multivariate_normal": (7, 0, 0),
    **dict.fromkeys(("solve", "det", "slogdet", "cov", "matrix_power", "vector_norm"), (1, 0, 0)),
    **dict.fromkeys(("eigvals", "eigvalsh"), (1, 36, 0)),
    **dict.fromkeys(("svdvals", "cond", "matrix_rank", "lstsq"), (1, 75, 0)),
    "eig": (5, 40, 0),
    "eigh": (3, 10, 0),
    "qr": (2, 32, 0),
    "svd": (2, 10, 4),
    "pinv": (3, 10, 4),
}
_PRODUCTS: Final = frozenset({"dot", "matmul", "inner", "vdot", "tensordot"})
#: They add up what is no number with a fraction as something else.
_ADDING_UP: Final = frozenset({"sum", "prod", "mean", "average"})
_RUNNING: Final = frozenset({"cumsum", "cumprod"})
#: Of a running sum of what is converted, which is done as a whole.
_RUN: Final = 380
_DEVIATING: Final = frozenset({"std", "var"})
#: They copy places that they find, as whole numbers.
_FINDING: Final = frozenset({"argwhere", "extract", "compress"})
_BUFFERING: Final = _ADDING_UP | _RUNNING | _DEVIATING | _FINDING | {"where", "outer", "einsum", "delete"}
#: Of the two operands of ``outer``, and of ``einsum`` where it computes something.
_LINED_UP: Final = 1_150
_SUMMED: Final = 1_400
_VIEWED: Final = 220


def allocated(array: Any) -> int:
    """Of an array, if its elements are its own and too many for the cache."""
    return HEADER + (int(array.nbytes) if array.base is None and array.nbytes >= CACHED else 0)


def besides(
    name: str,
    arrays: Sequence[Any],
    args: Sequence[Any],
    options: Mapping[str, Any],
    made: Sequence[Any],
    *,
    method: bool,
    elementwise: bool,
    buffered: Buffered,
) -> int:
    """While a function or method with these operands is called.

    Args:
        elementwise: whether it is a universal function.
        buffered: how many of so many elements a buffer takes.
    """
    if elementwise and name not in _PRODUCTS:
        return operating([value for value in args if not isinstance(value, str)], made[0], buffered)
    found = _METHOD_CALLS.get(name, 0) if method else _CALLS.get(name, 0)
    if not arrays:
        return found
    largest = max(arrays, key=lambda array: array.nbytes)
    if name in _BUFFERING:
        found += _buffering(name, largest, args, options, made, buffered)
    elif name in _COPIES:
        copies, rows, squares = _COPIES[name]
        row = min(largest.shape[-2:], default=1) if rows or squares else 0
        found += int(copies * largest.nbytes) + largest.itemsize * row * (rows + squares * row)
        if name == "multivariate_normal":
            # What is drawn before it becomes what is asked for.
            found += int(made[0].nbytes)
    elif name in _PRODUCTS:
        found += converting(*arrays[:2])
    elif name == "unique":
        found += _distinct(largest, options, made)
    elif name in {"isin", "in1d"} and len(args) > 1:
        found += membership(args[0], args[1])[1]
    return found


def _buffering(
    name: str, array: Any, args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any], buffered: Buffered
) -> int:
    """Of what a function converts, brings into line, or copies on the way."""
    value = made[0]
    kind = getattr(value, "dtype", array.dtype)
    if name in _ADDING_UP:
        # Halves are added up as something wider for a mean.
        found = adding_up(array, np.dtype(np.float32) if name == "mean" and kind == np.float16 else kind, buffered)
    elif name in _RUNNING:
        found = 0 if array.dtype == kind else _RUN + kind.itemsize * array.size
    elif name in _DEVIATING:
        is_by_axis = options.get("axis") is not None or any(type(arg) is int for arg in args)
        is_buffered = array.dtype.kind in "biu" or (array.ndim > 1 and is_by_axis)
        found = kind.itemsize * (array.size + (buffered(array.size) if is_buffered else 0))
    elif name == "where":
        found = choosing(args[1:], value, buffered)
    elif name == "outer":
        # Each of the two is repeated along the other.
        found = _LINED_UP + 2 * kind.itemsize * buffered(value.size)
    elif name == "einsum":
        is_view = bool(np.may_share_memory(value, array))
        found = _VIEWED if is_view else _SUMMED + multiplying(args, value, index_steps(args), buffered)
    elif name == "delete":
        found = deleting(args[1] if len(args) > 1 else options.get("obj"), array.size)
    else:
        # What is given may be a view of one more.
        found = 8 * np.size(value) * (1 if value.base is None else 2)
    return int(found)


def converting(*operands: Any) -> int:
    """Of copies of operands of a product that are of another type than it."""
    kind = np.result_type(*operands)
    return sum(int(operand.size) * kind.itemsize for operand in operands if operand.dtype != kind)


def _distinct(array: Any, options: Mapping[str, Any], made: Sequence[Any]) -> int:
    """Of telling an array's different elements: a copy; where it is sorted, a mask, and places that are asked for."""
    if is_hashed(array, options):
        return int(array.nbytes) + _HASHED * int(np.size(made[0]))
    found = int(array.nbytes + array.size)
    if options.get("return_inverse") or options.get("return_index"):
        found += 24 * int(array.size)
    if options.get("return_counts"):
        found += 8 * int(np.size(made[0]))
    return found


def number_bytes(kind: type[Any]) -> int:
    """Of an array's number that became an object; both truth values are there anyway."""
    return 0 if kind is np.bool_ else kind.__basicsize__
