"""What indices name that stand for more than elements: each place is a row, or several parts of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from perfcast.trial.libraries.numpy.inner_loops import inner_loops
from perfcast.trial.libraries.numpy.prices import INNER_ROW_NAMED, ROW_NAMED


def time_of_rows(array: Any, parts: Sequence[Any], elements: int) -> float:
    """Nanoseconds of beginning the rows that are copied, beside those of their elements.

    Args:
        parts: of the index; elements: that are copied in all.
    """
    if not elements:
        return 0.0
    one = array[tuple(_first_place(parts))]
    if not isinstance(one, np.ndarray) or one.size <= 1:
        return 0.0
    return float(elements / one.size * (ROW_NAMED + INNER_ROW_NAMED * (inner_loops([one], one.shape) - 1.0)))


def _first_place(parts: Sequence[Any]) -> Iterator[Any]:
    """The index of what lies at one place."""
    for part in parts:
        if isinstance(part, np.ndarray | list):
            named = np.asarray(part)
            yield from (0,) * (named.ndim if named.dtype == np.bool_ else 1)
        else:
            yield part
