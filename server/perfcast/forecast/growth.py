"""How a unit's cost grows with the size of its input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

import numpy as np

from perfcast.forecast.forecast import Forecast
from perfcast.forecast.metrics import METRICS
from perfcast.forecast.predictor import Predictor
from perfcast.source import SourceFile, Unit
from perfcast.workload import Workload, resized

SIZES = (10**2, 10**3, 10**4, 10**5, 10**6, 10**7)
#: Sizes that the order of growth is read from.
_FITTED: Final = 3


@dataclass(frozen=True)
class Growth:
    """Forecasts of one unit over sizes.

    Attributes:
        sizes: ascending; elements of the largest argument.
        forecasts: by metric, one for each size.
    """

    sizes: tuple[int, ...]
    forecasts: Sequence[Mapping[str, Forecast]]

    def medians(self, metric: str) -> list[float]:
        """The metric's median at each size, in its unit."""
        return [forecasts[metric].p50 for forecasts in self.forecasts]

    def exponent(self, metric: str) -> float:
        """The e of the n ** e that fits the medians of the greatest sizes best: there what a call takes in any case
        weighs least."""
        sizes, medians = self.sizes[-_FITTED:], self.medians(metric)[-_FITTED:]
        return float(np.polyfit(np.log(sizes), np.log(medians), 1)[0])


def growth(
    predictor: Predictor,
    file: SourceFile,
    unit: Unit,
    workload: Workload,
    device: str,
    sizes: Sequence[int] = SIZES,
) -> Growth | None:
    """Forecasts at other sizes of the same workload, up to one that costs more than anybody has; None for a workload
    that nothing in it lets grow, or that too much would come of at once.

    Raises:
        SourceError: the unit is nested too deeply to be read.
        Cancelled: the predictor was told to stop.
    """
    whole = predictor.grounds.growing(file, unit, workload)
    workloads = [resized(whole, size) for size in sizes]
    if predictor.calls.is_fixed(file, unit, workload) or len({str(other) for other in workloads}) < len(workloads):
        return None
    found = predictor.sweep(file, unit, workloads, device)
    # What grows exponentially would show how wrong an estimate of a million years is.
    told = list(takewhile(_is_told, found))
    return Growth(tuple(sizes[: len(told)]), told) if len(told) > 1 else None


def _is_told(forecasts: Mapping[str, Forecast]) -> bool:
    return all(one.p50 <= METRICS[metric].most for metric, one in forecasts.items())


def order_text(exponent: float) -> str:
    """The order of growth that an exponent stands for, such as 'n' or 'n^1.5'."""
    for order, name in ((0.0, "constant"), (0.5, "√n"), (1.0, "n"), (2.0, "n²"), (3.0, "n³")):
        if abs(exponent - order) <= 0.12:
            return name
    return "n log n" if 1.12 < exponent < 1.3 else f"n^{exponent:.1f}"


def orders(found: Growth) -> dict[str, str]:
    """The order of growth of each metric."""
    return {metric: order_text(found.exponent(metric)) for metric in METRICS}
