"""What NumPy's operations cost, in elements that an addition goes through.

The weights are of one core, arrays that stay in its cache, and were taken by hand; they only have to be right to a
factor of about two, since what rests on them is fitted.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from math import log2, prod, sqrt
from typing import Any, Final

import numpy as np

#: A multiplication with an addition in a product of matrices.
_PRODUCT: Final = 0.15
#: An element that becomes a Python object, or was one.
_CONVERTED: Final = 30.0
_PAIRWISE: Final = frozenset({"outer", "kron", "convolve", "correlate", "meshgrid"})
_CONTRACTING: Final = frozenset({"dot", "matmul", "inner", "tensordot", "einsum", "vdot", "corrcoef", "cov"})
_SORTING: Final = frozenset(
    {"sort", "argsort", "lexsort", "unique", "median", "percentile", "quantile", "nanmedian", "nanpercentile"}
    | {"intersect1d", "union1d", "setdiff1d", "in1d", "isin", "searchsorted", "digitize", "permutation", "interp"}
)
_FOURIER: Final = frozenset({"fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn"})
#: Linear algebra that takes the cube of the rows, and how many times a product of that size.
_CUBIC: Final = {
    **dict.fromkeys(("det", "inv", "solve", "cholesky", "slogdet", "matrix_power"), 2.0),
    **dict.fromkeys(("qr", "lstsq", "pinv", "matrix_rank", "cond"), 15.0),
    **dict.fromkeys(("svd", "eigh", "eigvalsh", "eigvals", "eig"), 40.0),
}
_WEIGHTS: Final = {
    **dict.fromkeys(("exp", "log", "log2", "log10", "log1p", "expm1", "tanh", "logaddexp"), 6.0),
    **dict.fromkeys(("sin", "cos", "tan", "sinh", "cosh", "arcsin", "arccos", "arctan", "arctan2", "hypot"), 10.0),
    **dict.fromkeys(("power", "float_power", "logspace"), 15.0),
    **dict.fromkeys(("mod", "remainder", "fmod", "floor_divide", "gcd"), 5.0),
    **dict.fromkeys(("random", "rand", "integers", "randint", "uniform"), 4.0),
    **dict.fromkeys(("normal", "randn", "standard_normal", "exponential", "shuffle", "choice"), 12.0),
    **dict.fromkeys(("poisson", "binomial", "beta", "gamma", "lognormal"), 40.0),
    **dict.fromkeys(("nonzero", "flatnonzero", "argwhere", "where", "take", "repeat", "cumsum", "cumprod"), 2.0),
    **dict.fromkeys(("partition", "argpartition", "bincount", "histogram", "std", "var", "cross", "gradient"), 6.0),
    **dict.fromkeys(("round", "clip", "isclose", "allclose", "nan_to_num", "nanmean", "nanstd", "nansum"), 4.0),
    **dict.fromkeys(("reshape", "ravel", "transpose", "swapaxes", "squeeze", "expand_dims", "broadcast_to"), 0.0),
    **dict.fromkeys(("shape", "size", "ndim", "moveaxis", "diagonal", "split", "array_split", "atleast_2d"), 0.0),
    "tolist": _CONVERTED,
}
_OPERATORS: Final[dict[type, float]] = {ast.Pow: 15.0, ast.Mod: 5.0, ast.FloorDiv: 5.0, ast.Div: 1.5}


def function_work(name: str, arrays: Sequence[Any], others: Sequence[Any], made: Sequence[Any]) -> float:
    """Of a function or method.

    Args:
        arrays: that it was given; others: what else it was given; made: its results.
    """
    sizes = [max(1, array.size) for array in arrays]
    passed = float(sum(sizes) + sum(int(np.size(part)) for part in made if isinstance(part, np.ndarray)))
    converted = _CONVERTED * sum(len(value) for value in others if isinstance(value, list | tuple | range))
    if name in _CONTRACTING:
        # Of [m, k] and [k, n] that is m * k * n.
        result = max((int(np.size(part)) for part in made), default=1)
        return (
            passed + converted + _PRODUCT * sqrt(float(prod(sizes[:2])) * result * (1 if len(sizes) > 1 else sizes[0]))
        )
    if name in _PAIRWISE:
        return passed + converted + float(prod(sizes[:2]))
    largest = float(max(sizes, default=1))
    if name in _SORTING:
        return passed + converted + 3.0 * largest * log2(largest + 1)
    if name in _FOURIER:
        return passed + converted + 2.0 * largest * log2(largest + 1)
    if name in _CUBIC and arrays:
        return passed + _CUBIC[name] * _PRODUCT * largest * min(np.shape(arrays[0]) or (1,))
    return passed * _WEIGHTS.get(name, 1.0) + converted


def operator_work(kind: type, left: Any, right: Any, value: Any) -> float:
    """Of an operator between arrays."""
    size = float(np.size(value))
    if kind is ast.MatMult:
        return size + _PRODUCT * sqrt(float(np.size(left)) * float(np.size(right)) * max(1.0, size))
    return size * _OPERATORS.get(kind, 1.0)
