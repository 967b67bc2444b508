"""Extrapolates costs of small runs to a larger size, by several models that fail on different code.

All take the binary logarithms of the sizes of runs, ascending, and of one more than their costs, and give the
logarithm at `size`.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final

from perfcast.trial.runs.polynomials import MOST

_STEEPEST: Final = 8.0
#: Sizes that differ by less do not tell a power, but for a high one, of which they do not tell how high it is.
_CLOSE: Final = 0.5
#: log2 of how much sizes grow over the runs whose power counts.
_SPAN: Final = 2.0
#: The least power that may be none, how much it must grow relative to the size, and log2 of the largest size that was
#: run and that is asked about for which that is believed.
_STEEP: Final = 3.2
_BENDS: Final = 0.5
_LAST_STEEP: Final = 5.5
_FARTHEST: Final = 7.0
#: Runs whose costs tell a line; by how much the last one costs less by chance, and more than the one before the last
#: two, not to be of one size but for that.
_OF_LINE: Final = 6
_FALLEN: Final = 0.1
_GROWN: Final = 0.5
#: The least power from which a bound that was seen is believed: few programs that take so much are given large sizes.
_BOUNDED: Final = 2.8


def local_exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """By how much the cost's logarithm grows when that of the size grows by 1: first to last."""
    span = sizes[-1] - sizes[0]
    if span < _CLOSE:
        is_steep = span > 0.0 and (costs[-1] - costs[0]) / span >= _STEEP
        return _STEEP if is_steep else 0.0
    # Two runs of not even the double size may be the first elements that are worth something.
    steepest = _STEEPEST if len(sizes) > 2 or span >= 1.0 else _STEEP
    return max(-1.0, min(steepest, (costs[-1] - costs[0]) / span))


def by_power(sizes: Sequence[float], costs: Sequence[float], size: float) -> float:
    """As the power of the size that the last runs show."""
    first = last_runs(sizes)
    extrapolated = costs[-1] + local_exponent(sizes[first:], costs[first:]) * (size - sizes[-1])
    return min(MOST, max(0.0, extrapolated))


def last_runs(sizes: Sequence[float]) -> int:
    """The first of the last runs, over which sizes grow to their fourfold: from three of them on."""
    first = max(0, len(sizes) - 3)
    while first > 0 and sizes[-1] - sizes[first] < _SPAN:
        first -= 1
    return first


def is_superpolynomial(sizes: Sequence[float], costs: Sequence[float]) -> bool:
    """Whether the cost grows faster than any power of the size.

    The local power of n^k is the same everywhere, that of k^n grows as n does, that of n! faster still. Two runs show
    but one of them: what comes after the second one may be more of it, or a loop that nothing ends.
    """
    powers = _last_powers(sizes, costs)
    if powers is None or sizes[-1] > _LAST_STEEP:
        return False
    (before, where_before), (last, where_last) = powers
    return last >= _STEEP and last / before >= 1.0 + _BENDS * (where_last / where_before - 1.0)


def may_be_superpolynomial(sizes: Sequence[float], costs: Sequence[float]) -> bool:
    """Whether the cost may be explosive: as a power it would be a high one. Where a bound is known, it is believed."""
    first = last_runs(sizes)
    return local_exponent(sizes[first:], costs[first:]) >= _BOUNDED


def falls_by_chance(sizes: Sequence[float], costs: Sequence[float]) -> bool:
    """Whether the last run cost less than the one before, though costs grew up to that: what is taken by turns, such as
    the halves of a list around one of its elements, is not as large each time."""
    return len(sizes) >= 4 and costs[-2] - costs[-1] > _FALLEN and costs[-1] - costs[-3] > _GROWN


def by_line(sizes: Sequence[float], costs: Sequence[float], size: float) -> float:
    """As the power of the size that is nearest to all of the last runs."""
    first = max(0, len(sizes) - _OF_LINE)
    slope, level = statistics.linear_regression(sizes[first:], costs[first:])
    return min(MOST, max(0.0, level + max(0.0, slope) * size))


def by_growth(sizes: Sequence[float], costs: Sequence[float], size: float) -> float:
    """As a power with the size as its exponent, that of the last two runs."""
    number, end = 2.0 ** sizes[-1], 2.0 ** min(size, _FARTHEST)
    slope = (costs[-1] - costs[-2]) / (number - 2.0 ** sizes[-2])
    return min(MOST, float(costs[-1] + slope * (end - number)))


def _last_powers(sizes: Sequence[float], costs: Sequence[float]) -> tuple[tuple[float, float], ...] | None:
    """(local power, size) of the last two steps; None where there are none, or a step where nothing grows."""
    if len(sizes) < 3:
        return None
    found = []
    for one, other in ((-3, -2), (-2, -1)):
        slope = (costs[other] - costs[one]) / (sizes[other] - sizes[one])
        found.append((slope, 2.0 ** ((sizes[one] + sizes[other]) / 2)))
    return tuple(found) if all(slope > 0 for slope, _ in found) else None


def by_increase(sizes: Sequence[float], costs: Sequence[float], size: float) -> float:
    """As a constant part and a power of the size, through three of the last runs, each about twice the one before. Two
    that grow by less than the size are taken for a constant part and a line."""
    if sizes[-1] >= size:
        return by_power(sizes, costs, size)
    if len(sizes) < 3:
        is_slow = len(sizes) == 2 and sizes[1] - sizes[0] >= _CLOSE and 0.0 < costs[1] - costs[0] < sizes[1] - sizes[0]
        return _by_elements(sizes, costs, size) if is_slow else by_power(sizes, costs, size)
    end = len(sizes) - 1
    middle = _about(sizes, sizes[end] - 1.0, end)
    # Those before last are skipped where there are others: neighbours differ by what lists are rounded up to.
    later = _about(sizes, sizes[middle] - 1.0, middle) if middle > 1 and sizes[middle] - sizes[0] > 1.5 else middle
    first = _about(sizes, sizes[later] - 1.0, later) if later else 0
    if first == later:
        return by_power(sizes, costs, size)
    amounts = [2.0 ** min(cost, MOST) for cost in costs]
    before, last = amounts[later] - amounts[first], amounts[end] - amounts[middle]
    low, mid, high = sizes[first], sizes[middle], sizes[end]
    if last <= 0.0:
        return costs[-1]
    ratio = last / max(before, 1.0)
    least, most = -1.0, _STEEPEST
    for _ in range(30):
        exponent = (least + most) / 2
        if _rise(exponent, mid, high) > ratio * _rise(exponent, low, sizes[later]):
            most = exponent
        else:
            least = exponent
    # Relative to the last step, of which the powers of large sizes are no larger than what they are compared with.
    return min(MOST, math.log2(amounts[end] + last * _rise(most, high, min(size, MOST)) / _rise(most, mid, high)))


def _by_elements(sizes: Sequence[float], costs: Sequence[float], size: float) -> float:
    """As what each element adds, by two runs."""
    each = (2.0 ** costs[1] - 2.0 ** costs[0]) / (2.0 ** sizes[1] - 2.0 ** sizes[0])
    return min(MOST, math.log2(2.0 ** costs[1] + each * (2.0 ** min(size, MOST) - 2.0 ** sizes[1])))


def _about(sizes: Sequence[float], size: float, end: int) -> int:
    """The last run before `end` that is not larger, or the first one."""
    return next((index for index in range(end - 1, -1, -1) if sizes[index] <= size + 0.1), 0)


def _rise(exponent: float, low: float, high: float) -> float:
    """How much the power of the size rises from one size to a larger one."""
    if abs(exponent) < 1e-6:
        return high - low
    return float((2.0 ** (exponent * high) - 2.0 ** (exponent * low)) / exponent)
