"""Which of two units is cheaper, by how much, and how sure that is."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from perfcast.forecast.forecast import Forecast

# 201 x 201 pairs of quantiles stand for the joint distribution: no seed, no noise, a hundredth of a per cent exact.
_GRID = (np.arange(201) + 0.5) / 201


@dataclass(frozen=True)
class Ratio:
    """A's cost over B's.

    Attributes:
        p10, p50, p90: quantiles of the ratio; below 1 where A is cheaper.
        probability_a_less: that A costs less than B; a tie counts half.
    """

    p10: float
    p50: float
    p90: float
    probability_a_less: float


#: Of what is one and the same, whatever it costs.
SAME: Final = Ratio(1.0, 1.0, 1.0, 0.5)


def compare(a: Forecast, b: Forecast) -> Ratio:
    """Compare two forecasts of one metric, taken as independent.

    Raises:
        ValueError: they are of different metrics.
    """
    if a.metric != b.metric:
        raise ValueError(f"{a.metric} cannot be compared with {b.metric}")
    logs = np.log(a.quantiles(_GRID))[:, None] - np.log(b.quantiles(_GRID))[None, :]
    p10, p50, p90 = np.exp(np.quantile(logs, [0.1, 0.5, 0.9]))
    less = float(np.mean(logs < 0) + np.mean(logs == 0) / 2)
    return Ratio(float(p10), float(p50), float(p90), less)
