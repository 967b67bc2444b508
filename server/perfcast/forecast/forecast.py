"""The forecast of one metric: a distribution known by its quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from perfcast.forecast.metrics import ALL_METRICS, Metric

LEVELS: tuple[float, ...] = (
    0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975,
)  # fmt: skip

_NORMAL = NormalDist()
#: The share of a distribution that is cut off at most, where its lower end is known from elsewhere.
_MOST_CUT = 0.9
# A quantile further out than this says nothing that the tail's slope could know.
_LEAST_LEVEL = 1e-6
#: Quantiles that are remembered of one forecast: hints ask for the same few again and again.
_MOST_QUANTILES = 8


def _scores(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Normal scores of levels: between two known quantiles the distribution is taken as log-normal."""
    bounded = np.clip(levels, _LEAST_LEVEL, 1 - _LEAST_LEVEL)
    return np.array([_NORMAL.inv_cdf(level) for level in bounded.ravel()]).reshape(bounded.shape)


@lru_cache(maxsize=256)
def _score(level: float) -> float:
    """The same of one of the few levels that hints and pages are made of."""
    return _NORMAL.inv_cdf(min(max(level, _LEAST_LEVEL), 1 - _LEAST_LEVEL))


@lru_cache(maxsize=16)
def _known(levels: tuple[float, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Levels and their scores, shared by all forecasts at the same levels."""
    known = np.asarray(levels, dtype=np.float64)
    return known, _scores(known)


class Forecast:
    """The distribution of one metric of one unit, at one workload, on one device.

    Between the known quantiles the logarithm is interpolated over normal scores; beyond the outermost it goes on
    with the slope of the last tenth, so that tails are log-normal and never cross.
    """

    def __init__(self, metric: str, levels: Sequence[float], values: Sequence[float]) -> None:
        """Take quantiles `values` (in the metric's unit) at ascending `levels` within (0, 1), two or more of them.

        Raises:
            ValueError: the levels are not ascending within (0, 1), or a value is not finite.
        """
        self.metric = metric
        known, known_scores = _known(tuple(levels))
        amounts = np.asarray(values, dtype=np.float64)
        if known.shape != amounts.shape or known.size < 2 or np.any(np.diff(known) <= 0):
            raise ValueError("a forecast needs as many quantiles as levels, at two ascending levels or more")
        if known[0] <= 0 or known[-1] >= 1 or not np.all(np.isfinite(amounts)):
            raise ValueError("a forecast's levels lie within (0, 1), and its quantiles are finite")
        amounts = np.maximum.accumulate(np.maximum(amounts, self._about.floor))
        self._levels = known
        self._known_scores = known_scores
        self._amounts = amounts
        self._logs = np.log(amounts)
        self._quantiles: dict[float, float] = {}

    @property
    def _about(self) -> Metric:
        return ALL_METRICS[self.metric]

    @property
    def unit(self) -> str:
        """'B' for bytes, 's' for seconds, 'regs' for registers."""
        return self._about.unit

    @property
    def values(self) -> list[float]:
        """The quantiles at its levels; a forecast of these is the same one."""
        found: list[float] = self._amounts.tolist()
        return found

    def at_least(self, amount: float) -> Forecast:
        """What is left of the distribution once it is known that the metric is no less than `amount`.

        Its quantiles move up by the share that lay below, rather than to `amount` all of them, so that a range keeps a
        width. Where nearly all lay below, the shape of the uppermost tenth begins at `amount`.
        """
        below = self.probability_below(amount)
        if below == 0.0:
            return self
        cut = min(below, _MOST_CUT)
        values = self.quantiles(cut + (1 - cut) * self._levels)
        if below > cut:
            values = values * (amount / self.quantile(cut))
        return Forecast(self.metric, tuple(self._levels.tolist()), np.maximum(values, amount).tolist())

    def towards(self, other: Forecast, share: float) -> Forecast:
        """The one that lies between this one (share 0) and another at the same levels (share 1), in logarithms."""
        logs = self._logs + share * (other._logs - self._logs)
        return Forecast(self.metric, tuple(self._levels.tolist()), np.exp(logs).tolist())

    @property
    def p10(self) -> float:
        return self.quantile(0.1)

    @property
    def p50(self) -> float:
        return self.quantile(0.5)

    @property
    def p90(self) -> float:
        return self.quantile(0.9)

    def quantile(self, u: float) -> float:
        """The value that the metric stays below with probability `u`, 0 < u < 1.

        Raises:
            ValueError: u is not within (0, 1).
        """
        if not 0 < u < 1:
            raise ValueError(f"a quantile's level lies within (0, 1), not at {u}")
        found = self._quantiles.get(u)
        if found is None:
            if len(self._quantiles) >= _MOST_QUANTILES:
                self._quantiles.clear()
            found = self._quantiles[u] = self._quantile(_score(u))
        return found

    def _quantile(self, score: float) -> float:
        """As `quantiles`, at one normal score."""
        scores, logs = self._known_scores, self._logs
        if score < scores[0]:
            log = logs[0] + self._tail_slopes()[0] * (score - scores[0])
        elif score > scores[-1]:
            log = logs[-1] + self._tail_slopes()[1] * (score - scores[-1])
        else:
            log = np.interp(score, scores, logs)
        return float(max(np.exp(log), self._about.floor))

    def quantiles(self, levels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values at many levels at once, of the same shape."""
        scores = _scores(levels)
        logs = np.interp(scores, self._known_scores, self._logs)
        low, high = self._tail_slopes()
        logs = np.where(scores < self._known_scores[0], self._logs[0] + low * (scores - self._known_scores[0]), logs)
        logs = np.where(
            scores > self._known_scores[-1], self._logs[-1] + high * (scores - self._known_scores[-1]), logs
        )
        return np.maximum(np.exp(logs), self._about.floor)

    def interval(self, coverage: float) -> tuple[float, float]:
        """The central interval that holds the truth with probability `coverage`."""
        return self.quantile((1 - coverage) / 2), self.quantile((1 + coverage) / 2)

    def samples(self, n: int, seed: int) -> NDArray[np.float64]:
        """`n` independent draws, shape [n]; the same for the same seed."""
        return self.quantiles(np.random.default_rng(seed).uniform(size=n))

    def probability_below(self, x: float) -> float:
        """The probability that the metric is at most `x`."""
        if x < self._about.floor:
            return 0.0
        log = float(np.log(x))
        low, high = self._tail_slopes()
        if log < self._logs[0]:
            return self._beyond(log - self._logs[0], low, self._known_scores[0], at_rest=0.0)
        if log >= self._logs[-1]:
            return self._beyond(log - self._logs[-1], high, self._known_scores[-1], at_rest=1.0)
        # The last of equal quantiles, so that a certain value is wholly at most itself.
        left = int(np.searchsorted(self._logs, log, side="right")) - 1
        share = (log - self._logs[left]) / (self._logs[left + 1] - self._logs[left])
        step = self._known_scores[left + 1] - self._known_scores[left]
        return _NORMAL.cdf(float(self._known_scores[left] + share * step))

    def _tail_slopes(self) -> tuple[float, float]:
        inner_low = min(3, self._logs.size - 1)
        inner_high = max(self._logs.size - 4, 0)
        low = (self._logs[inner_low] - self._logs[0]) / (self._known_scores[inner_low] - self._known_scores[0])
        high = (self._logs[-1] - self._logs[inner_high]) / (self._known_scores[-1] - self._known_scores[inner_high])
        return float(low), float(high)

    @staticmethod
    def _beyond(distance: float, slope: float, score: float, at_rest: float) -> float:
        return _NORMAL.cdf(float(score + distance / slope)) if slope > 0 else at_rest
