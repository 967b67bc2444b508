"""The figures by which forecasts are judged, each on pairs of true and predicted costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from perfcast.prior import FLOORS

Floats = npt.NDArray[np.float64]

#: Records belong to one size when their workloads' sizes lie in the same third of a decade.
_BINS_A_DECADE: Final = 3
_LEAST_A_BIN: Final = 20
_LEAST_SIZES: Final = 4
#: A program's cost grows when its largest is this many times its least; below there is nothing to rank.
_GROWS: Final = 1.3
#: Two implementations differ when one costs this many times the other.
DIFFERS: Final = 1.5


#: Binary orders beyond either end of a range that it still holds: half a rounding step, so that a truth on the edge of
#: a range of one value is inside it.
EDGE: Final = 0.01
#: Of the records, by the width of their ranges.
FIFTHS: Final = ("narrowest fifth", "second", "third", "fourth", "widest fifth")


@dataclass(frozen=True)
class Cases:
    """Held-out records of one metric, in one order.

    Attributes:
        true: [records], in the metric's unit.
        program, problem, workload, origin: one a record.
        size: [records], elements of the largest argument.
    """

    metric: str
    true: Floats
    program: Sequence[str]
    problem: Sequence[str]
    workload: Sequence[str]
    origin: Sequence[str]
    size: Floats


def figures(cases: Cases, predicted: Floats) -> dict[str, float]:
    """All figures of point forecasts; NaN where the cases do not allow one."""
    true, guess = _logs(cases.metric, cases.true), _logs(cases.metric, predicted)
    errors = np.abs(guess - true)
    return {
        "rho": spearman(true, guess),
        "rho_at_size": _at_one_size(cases, true, guess),
        "rho_within": _within_programs(cases, true, guess),
        "median_error": float(np.median(errors)),
        "p90_error": float(np.quantile(errors, 0.9)),
        "cheaper": cheaper_named(cases, predicted),
    }


def spearman(first: Floats, second: Floats) -> float:
    """Rank correlation; 0 where one side is constant, as a constant ranks nothing."""
    if len(first) < 2:
        return float("nan")
    one, other = rankdata(first), rankdata(second)
    if one.std() == 0 or other.std() == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def cheaper_named(cases: Cases, predicted: Floats) -> float:
    """How often the cheaper of two implementations of a problem is named, of those that differ enough.

    Both are compared at equal workloads; a tie in the forecast counts one half.
    """
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, key in enumerate(zip(cases.problem, cases.workload, strict=True)):
        groups[key].append(index)
    true, guess = _logs(cases.metric, cases.true), _logs(cases.metric, predicted)
    hits = []
    for members in groups.values():
        for position, one in enumerate(members):
            for other in members[position + 1 :]:
                if abs(true[one] - true[other]) >= np.log2(DIFFERS):
                    difference = guess[one] - guess[other]
                    hits.append(0.5 if difference == 0 else float((difference > 0) == (true[one] > true[other])))
    return float(np.mean(hits)) if hits else float("nan")


def range_figures(cases: Cases, low: Floats, high: Floats) -> dict[str, float]:
    """How often ranges hold the truth, over all and in the decile of size where it is worst, and how wide they are.

    The width is the median of log2(high / low).
    """
    true = _logs(cases.metric, cases.true)
    lower, upper = _logs(cases.metric, low), _logs(cases.metric, high)
    inside = _inside(true, lower, upper)
    order = np.argsort(cases.size, kind="stable")
    deciles = [float(inside[part].mean()) for part in np.array_split(order, 10) if len(part)]
    return {
        "coverage": float(inside.mean()),
        "coverage_least_decile": min(deciles),
        "coverage_most_decile": max(deciles),
        "width": float(np.median(upper - lower)),
    }


def sureness(cases: Cases, low: Floats, middle: Floats, high: Floats) -> dict[str, dict[str, float]]:
    """Errors and coverage of the records in fifths, those with the narrowest range first.

    A model that knows what it does not know errs more where its range is wide.
    """
    true = _logs(cases.metric, cases.true)
    lower, guess, upper = (_logs(cases.metric, costs) for costs in (low, middle, high))
    errors, widths = np.abs(guess - true), upper - lower
    inside = _inside(true, lower, upper)
    return {
        name: {
            "width": float(np.median(widths[part])),
            "median_error": float(np.median(errors[part])),
            "p90_error": float(np.quantile(errors[part], 0.9)),
            "coverage": float(inside[part].mean()),
        }
        for name, part in zip(FIFTHS, np.array_split(np.argsort(widths, kind="stable"), len(FIFTHS)), strict=True)
    }


def _inside(true: Floats, lower: Floats, upper: Floats) -> npt.NDArray[np.bool_]:
    """Which ranges hold the truth, all as logarithms."""
    found: npt.NDArray[np.bool_] = (true >= lower - EDGE) & (true <= upper + EDGE)
    return found


def _logs(metric: str, costs: Floats) -> Floats:
    """Costs are compared as max(cost, floor)."""
    found: Floats = np.log2(np.maximum(costs, FLOORS.get(metric, 1.0)))
    return found


def _at_one_size(cases: Cases, true: Floats, guess: Floats) -> float:
    """Mean rank correlation among records of like size, weighted by their number."""
    bins = np.floor(np.log10(np.maximum(cases.size, 1)) * _BINS_A_DECADE)
    parts = [np.flatnonzero(bins == value) for value in np.unique(bins)]
    return _weighted((spearman(true[part], guess[part]), len(part)) for part in parts if len(part) >= _LEAST_A_BIN)


def _within_programs(cases: Cases, true: Floats, guess: Floats) -> float:
    """Mean rank correlation over the workloads of each program whose cost grows at all."""
    members: dict[str, list[int]] = defaultdict(list)
    for index, program in enumerate(cases.program):
        members[program].append(index)
    grows = [
        np.array(part)
        for part in members.values()
        if len(part) >= _LEAST_SIZES and np.ptp(true[part]) >= np.log2(_GROWS)
    ]
    return _weighted((spearman(true[part], guess[part]), 1) for part in grows)


def _weighted(parts: Iterable[tuple[float, int]]) -> float:
    pairs = list(parts)
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else float("nan")


def cases_of(metric: str, rows: Sequence[Mapping[str, Any]], sizes: Sequence[int]) -> tuple[Cases, list[int]]:
    """The records that have the metric, and where they stood in `rows`."""
    kept = [index for index, row in enumerate(rows) if row[metric] is not None]
    picked = [rows[index] for index in kept]
    return (
        Cases(
            metric,
            np.array([row[metric] for row in picked], dtype=np.float64),
            [row["program"] for row in picked],
            [row["problem"] for row in picked],
            [row["workload"] for row in picked],
            [row["origin"] for row in picked],
            np.array([sizes[index] for index in kept], dtype=np.float64),
        ),
        kept,
    )


def part_of(cases: Cases, indices: Sequence[int]) -> Cases:
    """Some of the records."""

    def pick(column: Sequence[str]) -> list[str]:
        return [column[index] for index in indices]

    return Cases(
        cases.metric,
        cases.true[list(indices)],
        pick(cases.program),
        pick(cases.problem),
        pick(cases.workload),
        pick(cases.origin),
        cases.size[list(indices)],
    )
