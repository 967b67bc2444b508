"""Which series of runs of a workload says most: by its sizes, or by how much its unit does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.farther_runs import FartherRuns
from perfcast.trial.runs.growing_runs import Growing
from perfcast.trial.runs.idle_sizes import end_well, grow, with_idle_sizes_cut
from perfcast.trial.runs.modest_numbers import with_modest_numbers_kept
from perfcast.trial.runs.run import Run, may_grow_superpolynomially, of_one_kind
from perfcast.trial.runs.schedule import ALLOWANCE
from perfcast.trial.runs.series import TOO_FEW, Series, Shrinking, is_erratic, tells
from perfcast.trial.runs.summary import disagreement
from perfcast.trial.runs.turns_apart import ByTurns
from perfcast.trial.runs.whole_runs import ToWhole
from perfcast.trial.scaling import cells, exponent, have_bounds, largest, shrunk
from perfcast.workload import Workload
from perfcast.workload.language.resizing import receiver_size

#: Binary orders by which the ways may differ in which small runs are carried on; where they differ by more, runs go
#: farther. Of 893 training calls, 408 of them too large to be run whole, the mean error of memory went from 0.39 to
#: 0.34 and its 90th percentile from 1.06 to 0.87, those of time from 0.52 to 0.49 and from 1.12 to 1.08; it took two
#: fifths longer. With as much to spend for all it takes twice as long, and is no closer.
_IN_DOUBT: Final = 0.5
#: How many times as much as the first run one of twice the size may spend, where that is more than all may.
_ONCE_MORE: Final = 2.2
#: Workloads of a unit of which runs may go farther.
_MOST_FARTHER: Final = 3
#: Of runs with other values, what each may take of what all of the others took, or at least, and how much longer than
#: its like it may take besides; and cells of its inputs, which are made anew for each and may take longer than the run.
_OTHER_SEEDS: Final = (11, 13)
_OTHERS_SHARE: Final = 1 / 8
_OTHERS_LEAST: Final = 8_000.0
_OTHERS_PATIENCE: Final = 2.0
_OTHERS_CELLS: Final = 20_000


class Choosing:
    """What chooses them, for one unit."""

    def __init__(self, unit: Unit, running: Running, growing: Growing) -> None:
        self._unit, self._running, self._growing = unit, running, growing
        self._machine, self._caps = unit.machine, unit.caps
        self._to_whole = ToWhole(unit, running, growing)
        self._by_turns = ByTurns(unit, running, growing)
        self._went_farther = set[str]()
        self._farther = FartherRuns(unit.caps)

    def runs(self, workload: Workload, until: float) -> Series:
        """The runs; more of them where the first ones do not tell how it goes on.

        Args:
            until: as of `Machine.ending_at`.
        """
        with self._machine.ending_at(until):
            series = self.first_runs(workload)
            cut = with_idle_sizes_cut(series, workload)
            if cut is None:
                return self._far_enough(series, workload)
            if not self._machine.is_late:
                without = self.first_runs(cut)
                if end_well(without) and grow(without):
                    return self._far_enough(without, cut)
                if not _come_to_no_end(without):
                    return self._far_enough(series, workload)
            # Nothing that grew in its runs costs anything, and for what does there was no time, or too little.
            return replace(series, runs=[])

    def _far_enough(self, series: Series, workload: Workload) -> Series:
        """The runs, and one of the workload itself behind them; larger ones where these leave it in doubt how it goes
        on."""
        series = self._to_whole.continued(series, workload)
        size = math.log2(series.size or largest(workload))
        if series.refused or not series.runs or series.runs[-1].raised or series.runs[-1].size >= size:
            return series
        if disagreement(series.runs, size) < _IN_DOUBT or self._machine.is_late:
            return series
        if not self._may_go_farther(workload, series.runs):
            beyond = self._farther.beyond(series, workload)
            return series if beyond is None or self._to_whole.refutes(beyond, workload) else beyond
        more = self._growing.series(workload, series.shrinking, goes_farther=True)
        is_farther = bool(more.runs) and more.runs[-1].size > series.runs[-1].size
        is_better = is_farther and not (more.refused or more.runs[-1].raised or self._to_whole.refutes(more, workload))
        if not is_better:
            return series
        self._farther.keep(more)
        return replace(more, unfinished=series.unfinished)

    def begin_question(self) -> None:
        """Begins a question about workloads of one call: what may be spent on them does not depend on those before."""
        self._went_farther.clear()
        self._farther.clear()
        self._to_whole.begin_question()

    def _may_go_farther(self, workload: Workload, runs: Sequence[Run]) -> bool:
        """Whether as much more may be spent on it: not at every size of a sweep, nor where that makes the last run
        hardly larger."""
        if may_grow_superpolynomially(runs):
            return False
        if len(self._went_farther) < _MOST_FARTHER:
            self._went_farther.add(str(workload))
        return str(workload) in self._went_farther

    def first_runs(self, workload: Workload) -> Series:
        """The runs by what shrinks of the workload so that they tell how it goes on."""
        size = math.log2(largest(workload))
        series = self._growing.series(workload)
        is_whole = bool(series.runs) and series.runs[-1].size >= size
        is_short = len(series.runs) < 2 and not (is_whole or series.refused or self._machine.is_late)
        if is_short and self._caps.offsets:
            # What is done as often as a constant says is too much by itself.
            self._caps.offsets = {}
            series = self._growing.series(workload)
            is_whole = bool(series.runs) and series.runs[-1].size >= size
        is_stuck = series.refused and not series.runs and not self._machine.is_late
        if is_stuck and (by_turns := self._by_turns.series(workload)) is not None:
            return by_turns
        is_unsettled = not (is_whole or series.refused or self._machine.is_late)
        if is_unsettled and (otherwise := self._by_other_sizes(workload, len(series.runs))) is not None:
            return otherwise
        if len(series.runs) < 2 and is_unsettled:
            # Code does much whatever it is given: as much as its caps say, or its values.
            if caps := self._caps.large:
                by_caps = self._growing.series(workload, Shrinking(caps, is_by_caps=True))
                if len(by_caps.runs) > 1:
                    return by_caps
            if have_bounds(workload):
                by_values = self._growing.series(workload, Shrinking(values=True))
                series = by_values if len(by_values.runs) > 1 else series
            if len(series.runs) == 1:
                series = self._growing.series(workload, Shrinking(insists=True))
            if len(series.runs) == 1 and not self._machine.is_late:
                series = self._with_a_larger_one(series, workload)
        if is_unsettled and not self._machine.is_late:
            series = with_modest_numbers_kept(series, workload, self._growing)
        met = self._caps.late(series.runs, size) or self._caps.ahead(series.runs, size, self._machine.cache_maxsizes)
        if met and not self._machine.is_late:
            again = self._growing.series(workload, Shrinking(met, largest_kept=series.shrinking.largest_kept))
            # A cap that stands elsewhere for what does not shrink, such as the most that an index may be, makes errors.
            if len(again.runs) > 1 and again.runs[-1].raised <= series.runs[-1].raised:
                return replace(again, refused=series.refused)
        return series

    def _by_other_sizes(self, workload: Workload, count: int) -> Series | None:
        """Runs of code that does much whatever it is given, by what says how much; None where these tell no more than
        those that there are."""
        if count < TOO_FEW and self._unit.is_called_on_what_is_made:
            for is_alone in (True, False):
                shrinking = Shrinking(receiver=receiver_size(workload), is_alone=is_alone)
                by_receiver = self._growing.series(workload, shrinking)
                if tells(by_receiver) and not is_erratic(by_receiver.runs):
                    return by_receiver
        if count <= TOO_FEW and self._caps.turns:
            by_turns = self._growing.series(workload, Shrinking(self._caps.large | self._caps.turns, is_by_caps=True))
            if tells(by_turns):
                return by_turns
        return self._by_turns.series(workload) if count <= TOO_FEW else None

    def _with_a_larger_one(self, series: Series, workload: Workload) -> Series:
        """Where the smallest run is all that can be spent, the next one alone tells what each element adds to it."""
        most, first = math.log2(largest(workload)), series.runs[0]
        larger = shrunk(workload, min(1.0, (first.size + 1.0) / most), offsets=self._caps.offsets)
        share = exponent(larger, workload, self._caps.offsets)
        if share * most <= first.size:
            return series
        try:
            run = self._running.run(larger, _ONCE_MORE * first.spent, {}, share=share)
        except (Stop, Exception):
            return series
        runs = of_one_kind([first, replace(run.among(share), size=share * most)])
        return series if run.raised else replace(series, runs=runs, made=[*series.made, (larger, {}, run)])

    def others(self, series: Series, workload: Workload) -> list[Run]:
        """Of one of the runs the like with other values, after that one; none where there are no values to choose."""
        if self._unit.repetition is None:
            is_drawn = any(not argument.has_value for argument in workload.arguments)
        else:
            # Of what was seen, only sizes are made up.
            is_drawn = len(series.runs) > 1
        if not is_drawn or not series.made or self._machine.is_late:
            return []
        spent = min(ALLOWANCE, sum(run.spent for _, _, run in series.made))
        most = max(_OTHERS_LEAST, _OTHERS_SHARE * spent)
        little = (one for one in reversed(series.made) if one[2].spent <= most and cells(one[0]) <= _OTHERS_CELLS)
        small, caps, run = next(little, series.made[0])
        if run.spent > ALLOWANCE:
            return []
        found = [run]
        for seed in _OTHER_SEEDS:
            with suppress(Stop, Exception):
                limit = _OTHERS_PATIENCE * run.spent + most
                share = exponent(small, workload, self._caps.offsets, series.shrinking.largest_kept)
                found.append(self._running.run(small, limit, caps, seed, share=share))
        return of_one_kind(found)


def _come_to_no_end(series: Series) -> bool:
    """Whether the runs after the first one were too much."""
    return len(series.runs) == 1 and not (series.refused or series.runs[0].raised)
