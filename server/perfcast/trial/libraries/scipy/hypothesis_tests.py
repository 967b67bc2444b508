"""``scipy.stats``: hypothesis tests."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Mapping
from itertools import pairwise
from math import log2, nan, sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.exact_tests import MOST_VALUES, ranks_above, shares_apart, signs_apart
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native
from perfcast.trial.libraries.scipy.incomplete_beta import chi_square_above, ratio_above
from perfcast.trial.libraries.scipy.special import normal_quantile, normal_share
from perfcast.trial.libraries.scipy.statistics import Test, doubles, ranked

Contingency = namedtuple("Contingency", ("statistic", "pvalue", "dof", "expected_freq"))

_SIDES: Final = frozenset({"two-sided", "less", "greater"})
_MOST_PAIRS: Final = 4_000_000
_LEAST_TESTED: Final = 8
_PAIR: Final = 2
#: Values of samples of which SciPy goes through all orders: of the larger one of two whose shares are compared, and of
#: the smaller one of two whose ranks are.
_MOST_IN_ORDER: Final = 10_000
_FEW: Final = 8
#: Of the allowance for a value of those that are put in all orders.
_ORDERED: Final = 400.0
#: Pairs of which it goes through all signs: where none are equal, and where some are.
_MOST_SIGNS: Final = 50
_MOST_SIGNS_OF_EQUALS: Final = 13
#: Below which shares are as near as they may be.
_NEAR: Final = 0.2


def row(values: Any) -> Any:
    """One sample. Raises Unsupported for several."""
    found = doubles(values)[0]
    if found.ndim != 1:
        raise Unsupported("several samples at once")
    return found


def _found(statistic: Any, likely: Any) -> Any:
    return Test(np.float64(statistic), np.float64(likely))


def _furthest(size: float, count: float) -> float:
    """How likely empirical shares are as far from others, of so many, as Kolmogorov found."""
    z = (sqrt(count) + 0.12 + 0.11 / sqrt(count)) * size
    if z < _NEAR:
        return 1.0
    parts = [math.exp(-2.0 * (turn * z) ** 2) for turn in range(1, 101)]
    return min(1.0, max(0.0, 2.0 * (sum(parts[::2]) - sum(parts[1::2]))))


def _two_shares(data1: Any, data2: Any, alternative: Any = "two-sided", method: Any = "auto") -> Any:
    """As ``ks_2samp``."""
    first, second = np.sort(row(data1)), np.sort(row(data2))
    if alternative != "two-sided" or not len(first) or not len(second):
        raise Unsupported("a comparison of another kind")
    both = np.concatenate((first, second))
    apart = np.abs(
        np.searchsorted(first, both, side="right") / len(first)
        - np.searchsorted(second, both, side="right") / len(second)
    )
    size, counts = float(apart.max()), (len(first), len(second))
    is_exact = method == "exact" or (method == "auto" and max(counts) <= _MOST_IN_ORDER)
    likely = shares_apart(*counts, size) if is_exact else None
    return _found(size, _furthest(size, counts[0] * counts[1] / sum(counts)) if likely is None else likely)


def _one_share(
    rvs: Any, cdf: Any, args: Any = (), N: Any = 20, alternative: Any = "two-sided", method: Any = "auto"
) -> Any:
    """As ``kstest`` of a normal distribution, or of two samples."""
    if not isinstance(cdf, str):
        return _two_shares(rvs, cdf, alternative, method)
    values = np.sort(row(rvs))
    if cdf != "norm" or alternative != "two-sided" or not len(values) or np.size(args) not in {0, _PAIR}:
        raise Unsupported("a comparison of another kind")
    place, scale = args if isinstance(args, tuple) and len(args) == _PAIR else (0.0, 1.0)
    shares = np.array([normal_share(one) for one in ((values - place) / scale).tolist()])
    count = len(values)
    size = float(max((np.arange(1, count + 1) / count - shares).max(), (shares - np.arange(count) / count).max()))
    return _found(size, _furthest(size, count))


def _ranks_of_two(
    x: Any, y: Any, use_continuity: Any = True, alternative: Any = "two-sided", axis: Any = 0, method: Any = "auto"
) -> Any:
    """As ``mannwhitneyu``."""
    if alternative not in _SIDES:
        raise ValueError("alternative must be one of {'two-sided', 'less', 'greater'}")
    first, second = row(x), row(y)
    one, other = len(first), len(second)
    ranks = ranked(np.concatenate((first, second)), "average")
    statistic = float(ranks[:one].sum()) - one * (one + 1) / 2.0
    count, opposite = one + other, one * other - statistic
    ties = np.unique(ranks, return_counts=True)[1].astype(np.float64)
    most = {"two-sided": max(statistic, opposite), "greater": statistic, "less": opposite}[alternative]
    sides = 2.0 if alternative == "two-sided" else 1.0
    if method == "exact" or (method == "auto" and min(one, other) <= _FEW and len(ties) == count):
        if min(one, other) > _FEW:
            raise Unsupported("all orders of many values")
        return _found(statistic, min(1.0, sides * ranks_above(one, other, int(most))))
    spread = sqrt(one * other / 12.0 * (count + 1 - float((ties**3 - ties).sum()) / max(1, count * (count - 1))))
    z = (most - one * other / 2.0 - 0.5 * bool(use_continuity)) / (spread or nan)
    return _found(statistic, min(1.0, sides * normal_share(-z)))


def _signed_ranks(
    x: Any, y: Any = None, zero_method: Any = "wilcox", correction: Any = False, alternative: Any = "two-sided"
) -> Any:
    """As ``wilcoxon``."""
    every = row(x) if y is None else row(x) - row(y)
    away = every[every != 0.0]
    if zero_method != "wilcox" or alternative != "two-sided" or not len(away):
        raise Unsupported("a comparison of another kind")
    ranks = ranked(np.abs(away), "average")
    above, count = float(ranks[away > 0].sum()), len(away)
    total = count * (count + 1) / 2.0
    ties = np.unique(ranks, return_counts=True)[1].astype(np.float64)
    statistic = min(above, total - above)
    if len(every) <= (_MOST_SIGNS if len(ties) == len(every) else _MOST_SIGNS_OF_EQUALS):
        return _found(statistic, signs_apart(ranks, above))
    spread = sqrt(count * (count + 1) * (2 * count + 1) / 24.0 - float((ties**3 - ties).sum()) / 48.0)
    return _found(statistic, 2.0 * normal_share((statistic - total / 2.0) / spread))


def _of_orders(arguments: Arguments, machine: Machine) -> float:
    """Nothing, but that all orders are gone through here where they are few."""
    counts = np.size(arguments["data1"]), np.size(arguments["data2"])
    if counts[0] != counts[1] and sum(counts) <= MOST_VALUES:
        machine.allows(_ORDERED * sum(counts))
    return 0.0


def _of_signs(arguments: Arguments, machine: Machine) -> float:
    """Nothing. Raises Unsupported for what takes thousands of times as long for a few pairs as for more: where some
    are equal SciPy ranks them anew for each of all signs."""
    every = row(arguments["x"]) if arguments["y"] is None else row(arguments["x"]) - row(arguments["y"])
    has_equals = len(np.unique(np.abs(every[every != 0.0]))) < len(every)
    if len(every) <= _MOST_SIGNS_OF_EQUALS and has_equals and machine.share == 1.0:
        raise Unsupported("signs of a few pairs, some of which are equal")
    return 0.0


def _variances(*samples: Any, axis: Any = 0) -> Any:
    """As ``f_oneway``."""
    rows = [row(one) for one in samples]
    if len(rows) < _PAIR:
        raise TypeError(f"at least two inputs are required; got {len(rows)}.")
    count = sum(map(len, rows))
    middle = sum(float(one.sum()) for one in rows) / count
    between = sum(len(one) * (float(one.mean()) - middle) ** 2 for one in rows) / (len(rows) - 1)
    within = sum(float(((one - one.mean()) ** 2).sum()) for one in rows) / (count - len(rows))
    statistic = between / within if within else nan
    return _found(statistic, ratio_above(statistic, len(rows) - 1, count - len(rows)))


def _equal_spreads(*samples: Any, center: Any = "median", proportiontocut: Any = 0.05) -> Any:
    """As ``levene``."""
    if center not in {"median", "mean"}:
        raise Unsupported("a comparison of another kind")
    run = np.median if center == "median" else np.mean
    return _variances(*(np.abs(one - run(one)) for one in map(row, samples)))


def _alike_spreads(*samples: Any) -> Any:
    """As ``bartlett``."""
    rows = [row(one) for one in samples]
    sizes = np.array([len(one) - 1.0 for one in rows])
    spreads = np.array([one.var(ddof=1) for one in rows])
    pooled = float((sizes * spreads).sum() / sizes.sum())
    upper = sizes.sum() * math.log(pooled) - float((sizes * np.log(spreads)).sum())
    lower = 1.0 + (float((1.0 / sizes).sum()) - 1.0 / sizes.sum()) / (3.0 * (len(rows) - 1))
    return _found(upper / lower, chi_square_above(upper / lower, len(rows) - 1))


def _ranks_of_several(*samples: Any, nan_policy: Any = "propagate") -> Any:
    """As ``kruskal``."""
    rows = [row(one) for one in samples]
    if len(rows) < _PAIR:
        raise ValueError("Need at least two groups in stats.kruskal()")
    ranks = ranked(np.concatenate(rows), "average")
    count, starts = len(ranks), np.cumsum([0, *map(len, rows)])
    total = sum(float(ranks[start:end].sum()) ** 2 / (end - start) for start, end in pairwise(starts))
    ties = np.unique(ranks, return_counts=True)[1].astype(np.float64)
    whole = 12.0 / (count * (count + 1)) * total - 3.0 * (count + 1)
    statistic = whole / (1.0 - float((ties**3 - ties).sum()) / (count**3 - count))
    return _found(statistic, chi_square_above(statistic, len(rows) - 1))


def _concordance(x: Any, y: Any) -> Any:
    """As ``kendalltau``."""
    first, second = row(x), row(y)
    if len(first) != len(second):
        raise ValueError("All inputs to `kendalltau` must be of the same size")
    if len(first) ** 2 > _MOST_PAIRS:
        raise Unsupported("many pairs")
    one, other = (np.sign(values[:, None] - values[None, :]) for values in (first, second))
    both = float((one * other).sum()) / 2.0
    size = sqrt(float((one != 0).sum()) * float((other != 0).sum())) / 2.0
    statistic = both / size if size else nan
    count = len(first)
    spread = sqrt(2.0 * (2.0 * count + 5.0) / (9.0 * count * (count - 1.0))) if count > 1 else nan
    return _found(statistic, 2.0 * normal_share(-abs(statistic) / spread))


def standard_moments(values: Any) -> tuple[float, float]:
    """Skewness and kurtosis."""
    about = values - values.mean()
    spread = float((about**2).mean())
    return float((about**3).mean()) / spread**1.5, float((about**4).mean()) / spread**2


def _is_normal(a: Any, axis: Any = 0) -> Any:
    """As ``normaltest``, by D'Agostino's and Pearson's."""
    values = row(a)
    count = float(len(values))
    if count < _LEAST_TESTED:
        raise ValueError("skewtest is not valid with less than 8 samples")
    skewed, peaked = standard_moments(values)
    y = skewed * sqrt((count + 1) * (count + 3) / (6.0 * (count - 2)))
    bent = 3.0 * (count**2 + 27 * count - 70) * (count + 1) * (count + 3)
    bent /= (count - 2.0) * (count + 5) * (count + 7) * (count + 9)
    width = -1.0 + sqrt(2.0 * (bent - 1.0))
    alpha = sqrt(2.0 / (width - 1.0))
    z_skewed = math.asinh(y / alpha) / sqrt(0.5 * math.log(width))
    expected = 3.0 * (count - 1) / (count + 1)
    spread = 24.0 * count * (count - 2) * (count - 3) / ((count + 1) ** 2 * (count + 3) * (count + 5))
    x = (peaked - expected) / sqrt(spread)
    third = 6.0 * (count**2 - 5 * count + 2) / ((count + 7) * (count + 9))
    third *= sqrt(6.0 * (count + 3) * (count + 5) / (count * (count - 2) * (count - 3)))
    a_ = 6.0 + 8.0 / third * (2.0 / third + sqrt(1.0 + 4.0 / third**2))
    lower = 1.0 + x * sqrt(2.0 / (a_ - 4.0))
    root = math.copysign(((1.0 - 2.0 / a_) / abs(lower)) ** (1.0 / 3.0), lower)
    z_peaked = (1.0 - 2.0 / (9.0 * a_) - root) / sqrt(2.0 / (9.0 * a_))
    statistic = z_skewed**2 + z_peaked**2
    return _found(statistic, math.exp(-statistic / 2.0))


def _is_normal_by_moments(x: Any, axis: Any = None) -> Any:
    """As ``jarque_bera``."""
    values = row(np.ravel(x))
    skewed, peaked = standard_moments(values)
    statistic = len(values) / 6.0 * (skewed**2 + (peaked - 3.0) ** 2 / 4.0)
    return _found(statistic, math.exp(-statistic / 2.0))


def _is_normal_in_order(x: Any) -> Any:
    """As ``shapiro``, nearly: how straight the values in order lie over those of a normal distribution."""
    values = np.sort(row(np.ravel(x)))
    count = len(values)
    if count < 3:
        raise ValueError("Data must be at least length 3.")
    expected = np.array([normal_quantile((place - 0.375) / (count + 0.25)) for place in range(1, count + 1)])
    about = values - values.mean()
    statistic = float((expected @ about) ** 2 / ((expected @ expected) * (about @ about))) if about.any() else 1.0
    log_count = math.log(count)
    middle = -1.5861 - 0.31082 * log_count - 0.083751 * log_count**2 + 0.0038915 * log_count**3
    spread = math.exp(-0.4803 - 0.082676 * log_count + 0.0030302 * log_count**2)
    z = (math.log(max(1e-300, 1.0 - statistic)) - middle) / spread
    return _found(statistic, normal_share(-z))


def _contingency(observed: Any, correction: Any = True, lambda_: Any = None) -> Any:
    """As ``chi2_contingency``."""
    seen = np.asarray(observed, dtype=np.float64)
    if seen.ndim != _PAIR or lambda_ is not None:
        raise Unsupported("a table of another kind")
    if (seen < 0).any():
        raise ValueError("All values in `observed` must be nonnegative.")
    expected = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / seen.sum()
    if (expected == 0).any():
        raise ValueError("The internally computed table of expected frequencies has a zero element")
    freedom = (seen.shape[0] - 1) * (seen.shape[1] - 1)
    away = np.abs(seen - expected)
    if freedom == 1 and correction:
        away = np.maximum(0.0, away - 0.5)
    statistic = float((away**2 / expected).sum())
    likely = chi_square_above(statistic, freedom) if freedom else 1.0
    return Contingency(np.float64(statistic), np.float64(likely), freedom, expected)


def _fit(f_obs: Any, f_exp: Any = None, ddof: Any = 0, axis: Any = 0) -> Any:
    """As ``chisquare``."""
    seen = row(f_obs)
    expected = np.full(len(seen), seen.mean()) if f_exp is None else row(f_exp)
    if not math.isclose(float(seen.sum()), float(expected.sum()), rel_tol=1e-8):
        raise ValueError("For each axis slice, the sum of the observed frequencies must agree with the sum expected")
    statistic = float(((seen - expected) ** 2 / expected).sum())
    return _found(statistic, chi_square_above(statistic, len(seen) - 1 - int(ddof)))


def _exactly(table: Any, alternative: Any = "two-sided") -> Any:
    """As ``fisher_exact`` of two rows and columns."""
    seen = np.asarray(table)
    if (
        seen.shape != (_PAIR, _PAIR)
        or seen.dtype.kind not in "iub"
        or seen.sum() > 100_000
        or alternative != "two-sided"
    ):
        raise Unsupported("a table of another kind")
    (a, b), (c, d) = seen.tolist()

    def log_choices(total: int, chosen: int) -> float:
        return math.lgamma(total + 1) - math.lgamma(chosen + 1) - math.lgamma(total - chosen + 1)

    low, high = max(0, a - d), min(a + b, a + c)
    parts = [
        math.exp(log_choices(a + b, k) + log_choices(c + d, a + c - k) - log_choices(a + b + c + d, a + c))
        for k in range(low, high + 1)
    ]
    own = parts[a - low]
    ratio = a * d / (b * c) if b * c else math.inf if a * d else nan
    return _found(ratio, min(1.0, sum(part for part in parts if part <= own * (1.0 + 1e-7))))


def all_sorted(arguments: Arguments) -> float:
    """Of samples that are put in order."""
    flat = [one for value in arguments.values() for one in (value if isinstance(value, tuple) else (value,))]
    size = float(sum(np.size(one) for one in flat if isinstance(one, np.ndarray)))
    return size * log2(2.0 + size)


def _all(arguments: Arguments) -> float:
    flat = [one for value in arguments.values() for one in (value if isinstance(value, tuple) else (value,))]
    return float(sum(np.size(one) for one in flat if isinstance(one, np.ndarray)))


FUNCTIONS: Final[Mapping[str, Native]] = {
    "ks_2samp": Native(_two_shares, all_sorted, here=20, beside=_of_orders),
    "kstest": Native(_one_share, all_sorted, here=40),
    "mannwhitneyu": Native(_ranks_of_two, all_sorted, here=20),
    "wilcoxon": Native(_signed_ranks, all_sorted, here=20, beside=_of_signs),
    "f_oneway": Native(_variances, _all, here=20, beside=lambda arguments, _: 16.0 * _all(arguments)),
    "levene": Native(_equal_spreads, _all, here=40, beside=lambda arguments, _: 13.0 * _all(arguments)),
    "bartlett": Native(_alike_spreads, _all, here=20),
    "kruskal": Native(_ranks_of_several, all_sorted, here=20, beside=lambda arguments, _: 70.0 * _all(arguments)),
    "kendalltau": Native(_concordance, all_sorted, here=200),
    "normaltest": Native(_is_normal, here=60),
    "jarque_bera": Native(_is_normal_by_moments, here=60),
    "shapiro": Native(_is_normal_in_order, all_sorted, here=100),
    "chi2_contingency": Native(_contingency, here=40),
    "chisquare": Native(_fit, here=20),
    "fisher_exact": Native(_exactly, lambda arguments: float(np.sum(np.abs(arguments["table"]))), here=2_000),
}
