"""Makes ranges hold what they promise: a temperature, a step towards the first guess, then conformal scaling.

The temperature divides the logits of a metric's tokens. Then the whole distribution is moved, in log space, a part of
the way from its median to the first guess of the trees (stacking: two forecasters that err apart err less together). At
last each quantile is moved away from the median, in log
space, by a factor that was chosen on programs held out for it, so that the range between two symmetric levels holds
the truth as often as their difference says (split conformal prediction in the form of conformalised quantile
regression, arXiv 1905.03222, with a factor in place of a summand).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
#: Below this nothing is told apart: a byte, a nanosecond.
FLOORS: Mapping[str, float] = {"cpu_time": 1e-9}
_FLOOR = 1.0


@dataclass(frozen=True)
class MetricCalibration:
    """Of one metric.

    Attributes:
        temperature: by which logits are divided.
        trust: the part of the way to the first guess, 0..1.
        coverages: central coverages, ascending, each in 0..1.
        factors: one each: how far from the median, in units of the model's own distance, the quantiles of a range of
            that coverage lie.
    """

    temperature: float = 1.0
    trust: float = 0.0
    coverages: tuple[float, ...] = (0.5,)
    factors: tuple[float, ...] = (1.0,)

    def adjusted(self, levels: Sequence[float], quantiles: Floats, metric: str, guess: float | None = None) -> Floats:
        """The calibrated quantiles: [prompts, levels] -> the same, still ascending.

        `levels` holds 0.5, from which distances are taken; `guess` is that of the trees, None where they make none.
        """
        floor = FLOORS.get(metric, _FLOOR)
        logs = np.log(np.maximum(quantiles, floor))
        order = np.asarray(levels, dtype=np.float64)
        middle = logs[:, [int(np.abs(order - 0.5).argmin())]]
        factors = np.interp(np.abs(2 * order - 1), self.coverages, self.factors)
        step = 0.0 if guess is None else self.trust * (np.log(max(guess, floor)) - middle)
        moved = middle + step + (logs - middle) * factors
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
        metric: MetricCalibration(
            float(part["temperature"]), float(part["trust"]), tuple(part["coverages"]), tuple(part["factors"])
        )
        for metric, part in content.items()
    }


def save(path: Path, calibrations: Mapping[str, MetricCalibration]) -> None:
    content = {metric: asdict(calibration) for metric, calibration in calibrations.items()}
    path.write_text(json.dumps(content, indent=2) + "\n")
