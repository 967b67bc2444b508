"""Bytes that NumPy takes beside the elements of what it gives, as counted of NumPy 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

#: Of an array without its elements.
HEADER: Final = 96
#: Elements of arrays that are smaller come from a cache of NumPy's, and how many such arrays are taken to fit in it.
CACHED: Final = 1_024
CACHE: Final = 7
#: Elements that are converted, or brought into line, at a time.
_BUFFER: Final = 8_192
#: Of going through operands of several shapes.
_ITERATOR: Final = 1_150


def _by_name(table: dict[int, str]) -> dict[str, int]:
    return {name: size for size, names in table.items() for name in names.split()}


#: Of a call, most of them of functions written in Python. Those of methods are in the next table; others take nothing.
_CALLS: Final = _by_name({
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
#: Copies of the largest operand that are made on the way.
_COPIES: Final = {"inv": 2, "solve": 1, "det": 1, "cov": 1}
#: They add up what is no number with a fraction as something else.
_CONVERTING: Final = {"sum": "b", "mean": "biu", "average": "biu", "std": "biu", "var": "biu"}


def allocated(array: Any) -> int:
    """Of an array, if its elements are its own and too many for the cache."""
    return HEADER + (int(array.nbytes) if array.base is None and array.nbytes >= CACHED else 0)


def besides(name: str, arrays: Sequence[Any], *, method: bool) -> int:
    """While a function or method with these operands is called."""
    found = _CALLS.get(name, 0)
    if method:
        found = _METHOD_CALLS.get(name, 0)
    if arrays:
        largest = max(arrays, key=lambda array: array.nbytes)
        found += _COPIES.get(name, 0) * largest.nbytes
        if largest.dtype.kind in _CONVERTING.get(name, ""):
            found += 8 * min(largest.size, _BUFFER)
    return found


def aligning(left: Any, right: Any, value: Any) -> int:
    """While an operator goes through two arrays each of which is repeated along an axis of the other."""
    if not np.ndim(left) or not np.ndim(right) or value.shape in {left.shape, right.shape}:
        return 0
    return int(_ITERATOR + 2 * value.itemsize * min(value.size, _BUFFER))
