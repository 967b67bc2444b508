"""``scipy.special``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Native, each, fractions, plain

#: Whole numbers that are counted exactly.
_MOST_EXACT: Final = 2_000
#: Nanoseconds here of a number that plain Python computes.
_IN_PYTHON: Final = 300.0
_NORMAL: Final = NormalDist()


def _logistic(x: Any) -> Any:
    return plain(1.0 / (1.0 + np.exp(-fractions(x))))


def _odds(x: Any) -> Any:
    values = fractions(x)
    return plain(np.log(values / (1.0 - values)))


def _gamma(value: float) -> float:
    try:
        return math.gamma(value)
    except ValueError:
        return math.nan if value else math.copysign(math.inf, value)
    except OverflowError:
        return math.inf


def _log_gamma(value: float) -> float:
    try:
        return math.lgamma(value)
    except (ValueError, OverflowError):
        return math.inf


def normal_quantile(value: float) -> float:
    """Of the standard normal distribution."""
    if not 0.0 < value < 1.0:
        return math.copysign(math.inf, value - 0.5) if value in {0.0, 1.0} else math.nan
    return _NORMAL.inv_cdf(value)


def normal_share(value: float) -> float:
    """The part of the standard normal distribution that lies below."""
    return 0.5 * math.erfc(-value / math.sqrt(2.0))


def _choices(total: Any, chosen: Any) -> int:
    if total != int(total) or chosen != int(chosen) or total > _MOST_EXACT:
        raise Unsupported("choices among many, or among parts")
    return math.comb(int(total), int(chosen)) if 0 <= chosen <= total else 0


def _comb(N: Any, k: Any, *, exact: Any = False, repetition: Any = False) -> Any:
    if repetition:
        N = N + k - 1
    if exact:
        if np.ndim(N) or np.ndim(k):
            raise ValueError("exact choices of arrays")
        return _choices(N, k)
    totals, chosen = np.broadcast_arrays(fractions(N), fractions(k))
    pairs = zip(totals.ravel().tolist(), chosen.ravel().tolist(), strict=True)
    return plain(np.array([_choices(*pair) for pair in pairs], dtype=np.float64).reshape(totals.shape))


def _factorial(n: Any, exact: Any = False) -> Any:
    if not exact:
        return plain(np.where(fractions(n) < 0, 0.0, each(_gamma, fractions(n) + 1.0)))
    if np.ndim(n) or not isinstance(n, int | np.integer) or n > _MOST_EXACT:
        raise Unsupported("an exact factorial of that")
    return math.factorial(int(n)) if n >= 0 else 0


def log_sum(a: Any, axis: Any = None, b: Any = None, keepdims: Any = False) -> Any:
    """As ``logsumexp``."""
    values = fractions(a)
    most = np.max(values, axis=axis, keepdims=True)
    most = np.where(np.isfinite(most), most, 0.0).astype(values.dtype)
    parts = np.exp(values - most)
    total = np.log(np.sum(parts if b is None else parts * b, axis=axis, keepdims=True)) + most
    return plain(total if keepdims else np.squeeze(total, axis=axis))


def _softmax(x: Any, axis: Any = None) -> Any:
    return np.exp(fractions(x) - log_sum(x, axis, keepdims=True))


def _log_softmax(x: Any, axis: Any = None) -> Any:
    return fractions(x) - log_sum(x, axis, keepdims=True)


def _times_log(x: Any, y: Any) -> Any:
    first, second = np.broadcast_arrays(fractions(x), fractions(y))
    return plain(np.where((first == 0) & ~np.isnan(second), 0.0, first * np.log(second)))


def _times_log1p(x: Any, y: Any) -> Any:
    return _times_log(x, np.asarray(fractions(y)) + 1.0)


def entropies(x: Any) -> Any:
    """As ``entr``."""
    values = fractions(x)
    return plain(np.where(values < 0, -np.inf, -np.asarray(_times_log(values, values))))


def relative_entropies(x: Any, y: Any) -> Any:
    """As ``rel_entr``."""
    first, second = np.broadcast_arrays(fractions(x), fractions(y))
    inside = np.where((first > 0) & (second > 0), first * np.log(first / second), np.inf)
    return plain(np.where((first == 0) & (second >= 0), 0.0, inside))


def _divergences(x: Any, y: Any) -> Any:
    return plain(relative_entropies(x, y) - fractions(x) + fractions(y))


def _log_beta(a: Any, b: Any) -> Any:
    first, second = fractions(a), fractions(b)
    return plain(each(_log_gamma, first) + each(_log_gamma, second) - each(_log_gamma, first + second))


FUNCTIONS: Final[Mapping[str, Native]] = {
    "expit": Native(_logistic),
    "logit": Native(_odds),
    "erf": Native(lambda x: each(math.erf, x), here=_IN_PYTHON),
    "erfc": Native(lambda x: each(math.erfc, x), here=_IN_PYTHON),
    "gamma": Native(lambda x: each(_gamma, x), here=_IN_PYTHON),
    "gammaln": Native(lambda x: each(_log_gamma, x), here=_IN_PYTHON),
    "loggamma": Native(lambda x: each(_log_gamma, x), here=_IN_PYTHON),
    "beta": Native(lambda a, b: plain(np.exp(_log_beta(a, b))), here=_IN_PYTHON),
    "betaln": Native(_log_beta, here=_IN_PYTHON),
    "ndtr": Native(lambda x: each(normal_share, x), here=_IN_PYTHON),
    "ndtri": Native(lambda y: each(normal_quantile, y), here=2 * _IN_PYTHON),
    "comb": Native(_comb, here=20 * _IN_PYTHON),
    "binom": Native(_comb, here=20 * _IN_PYTHON),
    "factorial": Native(_factorial, here=_IN_PYTHON),
    "softmax": Native(_softmax),
    "log_softmax": Native(_log_softmax),
    "logsumexp": Native(log_sum),
    "xlogy": Native(_times_log),
    "xlog1py": Native(_times_log1p),
    "entr": Native(entropies),
    "rel_entr": Native(relative_entropies),
    "kl_div": Native(_divergences),
}
