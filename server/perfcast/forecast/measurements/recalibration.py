"""Forecasts corrected by what was measured on this machine: shifted, and widened or narrowed.

The model's times hold for the machine that its corpus was measured on. Another one is faster or slower by a factor that
is much the same for all functions, and a few measurements tell it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perfcast.forecast.forecast import LEVELS, Forecast
from perfcast.forecast.metrics import ALL_METRICS

#: Fewer measurements correct nothing.
LEAST = 3
#: How far machines are apart before anything was measured: a standard deviation, of the logarithm.
_PRIOR_SHIFT = math.log(4)
#: How far from a machine's slowness, as probes tell it, that of a function is: the same.
_PROBED_SHIFT = 0.2
#: How many measurements the model's own spread counts as.
_PRIOR_COUNT = 4.0
#: Forecasts surer than this are not taken at their word.
_LEAST_SPREAD = 0.05
#: Standard deviations beyond which a measurement pulls no harder, as Huber's weights have it: it tells of that function
#: and not of the machine.
_OUTLYING = 2.0
#: No measurement says more than this of how sure forecasts are.
_MOST_SURPRISING = 4.0
_ROUNDS = 8


@dataclass(frozen=True)
class Residual:
    """One measurement beside its forecast.

    Attributes:
        log_ratio: natural logarithm of measured over forecast median.
        spread: the forecast's standard deviation, of the logarithm.
    """

    log_ratio: float
    spread: float

    @classmethod
    def of(cls, measured: float, forecast: Forecast) -> Residual:
        """The residual of a measured amount, in the metric's unit; amounts next to nothing are all alike."""
        floor = ALL_METRICS[forecast.metric].floor
        return cls(math.log(max(measured, floor) / max(forecast.p50, floor)), spread_of(forecast))


@dataclass(frozen=True)
class Recalibration:
    """The correction of one metric.

    Attributes:
        shift: added to logarithms.
        scale: that their spread is multiplied with.
        doubt: the standard deviation of the shift itself.
        count: of the measurements behind it.
    """

    shift: float
    scale: float
    doubt: float
    count: int

    @classmethod
    def fit(cls, residuals: Sequence[Residual], log_slowness: float | None = None) -> Recalibration | None:
        """The most probable correction given the measurements; None where they are too few.

        Args:
            log_slowness: of the machine, as `perfcast.measure.speed` has it, where that is known: it stands for the
                correction until there are enough of them, and has a say after that.
        """
        expected, doubted = (0.0, _PRIOR_SHIFT) if log_slowness is None else (log_slowness, _PROBED_SHIFT)
        if len(residuals) < LEAST:
            return None if log_slowness is None else cls(expected, 1.0, doubted, 0)
        ratios = np.array([residual.log_ratio for residual in residuals])
        spreads = np.maximum([residual.spread for residual in residuals], _LEAST_SPREAD)
        shift, scale, doubt = expected, 1.0, 0.0
        for _ in range(_ROUNDS):
            off = np.abs(ratios - shift) / (scale * spreads)
            weights = np.minimum(1, _OUTLYING / np.maximum(off, _OUTLYING)) / (scale * spreads) ** 2
            precision = 1 / doubted**2 + weights.sum()
            shift = float((expected / doubted**2 + (weights * ratios).sum()) / precision)
            doubt = float(precision**-0.5)
            surprise = (np.minimum(np.abs(ratios - shift) / spreads, _MOST_SURPRISING) ** 2).sum()
            scale = float(np.sqrt((_PRIOR_COUNT + surprise) / (_PRIOR_COUNT + len(ratios))))
        return cls(shift, scale, doubt, len(residuals))

    def applied(self, forecast: Forecast) -> Forecast:
        """The forecast as it holds on this machine."""
        spread = max(spread_of(forecast), _LEAST_SPREAD)
        widened = math.sqrt(self.scale**2 + (self.doubt / spread) ** 2)
        logs = np.log(forecast.quantiles(np.array(LEVELS)))
        middle = math.log(forecast.p50)
        return Forecast(forecast.metric, LEVELS, np.exp(middle + self.shift + widened * (logs - middle)).tolist())


def spread_of(forecast: Forecast) -> float:
    """Standard deviation of the logarithm, by the 80 % range of a log-normal."""
    return math.log(forecast.p90 / forecast.p10) / 2.5631031310892007
