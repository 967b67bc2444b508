"""Summarizes trial runs at growing sizes, for a workload too large to be run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from perfcast.trial.interpreter.accounting.counts import HIDDEN
from perfcast.trial.interpreter.accounting.prices import MEASURED
from perfcast.trial.quantities import CARRIED, NAMES, QUANTITIES
from perfcast.trial.runs.cost_series import CostSeries
from perfcast.trial.runs.estimators import Estimators
from perfcast.trial.runs.extrapolation import last_runs, local_exponent, may_be_superpolynomial
from perfcast.trial.runs.growth_bounds import bounds, full_caches
from perfcast.trial.runs.run import Run, with_stack

#: By how much the logarithms of memory that does not grow any more differ.
_SETTLED: Final = 0.02
#: Binary orders by which a run that was given up has to have held more than an estimate says: what was made since the
#: last look at the memory counts as held, and may be gone.
_CLEARLY: Final = 0.5
NOTHING: Final = [-1.0] * len(NAMES)


def numbers(
    runs: Sequence[Run], size: float, refused: bool, others: Sequence[Run] = (), unfinished: Run | None = None
) -> list[float]:
    """See `NAMES`.

    Args:
        runs: that came to an end, small ones first.
        size: of the workload.
        refused: whether what came next met what is not supported.
        others: one of the runs and its likes with other values.
        unfinished: what a run of the workload had cost when it was given up, far below which no estimate goes.
    """
    if not runs:
        return [*NOTHING[:-1], float(refused)]
    most = math.log2(size)
    last = runs[-1]
    sizes = [run.size for run in runs]
    all_series = [[run.costs[index] for run in runs] for index in range(len(QUANTITIES))]
    time, peak, result, stack = (QUANTITIES.index(name) for name in ("time", "peak", "result", "stack"))
    estimators = Estimators(runs)
    first = last_runs(sizes)
    powers = [local_exponent(sizes[first:], series[first:]) for series in all_series]
    reach, end = (
        min(most, size) for size in bounds(runs, may_be_superpolynomial(sizes, all_series[time]), powers[time])
    )
    full = full_caches(runs)
    by_powers = {index: estimators.by_power(index, most) for index in range(len(all_series))}
    in_reach: dict[int, float] = {}
    found = dict(by_powers)
    for costs, last_size in ((in_reach, reach), (found, end)):
        # Each part of the time is carried on by itself.
        work = sum(2.0**part - 1.0 for part in estimators.parts(last_size))
        more = last.longer.after(work, estimators.inputs(last_size))
        more += estimators.scattered(last_size, math.log2(1.0 + work))
        more += estimators.new_memory(last_size)
        costs[time] = math.log2(1.0 + MEASURED + work + more)
        held_size = min(last_size, full)
        most_held = estimators.held(held_size, is_exact=held_size <= last.size or _is_settled(runs, all_series[peak]))
        if last_size > last.size:
            most_held = max(most_held, estimators.least_held(last_size))
        costs[peak] = with_stack(most_held, estimators.every.extrapolated(stack, last_size))
        if unfinished is not None:
            costs[time] = max(costs[time], unfinished.costs[time])
            held = math.log2(max(1.0, 2.0 ** unfinished.costs[peak] - HIDDEN))
            costs[peak] = held if held > costs[peak] + _CLEARLY else costs[peak]
    bends = [
        powers[index] - local_exponent(sizes[:2], all_series[index][:2]) if len(runs) > 2 else 0.0
        for index in (time, peak)
    ]
    shown = [QUANTITIES.index(name) for name in CARRIED]
    return [
        *found.values(),
        *(by_powers[index] for index in (time, peak)),
        *(estimators.by_increase(index, most) for index in shown),
        *(estimators.by_polynomial(index, most) for index in shown),
        *(*in_reach.values(), reach / max(most, 1.0)),
        *(powers[time], powers[peak], *bends),
        *(last.costs[time], last.costs[peak], last.costs[result]),
        *(number for index in (time, peak) for number in _spread([run.costs[index] for run in others])),
        *(
            float(last.size >= most),
            last.size / max(most, 1.0),
            most,
            float(len(runs)),
            float(last.raised),
            float(refused),
        ),
    ]


def disagreement(runs: Sequence[Run], size: float) -> float:
    """By how much the ways differ in which time and memory are carried on to a size, its binary logarithm."""
    sizes = [run.size for run in runs]
    all_series = CostSeries(sizes, [[run.costs[QUANTITIES.index(name)] for run in runs] for name in ("time", "peak")])
    found = [all_series.estimates(index, size) for index in range(len(all_series.costs))]
    return max(max(estimates) - min(estimates) for estimates in found)


def _spread(costs: Sequence[float]) -> tuple[float, float]:
    """How far below and above the first one the others lie: values decide how early a search is over."""
    return (min(costs) - costs[0], max(costs) - costs[0]) if costs else (0.0, 0.0)


def _is_settled(runs: Sequence[Run], peaks: Sequence[float]) -> bool:
    """Whether the memory of the last runs is the same, so that tables have all of their entries."""
    return len(runs) > 1 and all(
        abs(later - earlier) < _SETTLED
        for later, earlier in ((peaks[-1], peaks[-2]), (runs[-1].smooth, runs[-2].smooth))
    )
