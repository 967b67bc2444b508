"""Bytes that NumPy takes beside the elements of what it gives, as counted of NumPy 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.array_ordering import is_hashed, membership

#: Of an array without its elements.
HEADER: Final = 96
#: Elements of arrays that are smaller come from a cache of NumPy's, and how many such arrays are taken to fit in it.
CACHED: Final = 1_024
CACHE: Final = 7
#: Elements that are converted, or brought into line, at a time.
_BUFFER: Final = 8_192
#: Of going through operands of several shapes.
_ITERATOR: Final = 1_150
#: Of a whole number in a table of different ones.
_HASHED: Final = 32


def _by_name(table: dict[int, str]) -> dict[str, int]:
    return {name: size for size, names in table.items() for name in names.split()}


#: Of a call, most of them of functions written in Python. Those of methods are in the next table; others take nothing.
_CALLS: Final = _by_name({
    850: "argmax argmin",
    6_700: "cross",
    150: "concatenate",
    500: "repeat vstack cumsum cumprod searchsorted dstack hstack column_stack",
    600: "linspace diff stack",
    1_000: "tile einsum outer",
    1_300: "sum mean prod average",
    1_400: "max min amax amin any all ptp",
    1_600: "where clip var",
    2_000: "fft ifft rfft irfft",
    2_500: "sort solve std",
    2_750: "unique histogram inv",
    3_200: "pad gradient",
    3_500: "median",
    5_000: "percentile quantile",
    5_700: "argsort",
    7_500: "roll",
})  # fmt: skip
_METHOD_CALLS: Final = _by_name({800: "sum prod", 870: "max min any all mean", 1_130: "std var", 500: "cumsum cumprod"})
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
_CONVERTING: Final = {"sum": "b", "mean": "biu", "average": "biu", "std": "biu", "var": "biu"}


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
) -> int:
    """While a function or method with these operands is called."""
    found = _METHOD_CALLS.get(name, 0) if method else _CALLS.get(name, 0)
    if not arrays:
        return found
    largest = max(arrays, key=lambda array: array.nbytes)
    if largest.dtype.kind in _CONVERTING.get(name, ""):
        found += 8 * min(largest.size, _BUFFER)
    if name in _COPIES:
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


def aligning(left: Any, right: Any, value: Any) -> int:
    """While an operator goes through two arrays each of which is repeated along an axis of the other."""
    if not np.ndim(left) or not np.ndim(right) or value.shape in {left.shape, right.shape}:
        return 0
    return int(_ITERATOR + 2 * value.itemsize * min(value.size, _BUFFER))
