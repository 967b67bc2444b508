"""The type of arrays here, and squared distances between their rows."""

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
