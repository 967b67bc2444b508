"""What NumPy's linear algebra costs, in nanoseconds: products, and what takes the cube of a matrix's rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.numpy import prices

#: What ``numpy.linalg`` has of it.
LINALG: Final = (
    *("norm", "det", "inv", "solve", "svd", "eigh", "eigvalsh", "eigvals", "qr", "lstsq", "cholesky", "pinv"),
    *("matrix_rank", "cond", "eig", "slogdet", "matrix_power", "matrix_norm", "vector_norm"),
)
#: They multiply deviations from means.
_CENTRING: Final = frozenset({"cov", "corrcoef"})


def contraction(name: str, arrays: Sequence[Any], made: Sequence[Any]) -> float:
    """Of a product; that of [m, k] and [k, n] takes m * k * n steps."""
    sizes = [max(1, array.size) for array in arrays] or [1]
    result = max((int(np.size(part)) for part in made), default=1)
    steps = sqrt(float(prod(sizes[:2])) * result * (1 if len(sizes) > 1 else sizes[0]))
    steps, apart = max(steps, *map(float, sizes), float(result)), 0.0
    if name == "matmul" and any(array.ndim > 2 for array in arrays):
        # Matrices behind each other are multiplied by themselves.
        steps = float(result * arrays[0].shape[-1])
        apart = prices.MATRIX_PRODUCT * result / max(1, prod(np.shape(made[0])[-2:]))
    if not any(array.dtype.kind in "fc" for array in arrays) or any(is_half(array) for array in arrays):
        return prices.SLOW_PRODUCT * steps
    kind = np.result_type(*(array.dtype for array in arrays[:2]))
    converted = sum(array.size for array in arrays[:2] if array.dtype != kind)
    width = kind.itemsize / 8.0 * (2.0 if kind.kind == "c" else 1.0)
    found = max(prices.PRODUCT * steps, prices.READ * max(sizes)) * width + prices.MOVED * converted + apart
    if name in _CENTRING:
        found += (prices.CENTRED + (prices.PUT_TOGETHER if len(arrays) > 1 else 0.0)) * sum(sizes)
        found += prices.CENTRED_SAMPLE * _samples_across(arrays, made)
    # Vectors of more than a matrix are multiplied one by one.
    return float(found + (prices.LOOP * result if name == "dot" and max(array.ndim for array in arrays) > 2 else 0.0))


def _samples_across(arrays: Sequence[Any], made: Sequence[Any]) -> float:
    """Of a covariance, how many samples there are of variables that lie beside each other; 0 where samples do."""
    if len(arrays) > 1 or arrays[0].ndim < 2 or not np.ndim(made[0]):
        return 0.0
    variables = int(made[0].shape[0])
    beside = arrays[0].shape[-1 if arrays[0].flags.c_contiguous else 0]
    return float(arrays[0].size / variables) if beside == variables else 0.0


def cubic(name: str, matrix: Any, right: Any = None) -> float:
    """Of what works on a matrix, or on several; on the columns of `right` as on those of an inverse."""
    short, long = sorted(matrix.shape[-2:]) if matrix.ndim > 1 else (1, max(1, matrix.size))
    element, step, square = prices.CUBIC[name]
    found = matrix.size * (element + step * short + square * short / max(1, long))
    if matrix.ndim > 2:
        found += prices.MATRIX * prod(matrix.shape[:-2])
    if right is not None and right.ndim > 1:
        found += max(0.0, cubic("inv", matrix) - found) * min(1.0, right.shape[-1] / max(1, short))
    return float(found)


def is_half(array: Any) -> bool:
    return bool(array.dtype.kind == "f" and array.itemsize == 2)
