"""Exact p-values of rank and sign tests for small samples."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

#: Values of two samples of other sizes up to which all orders are gone through here.
MOST_VALUES: Final = 500
#: Below which a part of a sum does not matter.
_NOTHING: Final = 1e-18


def ranks_above(one: int, other: int, pairs: int) -> float:
    """How likely values of the first sample are greater in so many pairs, or more, none of which are equal.

    Args:
        one, other: values of both, of which one has but few.
    """
    few, many = sorted((one, other))
    if pairs < 0:
        return 1.0
    # As likely as so few, or fewer, in which they are not.
    ways = np.zeros(max(0, one * other - pairs) + 1)
    ways[0] = 1.0
    for step in range(1, few + 1):
        further = many + step
        ways[further:] -= ways[:-further].copy()
        for begin in range(step):
            ways[begin::step] = np.cumsum(ways[begin::step])
    return min(1.0, float(ways.sum()) / math.comb(one + other, few))


def shares_apart(one: int, other: int, size: float) -> float | None:
    """How likely shares of two samples' values are so far apart somewhere, or farther; None where these are too many.

    Args:
        one, other: values of both.
    """
    whole = math.lcm(one, other)
    steps = round(size * whole)
    if not steps:
        return 1.0
    if one == other:
        return _mirrored(one, steps)
    return _gone_through(one, other, steps, whole) if one + other <= MOST_VALUES else None


def _mirrored(count: int, steps: int) -> float:
    """Of samples of one size: ways across a line are as many as those to its mirror image."""
    found, sign = 0.0, 2.0
    for away in range(steps, count + 1, steps):
        part = math.exp(2 * math.lgamma(count + 1) - math.lgamma(count - away + 1) - math.lgamma(count + away + 1))
        if part < _NOTHING:
            break
        found, sign = found + sign * part, -sign
    return min(1.0, max(0.0, found))


def _gone_through(one: int, other: int, steps: int, whole: int) -> float:
    """Of all places that orders come by, those with as many values behind them at once."""
    first = np.arange(one + 1)
    found = np.zeros(one + 1)
    for values in range(1, one + other + 1):
        second = values - first
        before = np.concatenate(([0.0], found[:-1]))
        found = (before * first + found * np.maximum(second, 0)) / values
        is_apart = np.abs(first * (whole // one) - second * (whole // other)) >= steps
        found = np.where((second < 0) | (second > other), 0.0, np.where(is_apart, 1.0, found))
    return float(found[one])


def signs_apart(ranks: Any, above: float) -> float:
    """How likely ranks of what is above nothing have a sum so far from the middle, or farther."""
    # Ranks of what is equal are halves.
    twice = np.rint(2.0 * ranks).astype(np.int64)
    ways = np.zeros(int(twice.sum()) + 1)
    ways[0] = 1.0
    for rank in twice.tolist():
        ways[rank:] = (ways[rank:] + ways[:-rank]) / 2.0
        ways[:rank] /= 2.0
    place = round(2.0 * above)
    return min(1.0, 2.0 * min(float(ways[: place + 1].sum()), float(ways[place:].sum())))
