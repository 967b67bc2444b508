"""Chooses conformal factors on the programs that were held out for it.

What they depend on was chosen by cross-validation over these programs' problems, of the 80 % range: how often it holds,
in the worst and the best decile of size, its width in the median, and how often it holds where no trial run was made.

====================================  ===========  ===========  ====  ====  ===========  ===========  ====  ====
factors                               memory                                time
====================================  ===========  ===========  ====  ====  ===========  ===========  ====  ====
one                                   0.81         0.77 – 0.85  1.14  0.38  0.80         0.76 – 0.83  1.46  0.48
by size                               0.81         0.79 – 0.82  1.12  0.38  0.80         0.77 – 0.82  1.44  0.47
by what the guess rests on            0.80         0.76 – 0.83  1.08  0.77  0.80         0.76 – 0.83  1.42  0.74
by that, and how far it is carried    0.80         0.76 – 0.82  1.08  0.77  0.80         0.77 – 0.82  1.39  0.74
by that and size, in five parts       0.80         0.78 – 0.82  1.08  0.77  0.80         0.78 – 0.82  1.41  0.74
by that and size, interpolated        0.80         0.79 – 0.82  1.08  0.77  0.80         0.78 – 0.82  1.42  0.74
====================================  ===========  ===========  ====  ====  ===========  ===========  ====  ====

With the records of 26 projects among them, of those whose guess rests on a trial run of the very workload, how often it
holds and its width in the median, by the last of these and with factors of their own for what lies in a project:

====================================  =================  =================
factors                               memory             time
====================================  =================  =================
the same: programs; projects          .82 0.88; .71 1.54 .80 1.16; .77 1.49
for each: programs; projects          .80 0.81; .81 1.73 .80 1.14; .80 1.60
====================================  =================  =================

Sizes from 1 instead of 10 on changed nothing but for times of the least of workloads (0.78 became 0.80).

A truth that lies within rounding of a range counts as held (`model_export.evaluation.figures.EDGE`), here as where
ranges are judged: chosen without that, memory's of 80 % held 0.83 of the very records that they were chosen on.

Of kernels a family counts by the root of its launches: a new kernel is of a new family, and two families of
convolutions with an eighth of the launches, which are off by four times, doubled the width of all ranges of times.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from model_export.evaluation.figures import EDGE
from model_export.evaluation.uncalibrated import Uncalibrated
from perfcast.prior import FLOORS
from perfcast.rlm.calibration import SIZES, MetricCalibration, nearness, unit_distances

Floats = npt.NDArray[np.float64]

#: Central coverages whose factors are chosen; those between are interpolated.
COVERAGES = (0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95)
#: The one that users see.
_JUDGED = 0.8
#: Quantile levels that the choice needs: both ends of every range, and the median.
LEVELS = tuple(sorted({0.5, *((1 - c) / 2 for c in COVERAGES), *((1 + c) / 2 for c in COVERAGES)}))


#: Records that a factor is chosen on, at least; where fewer are near a size, all of that basis are taken, and all there
#: are where these are too few.
_FEWEST = 200
#: Shares of the way to a guess that are chosen among.
_SHARES = tuple(number / 10 for number in range(11))


def conformal(
    metric: str,
    true: Floats,
    asked: Uncalibrated,
    number: int = 0,
    *,
    weights: Floats | None = None,
) -> MetricCalibration:
    """The shares with which medians are nearest and ranges tell most, and factors with which each range holds the truth
    as often as it says: of all records together, of those whose guess rests on the same, and of those among them whose
    workloads are about as large.

    Args:
        true: [records].
        asked: the records, with quantiles at `LEVELS`, not calibrated.
        number: of the metric, among those that were asked for.
        weights: [records], how much each counts; all the same without.
    """
    floor = FLOORS.get(metric, 1.0)
    quantiles, guesses, doubts = asked.quantiles[number], asked.guesses[number], asked.doubts[number]
    logs = np.log(np.maximum(quantiles, floor))
    target = np.log(np.maximum(true, floor))
    middle = logs[:, LEVELS.index(0.5)]
    counted = np.ones(len(true)) if weights is None else weights / weights.mean()
    alike = {basis: counted * _alike(asked.bases, basis) for basis in sorted(set(asked.bases))}
    # Where nothing was guessed there is nowhere to go.
    way = np.nan_to_num(np.log(np.maximum(guesses, floor)) - middle)
    shares = {basis: _share(target - middle, way, members) for basis, members in alike.items()}
    miss = _beyond_rounding(target - middle - np.array([shares[basis] for basis in asked.bases]) * way)
    own = logs - middle[:, None]
    doubtful = np.where(np.isnan(doubts)[:, None], own, doubts[:, None] * unit_distances(LEVELS))
    doubt_shares = {basis: _doubt_share(own, doubtful, miss, members) for basis, members in alike.items()}
    distances = own + np.array([doubt_shares[basis] for basis in asked.bases])[:, None] * (doubtful - own)
    # The factors that a record would need for each range to reach it: [records, COVERAGES].
    needed = np.stack([_needed(distances, miss, coverage) for coverage in COVERAGES], axis=1)
    near = nearness(asked.sizes)
    factors = {
        basis: [_chosen(needed, members, near[:, place]) for place in range(len(SIZES))]
        for basis, members in alike.items()
    }
    return MetricCalibration(1.0, COVERAGES, factors, shares, doubt_shares)


def _beyond_rounding(miss: Floats) -> Floats:
    """What ranges have to reach to hold the truth as they are judged: up to the rounding of either end."""
    found: Floats = np.copysign(np.maximum(np.abs(miss) - EDGE * np.log(2), 0.0), miss)
    return found


def _alike(bases: Sequence[str], basis: str) -> npt.NDArray[np.bool_]:
    """The records whose guess rests on this, or all where these are too few."""
    members = np.array([one == basis for one in bases])
    return members if members.sum() >= _FEWEST else np.ones_like(members)


def _share(miss: Floats, way: Floats, weights: Floats) -> float:
    """The share of the way to the guess after which the medians are least off, in the mean."""
    return float(min(_SHARES, key=lambda share: (weights * np.abs(miss - share * way)).sum()))


def _doubt_share(own: Floats, doubtful: Floats, miss: Floats, weights: Floats) -> float:
    """The share of the way from the model's own distances to those of doubts after which ranges tell most: with the
    factor that the 80 % range holds with, the mean of its width and of ten times what the truth is beyond it, which is
    least for the right quantiles (interval score, Gneiting and Raftery 2007).
    """

    def score(share: float) -> float:
        distances = own + share * (doubtful - own)
        ends = distances[:, [_index((1 - _JUDGED) / 2), _index((1 + _JUDGED) / 2)]]
        low, high = (_quantile(_needed(distances, miss, _JUDGED), weights, _JUDGED) * ends).T
        beyond = np.maximum(0.0, miss - high) + np.maximum(0.0, low - miss)
        return float((weights * (high - low + 2 / (1 - _JUDGED) * beyond)).sum())

    return min(_SHARES, key=score)


def _needed(distances: Floats, miss: Floats, coverage: float) -> Floats:
    low = distances[:, _index((1 - coverage) / 2)]
    high = distances[:, _index((1 + coverage) / 2)]
    # A hair's breadth where there is no range.
    found: Floats = miss / np.where(miss < 0, np.minimum(low, -1e-3), np.maximum(high, 1e-3))
    return found


def _chosen(needed: Floats, members: Floats, near: Floats) -> list[float]:
    """One factor a coverage: quantiles of what the members need, by how much each counts, and more if it is nearer."""
    weights = members * near
    if weights.sum() < _FEWEST:
        weights = members
    return [round(_quantile(needed[:, number], weights, coverage), 4) for number, coverage in enumerate(COVERAGES)]


def _quantile(values: Floats, weights: Floats, level: float) -> float:
    """The least value that so much of the weight is not above."""
    return float(np.quantile(values, level, weights=weights, method="inverted_cdf"))


def _index(level: float) -> int:
    return int(np.abs(np.array(LEVELS) - level).argmin())
