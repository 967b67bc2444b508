"""Polynomials of the size fitted to costs of runs: a constant, n, n² and n³, with no negative coefficient."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

#: Binary logarithms of costs beyond which nothing is told apart.
MOST: Final = 100.0
#: Of the last runs that a polynomial goes through, and its degree, at most.
_THROUGH: Final = 5
_DEGREE: Final = 3
#: The largest relative error at a run with which a polynomial of a lower degree will do, and by how much one of a
#: higher degree must be better else.
_FITS: Final = 0.01
_BETTER: Final = 0.5
#: The largest relative error, at its runs and at one before these, of a polynomial that tells how the cost goes on.
_EXACT: Final = 0.003
#: Relative to the largest part of a polynomial, what may be less than nothing.
_ROUNDING: Final = 1e-6


class Polynomials:
    """One for each of several costs of the same runs: the lowest degree that fits, by least squares of relative errors.

    Args:
        sizes: [runs], binary logarithms, ascending.
        all_series: [costs, runs], binary logarithms of one more than each cost.
    """

    def __init__(self, sizes: Sequence[float], all_series: Sequence[Sequence[float]]) -> None:
        self._last = [min(series[-1], MOST) for series in all_series]
        costs = np.minimum(np.array(all_series), MOST)
        best = np.full(len(all_series), math.inf)
        # Relative to the last run, of which the powers of large sizes are no larger than what they are compared with.
        self._parts: npt.NDArray[np.float64] = np.zeros((len(all_series), _DEGREE + 1))
        self._parts[:, 0] = 1.0
        used = np.zeros(len(all_series), dtype=int)
        for degree in range(min(_DEGREE, len(sizes) - 1) + 1):
            through = min(len(sizes), degree + 2, _THROUGH)
            numbers = np.exp2(sizes[-through:])
            powers = (numbers[:, None] / numbers[-1]) ** np.arange(degree + 1)
            terms = powers / np.maximum(np.exp2(costs[:, -through:]) - 1.0, 1.0)[..., None]
            parts = np.linalg.pinv(terms, rcond=through * np.finfo(np.float64).eps).sum(axis=-1)
            adds = (parts[:, 1:] >= -_ROUNDING * np.abs(parts).max(axis=1, keepdims=True)).all(axis=1)
            parts[:, 1:] = np.maximum(parts[:, 1:], 0.0)
            errors = np.abs((terms @ parts[..., None])[..., 0] - 1.0).max(axis=1)
            better = adds & (best > _FITS) & (errors < _BETTER * best)
            best[better] = errors[better]
            self._parts[better] = 0.0
            self._parts[better, : degree + 1] = parts[better]
            used[better] = through
        self._size = sizes[-1]
        numbers = np.exp2(sizes)
        told = self._parts @ ((numbers / numbers[-1]) ** np.arange(_DEGREE + 1)[:, None])
        off = np.abs(told / np.maximum(np.exp2(costs) - 1.0, 1.0) - 1.0) > _EXACT
        looked_at = np.arange(len(sizes)) >= len(sizes) - 1 - used[:, None]
        self._are_exact = (used < len(sizes)) & self._parts[:, 1:].any(axis=1) & ~(off & looked_at).any(axis=1)

    def is_exact(self, series: int) -> bool:
        """Whether that cost is what a polynomial says that foretells a run before those that it was fitted to."""
        return bool(self._are_exact[series])

    def at(self, series: int, size: float) -> float:
        """The logarithm of that cost at a larger size; no less than half of the last run's."""
        ratio = 2.0 ** min(size - self._size, MOST)
        amount = float((ratio ** np.arange(_DEGREE + 1) * self._parts[series]).sum())
        return min(MOST, math.log2(1.0 + max(amount, 2.0 ** (self._last[series] - 1.0) - 1.0, 0.0)))
