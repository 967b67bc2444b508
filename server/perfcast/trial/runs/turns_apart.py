"""Runs of code that goes round as often whatever its sizes are, by how often: a simulation's steps up to a time."""

from __future__ import annotations

from typing import Final

from perfcast.trial.interpreter.accounting.shortened_loops import Loops, Turns
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.execution import Outcome, Running
from perfcast.trial.runs.growing_runs import Growing
from perfcast.trial.runs.schedule import ALLOWANCE
from perfcast.trial.runs.series import Series, Shrinking, is_erratic, tells
from perfcast.trial.scaling import FEW, largest
from perfcast.workload import Workload

#: Loops within each other, or one after the other, that are looked for.
_MOST_LOOPS: Final = 4
#: What tells a loop's turns is found by giving it this number, which hardly anything else goes round as often as.
_MARK: Final = 43
#: Runs that look for it.
_MOST_TRIED: Final = 4


class ByTurns:
    """What makes them, for one unit."""

    def __init__(self, unit: Unit, running: Running, growing: Growing) -> None:
        self._machine, self._running, self._growing = unit.machine, running, growing

    def series(self, workload: Workload) -> Series | None:
        """The runs: of the workload with ever more turns, or where each of these does much, of ever larger ones. None
        where no such loop is found, or runs do not tell."""
        self._machine.turns = turns = self._found(workload)
        if not turns:
            return None
        stopped_at = self._growing.stopped_at
        counts = {place: one.number for place, one in turns.items()}
        for is_alone in (True, False) if largest(workload) > FEW else (True,):
            found = self._growing.series(workload, Shrinking(turns=counts, is_alone=is_alone))
            if tells(found) and not is_erratic(found.runs):
                return found
        self._growing.stopped_at = stopped_at
        return None

    def _found(self, workload: Workload) -> dict[int, Turns]:
        """By place, the loops that keep the smallest run from its end, or take most of it."""
        found: dict[int, Turns] = {}
        passed_over = set[int]()
        loops, outcome = self._run(workload, found, {})
        for _ in range(_MOST_LOOPS):
            if outcome is Outcome.ENDED and found:
                break
            more = self._next(workload, loops, outcome, found, passed_over)
            if not more or self._machine.is_late:
                break
            known = found | more
            shorter, shortened = self._run(workload, known, dict.fromkeys(known, FEW))
            if shortened is Outcome.FAILED and outcome is not Outcome.FAILED:
                # What comes after it cannot do with fewer turns.
                passed_over |= more.keys()
                continue
            found, loops, outcome = known, shorter, shortened
        return found

    def _next(
        self, workload: Workload, loops: Loops, outcome: Outcome, found: dict[int, Turns], passed_over: set[int]
    ) -> dict[int, Turns]:
        """By place, what says how often the next loop goes round: a number that is made before, or that loop itself.

        Args:
            loops, outcome: of a run without it.
        """
        known = found.keys() | passed_over
        driving = loops.driving(known)
        numbers = loops.numbers(known, None if driving is None else driving[1].number)
        for place, turns in [*numbers.items()][:_MOST_TRIED]:
            number = {place: turns}
            marked, ended = self._run(workload, found | number, dict.fromkeys(found, FEW) | {place: _MARK})
            if marked.went_round(_MARK) and (ended is not Outcome.FAILED or outcome is Outcome.FAILED):
                return number
        return {} if driving is None else dict([driving])

    def _run(self, workload: Workload, turns: dict[int, Turns], caps: dict[int, int]) -> tuple[Loops, Outcome]:
        self._machine.turns = turns
        return self._running.loops(workload, ALLOWANCE, caps)
