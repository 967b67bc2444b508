"""Runs of workloads as they are, behind those of smaller ones, where they take little: nothing tells more."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from perfcast.trial.interpreter.stops import OutOfSteps, Stop
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.cost_series import CostSeries
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.growing_runs import Growing
from perfcast.trial.runs.run import Run, of_one_kind
from perfcast.trial.runs.schedule import ALLOWANCE
from perfcast.trial.runs.series import MOST_CELLS, Made, Series, Shrinking, like_the_last, tells
from perfcast.trial.scaling import cells, have_values, largest
from perfcast.workload import Workload

#: What a run of the workload may spend, where smaller ones say that it takes as little, or where it may end early and
#: they do not say so; and what one may that is taken to end early. So many workloads of a question may spend that.
_MOST: Final = ALLOWANCE
_MOST_OF_EARLY: Final = 8.0 * ALLOWANCE
_MOST_DEAR: Final = 2
#: How many times less is spent where values shrink, too, of what ends early.
_LESS: Final = 2.0
#: How many times as much as others say that it spends a run may spend that they say ends early.
_ENOUGH: Final = 4.0


class ToWhole:
    """Runs of workloads as they are, of one unit, and what they tell even where they come to no end."""

    def __init__(self, unit: Unit, running: Running, growing: Growing) -> None:
        self._unit, self._running, self._growing = unit, running, growing
        # By workload, what a run of it spent at least, and what it had cost by then; workloads on which much was spent.
        self._least: dict[str, float] = {}
        self._unfinished: dict[str, Run] = {}
        self._dear = set[str]()

    def begin_question(self) -> None:
        """Begins a question about workloads of one call."""
        self._least.clear()
        self._unfinished.clear()
        self._dear.clear()

    def continued(self, series: Series, workload: Workload) -> Series:
        """The runs with one of the workload itself behind them, or else those that tell how early it ends, and what
        that one had cost before it was given up."""
        found = self._continued(series, workload)
        unfinished = self._unfinished.get(str(workload))
        # What a call leaves for those after it, these need not do again.
        if unfinished is None or any(run.changes_lasting for run in (unfinished, *found.runs)):
            return found
        return replace(found, unfinished=unfinished)

    def _continued(self, series: Series, workload: Workload) -> Series:
        if self._is_settled(series, workload) or cells(workload) > MOST_CELLS:
            return series
        whole = self._with_whole(series, workload, self._limit(_spent_by(series, workload), workload))
        if whole is not None or not self._unit.may_end_early:
            return whole or series
        early = self._by_values(series, workload)
        if early is None or self._is_settled(early, workload):
            return early or series
        whole = self._with_whole(early, workload, self._limit_of_early(_spent_by(early, workload), workload))
        return whole or (series if self.refutes(early, workload) else early)

    def refutes(self, series: Series, workload: Workload) -> bool:
        """Whether a run of the workload was seen to spend more than other runs say that it does."""
        least = self._least.get(str(workload), 0.0)
        return bool(series.runs) and _spent_by(series, workload) < least

    def _limit(self, spent: float, workload: Workload) -> float:
        """What a run of the workload may spend, of which others say what it does; 0 where it would come to no end."""
        if not self._unit.may_end_early:
            return _MOST if spent <= _MOST else 0.0
        if len(self._dear) < _MOST_DEAR:
            self._dear.add(str(workload))
        if str(workload) not in self._dear:
            return _MOST if spent <= _MOST else 0.0
        return _MOST_OF_EARLY if spent <= _MOST else _MOST

    def _limit_of_early(self, spent: float, workload: Workload) -> float:
        """The same, where others say how early it ends: enough to find out that it does not."""
        most = _MOST_OF_EARLY if str(workload) in self._dear else _MOST
        return min(most, max(_MOST, _ENOUGH * spent)) if spent <= most else 0.0

    def _by_values(self, series: Series, workload: Workload) -> Series | None:
        """Runs in which what is looked for is as frequent as in the workload, where they end earlier than others: they
        come at least as far. None where they do not."""
        if not have_values(workload):
            return None
        stopped_at = self._growing.stopped_at
        found = self._growing.series(workload, Shrinking(values=True))
        self._growing.stopped_at = stopped_at
        if not tells(found) or found.runs[-1].size < series.runs[-1].size:
            return None
        return found if _LESS * _spent_by(found, workload) < _spent_by(series, workload) else None

    def _is_settled(self, series: Series, workload: Workload) -> bool:
        """Whether there is no larger run to be made."""
        runs = series.runs
        is_whole = bool(runs) and runs[-1].size >= _size(series, workload)
        return series.refused or not runs or runs[-1].raised or is_whole or self._unit.machine.is_late

    def _with_whole(self, series: Series, workload: Workload, limit: float) -> Series | None:
        """The runs and that one; None where it comes to no end, or to an error."""
        if not limit:
            return None
        told = self._running.unfinished, self._running.lacked
        try:
            self._running.unfinished = None
            run = self._running.run(workload, limit, {})
        except OutOfSteps:
            self._least[str(workload)] = limit
            if self._running.unfinished is not None:
                self._unfinished[str(workload)] = self._running.unfinished
            return None
        except (Stop, Exception):
            return None
        finally:
            self._running.unfinished, self._running.lacked = told
        if run.raised:
            return None
        size = _size(series, workload)
        made: list[Made] = [*series.made, (workload, {}, run)]
        runs = like_the_last(of_one_kind([*series.runs, replace(run, size=size)]), size)
        return replace(series, runs=runs, made=made)


def _size(series: Series, workload: Workload) -> float:
    """Of the workload, as a binary logarithm."""
    return math.log2(series.size or largest(workload))


def _spent_by(series: Series, workload: Workload) -> float:
    """What a run of the workload itself would spend, as the runs go on."""
    spent = CostSeries([run.size for run in series.runs], [[math.log2(1.0 + run.spent) for run in series.runs]])
    return float(2.0 ** spent.extrapolated(0, _size(series, workload)))
