"""Makes forecasts nearer, and ranges hold what they promise: a temperature, then stacking, then conformal scaling.

The temperature divides the logits of a metric's tokens. Then all quantiles are moved, in log space, by a share of the
way from the median to the guess that the model read: to guesses that are exact it adds some noise of its own, and how
exact they are is told by what they rest on (stacked regressions, Breiman 1996). Their distances from the median go a
share of the way too: from the model's own to those of errors as large as such guesses' are, normally distributed. Then
each quantile is moved away from the median, in log space, by a factor that was chosen on programs held out for it, so
that the range between two symmetric levels holds the truth as often as their difference says (split conformal
prediction in the form of conformalised quantile regression, arXiv 1905.03222, with a factor in place of a summand, of
distances that are normalised by what is expected of them, Papadopoulos et al. 2008). What a guess rests on, and how
large the workload is, decide how far off it may be and are known beforehand: there is a factor for each (Mondrian
conformal prediction, Vovk et al. 2005), those of the sizes between are interpolated.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.prior import FLOORS
from perfcast.prior.reach import WITHOUT_PROJECTS, Guess

Floats = npt.NDArray[np.float64]
#: Of metrics that `FLOORS` does not name, which are counts.
_FLOOR = 1.0
#: Sizes of workloads that factors are chosen for: decimal logarithms of the elements of the largest argument.
SIZES: Final = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


@dataclass(frozen=True)
class MetricCalibration:
    """Of one metric.

    Attributes:
        temperature: by which logits are divided.
        coverages: central coverages, ascending, each in 0..1.
        factors: what a guess rests on (`perfcast.prior.reach.BASES`) -> for each of `SIZES` one factor a coverage: how
            far from the median, in units of the model's own distance, the quantiles of a range of that coverage lie.
            Where none were chosen for projects, those of programs by themselves stand for them; what is missing then
            stays as the model has it.
        shares: what a guess rests on -> the share of the way from the model's median to the guess, in 0..1.
        doubt_shares: the same, of the way from the model's own distances from the median to those of the guess's doubt.
    """

    temperature: float = 1.0
    coverages: tuple[float, ...] = (0.5,)
    factors: Mapping[str, Sequence[Sequence[float]]] = field(default_factory=dict)
    shares: Mapping[str, float] = field(default_factory=dict)
    doubt_shares: Mapping[str, float] = field(default_factory=dict)

    def stacked(self, levels: tuple[float, ...], quantiles: Floats, guess: Guess, metric: str, basis: str) -> Floats:
        """The quantiles of one prompt with the guess that the model has read: [levels] -> the same.

        Args:
            levels: hold 0.5.
            guess: of NaN where nothing was guessed.
            basis: what it rests on, one of `perfcast.prior.reach.BASES`.
        """
        floor = FLOORS.get(metric, _FLOOR)
        middle = quantiles[_place(levels, 0.5)]
        share, doubt_share = (_of_basis(shares, basis) for shares in (self.shares, self.doubt_shares))
        found = quantiles
        if doubt_share and not math.isnan(guess.doubt):
            doubtful = np.exp(guess.doubt * unit_distances(levels))
            found = middle * (found / middle) ** (1 - doubt_share) * doubtful**doubt_share
        if share and not math.isnan(guess.cost):
            found = found * (max(guess.cost, floor) / max(middle, floor)) ** share
        return found

    def adjusted(self, levels: Sequence[float], quantiles: Floats, metric: str, basis: str, size: float) -> Floats:
        """The calibrated quantiles of one prompt: [levels] -> the same, still ascending.

        Args:
            levels: holds 0.5, from which distances are taken.
            basis: of the guess.
            size: of the workload, elements.
        """
        factors = self.factors.get(basis) or self.factors.get(WITHOUT_PROJECTS.get(basis, ""))
        if factors is None:
            return quantiles
        floor = FLOORS.get(metric, _FLOOR)
        logs = np.log(np.maximum(quantiles, floor))
        order = np.asarray(levels, dtype=np.float64)
        ascending = order.argsort()
        place = _place(order[ascending], 0.5)
        middle = logs[ascending[place]]
        chosen = _at_size(np.asarray(factors, dtype=np.float64), size)
        moved = middle + (logs - middle) * np.interp(np.abs(2 * order - 1), self.coverages, chosen)
        # Outward from the median, so that no quantile depends on those farther out.
        low = np.minimum.accumulate(moved[ascending[place::-1]])[::-1]
        high = np.maximum.accumulate(moved[ascending[place:]])
        result = np.empty_like(moved)
        result[ascending] = np.exp(np.concatenate([low[:-1], high]))
        found: Floats = np.where((quantiles < floor) & (result <= floor * 1.000001), quantiles, result)
        return found


@lru_cache(maxsize=8)
def unit_distances(levels: tuple[float, ...]) -> Floats:
    """[levels], natural logarithms: of errors that are normally distributed, half of them beyond one binary order."""
    normal = NormalDist()
    found: Floats = np.array([normal.inv_cdf(level) for level in levels]) * (math.log(2) / normal.inv_cdf(0.75))
    return found


def _place(levels: Sequence[float] | Floats, level: float) -> int:
    return int(np.abs(np.asarray(levels) - level).argmin())


def _of_basis(shares: Mapping[str, float], basis: str) -> float:
    return shares.get(basis, shares.get(WITHOUT_PROJECTS.get(basis, ""), 0.0))


def nearness(size: Floats) -> Floats:
    """How much sizes of workloads have to do with each of `SIZES`: [workloads] -> [workloads, SIZES], rows sum to 1."""
    logs = np.clip(np.log10(np.maximum(size, 1.0)), SIZES[0], SIZES[-1])
    found: Floats = np.maximum(0.0, 1.0 - np.abs(logs[:, None] - np.array(SIZES)))
    return found


def _at_size(factors: Floats, size: float) -> Floats:
    """[SIZES, coverages] -> [coverages]"""
    found: Floats = nearness(np.array([size], dtype=np.float64))[0] @ factors
    return found


def load(path: Path) -> dict[str, MetricCalibration]:
    """Metric -> calibration.

    Raises:
        ValueError, KeyError, TypeError: the file is no calibration.
    """
    content: Mapping[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        metric: MetricCalibration(
            float(part["temperature"]),
            tuple(part["coverages"]),
            dict(part["factors"]),
            dict(part["shares"]),
            dict(part["doubt_shares"]),
        )
        for metric, part in content.items()
    }


def save(path: Path, calibrations: Mapping[str, MetricCalibration]) -> None:
    content = {metric: asdict(calibration) for metric, calibration in calibrations.items()}
    path.write_text(json.dumps(content, indent=1) + "\n")
