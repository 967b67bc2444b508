"""Makes ranges hold what they promise: a temperature, then conformal scaling.

The temperature divides the logits of a metric's tokens. Then each quantile is moved away from the median, in log space,
by a factor that was chosen on programs held out for it, so that the range between two symmetric levels holds the truth
as often as their difference says (split conformal prediction in the form of conformalised quantile regression, arXiv
1905.03222, with a factor in place of a summand).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from perfcast.prior import FLOORS

Floats = npt.NDArray[np.float64]
#: Of metrics that `FLOORS` does not name, which are counts.
_FLOOR = 1.0


@dataclass(frozen=True)
class MetricCalibration:
    """Of one metric.

    Attributes:
        temperature: by which logits are divided.
        coverages: central coverages, ascending, each in 0..1.
        factors: one each: how far from the median, in units of the model's own distance, the quantiles of a range of
            that coverage lie.
    """

    temperature: float = 1.0
    coverages: tuple[float, ...] = (0.5,)
    factors: tuple[float, ...] = (1.0,)

    def adjusted(self, levels: Sequence[float], quantiles: Floats, metric: str) -> Floats:
        """The calibrated quantiles: [prompts, levels] -> the same, still ascending.

        `levels` holds 0.5, from which distances are taken.
        """
        floor = FLOORS.get(metric, _FLOOR)
        logs = np.log(np.maximum(quantiles, floor))
        order = np.asarray(levels, dtype=np.float64)
        middle = logs[:, [int(np.abs(order - 0.5).argmin())]]
        factors = np.interp(np.abs(2 * order - 1), self.coverages, self.factors)
        moved = middle + (logs - middle) * factors
        ascending = np.maximum.accumulate(moved[:, order.argsort()], axis=1)
        result = np.empty_like(moved)
        result[:, order.argsort()] = np.exp(ascending)
        found: Floats = np.where((quantiles < floor) & (result <= floor * 1.000001), quantiles, result)
        return found


def load(path: Path) -> dict[str, MetricCalibration]:
    """Metric -> calibration.

    Raises:
        ValueError, KeyError, TypeError: the file is no calibration.
    """
    content: Mapping[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        metric: MetricCalibration(float(part["temperature"]), tuple(part["coverages"]), tuple(part["factors"]))
        for metric, part in content.items()
    }


def save(path: Path, calibrations: Mapping[str, MetricCalibration]) -> None:
    content = {metric: asdict(calibration) for metric, calibration in calibrations.items()}
    path.write_text(json.dumps(content, indent=2) + "\n")
