"""Runs of a workload at growing sizes, until the budget is spent."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Final

from perfcast.trial.interpreter.errors.handlers import stop_in_full, stop_in_short
from perfcast.trial.interpreter.stops import OutOfSteps, Stop, TooDeep, TooLarge, Unfit
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.divisible_sizes import Divisors
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.idle_sizes import has_idle_sizes
from perfcast.trial.runs.run import Run
from perfcast.trial.runs.schedule import ALLOWANCE, Schedule
from perfcast.trial.runs.series import MOST_CELLS, SIZES_ALONE, Made, Series, Shrinking, telling
from perfcast.trial.scaling import FEW, cells, consists_of_arrays, exponent, largest, shrunk, shrunk_number
from perfcast.workload import Workload

#: How many times as much runs may spend that are to go farther, see `perfcast.trial.runs.series_choice`.
_MORE: Final = 4.0


class Growing:
    """What makes the runs of a workload of one unit.

    Attributes:
        stopped_at: what the first of the last ones could not follow, in short; '' where it followed all, or came too
            far.
    """

    def __init__(self, unit: Unit, running: Running) -> None:
        self._running = running
        self._machine, self._caps, self._receivers = unit.machine, unit.caps, unit.receivers
        self.stopped_at = ""

    def series(self, workload: Workload, shrinking: Shrinking = SIZES_ALONE, *, goes_farther: bool = False) -> Series:
        """The runs of a workload, each larger than the one before."""
        size = shrinking.size(workload)
        most = math.log2(size)
        runs: list[Run] = []
        made: list[Made] = []
        schedule = Schedule(
            most,
            _MORE * ALLOWANCE if goes_farther else ALLOWANCE,
            of_arrays=consists_of_arrays(workload),
            insists=shrinking.insists,
            goes_farther=goes_farther,
        )
        goes_on = True
        has_whole_sizes = bool(shrinking.turns) and shrinking.is_alone and largest(workload) > FEW
        divisors = Divisors(workload)
        while goes_on:
            if schedule.is_in_vain:
                goes_on = schedule.was_too_much(schedule.limit)
                continue
            by = 1.0 if schedule.is_whole or shrinking.is_alone else schedule.size / most
            offsets, largest_kept = self._caps.offsets, shrinking.largest_kept
            plain = shrunk(workload, by, values=shrinking.values, offsets=offsets, largest_kept=largest_kept)
            small = divisors.fit(plain)
            if cells(small) > MOST_CELLS:
                goes_on = schedule.was_too_much(0.0)
                continue
            share = schedule.size / most if shrinking.tells_size else exponent(small, workload, offsets, largest_kept)
            shrunk_caps = {cap: shrunk_number(number, share) for cap, number in shrinking.numbers.items()}
            if divisors.are_known and made and (small, shrunk_caps) == made[-1][:2]:
                # There is no such length between.
                goes_on = schedule.skipped(0.0)
                continue
            try:
                run = self._running.run(small, schedule.limit, shrunk_caps, share=1.0 if has_whole_sizes else share)
            except OutOfSteps:
                goes_on = schedule.was_too_much(self._running.too_little) and not self._machine.is_late
                continue
            except (Stop, Exception) as reason:
                is_first = not (runs or schedule.is_whole)
                is_small = isinstance(reason, TooDeep) or (isinstance(reason, Unfit) and self._receivers.is_left_empty)
                if is_small and is_first and schedule.skipped(self._machine.spent):
                    # What ends for larger sizes alone: a number that has shrunk below where it stops, what learns of
                    # too little.
                    continue
                # An instance that cannot be made, inputs that do not fit: whatever it is, it is not tried.
                self.stopped_at = "" if runs else stop_in_short(reason)
                # With other numbers shrunk besides, even the first may not be too large.
                refused = bool(runs) or not isinstance(reason, TooLarge)
                runs = telling(runs, most)
                return Series(runs, refused, made, size, stop_in_full(reason), shrinking)
            self.stopped_at = ""
            if divisors.learn(plain, run.error_in_full, partial(self._ends_well, schedule.limit, shrunk_caps, share)):
                continue
            made.append((small, shrunk_caps, run))
            if not runs or share * most > runs[-1].size:
                runs.append(replace(run, size=share * most))
            goes_on = schedule.ran(run.spent, raised=run.raised) and not self._machine.is_late
            # Those that are left would take all the time there is, and tell the same.
            goes_on &= not (shrinking.insists and has_idle_sizes(made, workload))
        runs = telling(runs, most)
        return Series(runs, False, made, size, shrinking=shrinking)

    def _ends_well(self, limit: float, caps: dict[int, int], share: float, workload: Workload) -> bool:
        """Whether a run of the workload comes to its end without an error."""
        try:
            return not self._running.run(workload, limit, caps, share=share).raised
        except (Stop, Exception):
            return False
