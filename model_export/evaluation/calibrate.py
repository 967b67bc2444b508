"""Chooses conformal factors on the programs that were held out for it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from perfcast.prior import FLOORS
from perfcast.rlm.calibration import MetricCalibration

Floats = npt.NDArray[np.float64]

#: Central coverages whose factors are chosen; those between are interpolated.
COVERAGES = (0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95)
#: Quantile levels that the choice needs: both ends of every range, and the median.
LEVELS = tuple(sorted({0.5, *((1 - c) / 2 for c in COVERAGES), *((1 + c) / 2 for c in COVERAGES)}))


def conformal(metric: str, true: Floats, quantiles: Floats, temperature: float = 1.0) -> MetricCalibration:
    """Factors with which each range holds the truth as often as it says, of all records together.

    Args:
        true: [records].
        quantiles: [records, len(LEVELS)], not calibrated.
        temperature: with which the quantiles were made.
    """
    floor = FLOORS.get(metric, 1.0)
    logs = np.log(np.maximum(quantiles, floor))
    target = np.log(np.maximum(true, floor))
    middle = logs[:, LEVELS.index(0.5)]
    factors = []
    for coverage in COVERAGES:
        low = logs[:, _index((1 - coverage) / 2)] - middle
        high = logs[:, _index((1 + coverage) / 2)] - middle
        miss = target - middle
        # The factor that a record would need for the range to reach it; a hair's breadth where there is no range.
        reach = np.where(miss < 0, np.minimum(low, -1e-3), np.maximum(high, 1e-3))
        factors.append(float(np.quantile(miss / reach, coverage, method="higher")))
    return MetricCalibration(temperature, COVERAGES, tuple(round(factor, 4) for factor in factors))


def _index(level: float) -> int:
    return int(np.abs(np.array(LEVELS) - level).argmin())
