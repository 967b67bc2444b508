"""Noncentral distributions: sums of others', by how often a Poisson distribution gives a number."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.incomplete_beta import incomplete_beta
from perfcast.trial.libraries.scipy.special import normal_share

#: Weights below that are left out, and how many there are at most.
_LEAST: Final = 1e-13
MOST_TERMS: Final = 400


def _weights(half: float) -> Iterator[tuple[int, float]]:
    """Numbers of a Poisson distribution of that mean, around it, and how likely each of them is.

    Raises:
        Unsupported: they would be too many.
    """
    spread = 8.0 * math.sqrt(half) + 12.0
    first, last = max(0, int(half - spread)), int(half + spread)
    if last - first > MOST_TERMS:
        raise Unsupported("a noncentral distribution so far from the central one")
    for number in range(first, last + 1):
        log = (number * math.log(half) if number else 0.0) - half - math.lgamma(number + 1)
        weight = math.exp(log)
        if weight > _LEAST:
            yield number, weight


def mixed(noncentrality: float, of_number: Callable[[int], float]) -> float:
    """What a function of a number gives in the mean, where the number is half the noncentrality in the mean."""
    if noncentrality <= 0.0:
        return of_number(0)
    return sum(weight * of_number(number) for number, weight in _weights(noncentrality / 2.0))


def student_share(x: float, df: float, nc: float) -> float:
    """What lies below in Student's noncentral distribution, as Lenth found (AS 243)."""
    if x < 0.0:
        return 1.0 - student_share(-x, df, -nc)
    below, y, half = normal_share(-nc), x * x / (x * x + df), nc * nc / 2.0
    if half == 0.0:
        return below + 0.5 * incomplete_beta(0.5, df / 2.0, y)
    found = 0.0
    for number, weight in _weights(half):
        # The odd terms of the series, as likely as the even ones but for this.
        log = math.lgamma(number + 1) - math.lgamma(number + 1.5)
        odd = weight * nc / math.sqrt(2.0) * math.exp(log)
        found += weight * incomplete_beta(number + 0.5, df / 2.0, y) + odd * incomplete_beta(number + 1.0, df / 2.0, y)
    return min(1.0, max(0.0, below + found / 2.0))


def student_density(x: float, df: float, nc: float) -> float:
    """Told by two shares of different freedom."""
    if x == 0.0:
        log = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - nc * nc / 2.0
        return math.exp(log) / math.sqrt(math.pi * df)
    wider = student_share(x * math.sqrt(1.0 + 2.0 / df), df + 2.0, nc)
    return max(0.0, df / x * (wider - student_share(x, df, nc)))


def student_figures(df: float, nc: float) -> tuple[float, float]:
    """Mean and variance."""
    if df <= 1.0:
        return math.nan, math.nan
    mean = nc * math.sqrt(df / 2.0) * math.exp(math.lgamma((df - 1) / 2) - math.lgamma(df / 2))
    return mean, df * (1.0 + nc * nc) / (df - 2.0) - mean * mean if df > 2.0 else math.inf


def ratio_figures(dfn: float, dfd: float, nc: float) -> tuple[float, float]:
    """Mean and variance of a noncentral F distribution."""
    mean = dfd * (dfn + nc) / (dfn * (dfd - 2.0)) if dfd > 2.0 else math.inf
    if dfd <= 4.0:
        return mean, math.inf
    squares = (dfn + nc) ** 2 + (dfn + 2.0 * nc) * (dfd - 2.0)
    return mean, 2.0 * (dfd / dfn) ** 2 * squares / ((dfd - 2.0) ** 2 * (dfd - 4.0))
