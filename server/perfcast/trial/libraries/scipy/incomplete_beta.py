"""The incomplete beta and gamma functions, for p-values."""

from __future__ import annotations

import math
from typing import Final

_TURNS: Final = 200
_LEAST: Final = 1e-300
_CLOSE: Final = 1e-14


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Regularized; not a number where one of the arguments is none."""
    if math.isnan(x) or math.isnan(a) or math.isnan(b):
        return math.nan
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction, as Lentz sums it up."""
    c, d = 1.0, 1.0 / _away(1.0 - (a + b) * x / (a + 1.0))
    found = d
    for turn in range(1, _TURNS):
        even = turn * (b - turn) * x / ((a + 2 * turn - 1.0) * (a + 2 * turn))
        odd = -(a + turn) * (a + b + turn) * x / ((a + 2 * turn) * (a + 2 * turn + 1.0))
        step = 1.0
        for part in (even, odd):
            d = 1.0 / _away(1.0 + part * d)
            c = _away(1.0 + part / c)
            step = c * d
            found *= step
        if abs(step - 1.0) < _CLOSE:
            break
    return found


def _away(value: float) -> float:
    """From nothing, by which nothing is divided."""
    return value if abs(value) > _LEAST else _LEAST


def student_tails(statistic: float, freedom: float) -> float:
    """How much of Student's distribution is further out than the statistic, on both sides."""
    if freedom <= 0.0 or math.isnan(statistic):
        return math.nan
    if math.isinf(statistic):
        return 0.0
    return incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + statistic * statistic))


def incomplete_gamma(a: float, x: float) -> float:
    """Regularized, of what lies below x; not a number where one of the arguments is none."""
    if math.isnan(a) or math.isnan(x) or a <= 0.0:
        return math.nan
    if x <= 0.0:
        return 0.0
    if math.isinf(x):
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1.0:
        step = total = 1.0 / a
        for turn in range(1, 100 * _TURNS):
            step *= x / (a + turn)
            total += step
            if step < total * _CLOSE:
                break
        return front * total
    c, d = 1.0 / _LEAST, 1.0 / _away(x + 1.0 - a)
    found = d
    for turn in range(1, 100 * _TURNS):
        part, base = -turn * (turn - a), x + 2.0 * turn + 1.0 - a
        d = 1.0 / _away(part * d + base)
        c = _away(base + part / c)
        found *= c * d
        if abs(c * d - 1.0) < _CLOSE:
            break
    return 1.0 - front * found


def chi_square_above(statistic: float, freedom: float) -> float:
    """How much of that distribution is above the statistic."""
    return math.nan if math.isnan(statistic) else 1.0 - incomplete_gamma(freedom / 2.0, statistic / 2.0)


def ratio_above(statistic: float, upper: float, lower: float) -> float:
    """The same of Fisher's distribution of ratios."""
    if math.isnan(statistic) or statistic < 0.0:
        return math.nan
    if math.isinf(statistic):
        return 0.0
    return incomplete_beta(lower / 2.0, upper / 2.0, lower / (lower + upper * statistic))
