"""What NumPy's arrays are called here, and how far rows of them are from one another."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def squares_between(first: Array, second: Array) -> Array:
    """How far each row of one is from each row of the other, squared: of equal ones about nothing, or less."""
    lengths = (first * first).sum(axis=1)[:, np.newaxis]
    found: Array = lengths - 2 * (first @ second.T) + (second * second).sum(axis=1)
    return found
