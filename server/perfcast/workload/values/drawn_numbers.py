"""Whole numbers of a range, of few of it, or all different ones."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.workload.language.workload import Argument

DEFAULT_INTEGERS: Final = (0, 1000)
_INT64: Final = np.iinfo(np.int64)
#: All numbers of a range are put into some order where there are so many at most.
_MOST_SPAN: Final = 100_000
#: Labels are drawn from, whatever else is.
LABELS: Final = 7
#: Values that are as far apart as they can be.
_BOTH_ENDS: Final = 2


@lru_cache(maxsize=4)
def _in_some_order(span: int) -> npt.NDArray[np.int64]:
    """The numbers below `span`, the first of them first: it may stand for something."""
    return np.append(0, 1 + np.random.default_rng(LABELS).permutation(span - 1))


def _some_of(span: int, values: int) -> npt.NDArray[np.int64]:
    """So many of the numbers below `span`, always the same ones: of two, the first and the last, as masks have."""
    if values == _BOTH_ENDS:
        return np.array([0, span - 1])
    if span <= _MOST_SPAN:
        return _in_some_order(span)[:values]
    return np.append(0, 1 + np.random.default_rng(LABELS).choice(span - 1, values - 1, replace=False))


class DrawnNumbers:
    """Whole numbers as an argument says that they are drawn.

    Args:
        argument: what bounds them, and says of how many different ones they are.
    """

    def __init__(self, argument: Argument, generator: np.random.Generator) -> None:
        self._argument, self._generator = argument, generator

    def integers(self, low: int, high: int, count: int) -> list[Any]:
        if _INT64.min <= low and high < _INT64.max:
            if self.are_few(high - low + 1):
                return [low + place for place in self.places(high - low + 1, count).tolist()]
            values: list[Any] = self._generator.integers(low, high, count, endpoint=True).tolist()
            return values
        # Beyond 64 bits: limbs of 32 random bits, reduced into the range.
        limbs = (high - low).bit_length() // 32 + 1
        span = high - low + 1
        return [low + int.from_bytes(self._generator.bytes(4 * limbs), "little") % span for _ in range(count)]

    def are_few(self, span: int) -> bool:
        """Whether the argument says that fewer of so many numbers are there."""
        return self._argument.values is not None and self._argument.values < span < _INT64.max

    def places(self, span: int, shape: int | tuple[int, ...]) -> npt.NDArray[np.int64]:
        """Numbers below `span`; where they are few, always the same ones."""
        if not self.are_few(span):
            return self._generator.integers(0, span, shape)
        values = int(self._argument.values or 0)
        return _some_of(span, values)[self._generator.integers(0, values, shape)]

    def distinct(self, values: list[Any]) -> list[Any]:
        """Different values in their stead, drawn without repeats where the range is tight."""
        low, high = self._argument.low, self._argument.high
        if type(low) is int and type(high) is int and values and type(values[0]) is int:
            span = high - low + 1
            if len(values) <= span <= 4 * len(values):
                return [low + value for value in self._generator.permutation(span)[: len(values)].tolist()]
        return made_distinct(values)


def made_distinct(values: list[Any]) -> list[Any]:
    """Numbers move up to the next free one, other repeated values go; the order is kept."""
    if not all(type(value) is int for value in values):
        return list(dict.fromkeys(values))
    order = sorted(range(len(values)), key=values.__getitem__)
    result = list(values)
    previous: int | None = None
    for index in order:
        if previous is not None and result[index] <= previous:
            result[index] = previous + 1
        previous = result[index]
    return result
