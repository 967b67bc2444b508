"""Runs of code that goes round as often whatever its sizes are, by how often: a simulation's steps up to a time."""

from __future__ import annotations

from typing import Final

from perfcast.trial.interpreter.accounting.shortened_loops import Turns
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.growing_runs import Growing
from perfcast.trial.runs.schedule import ALLOWANCE
from perfcast.trial.runs.series import Series, Shrinking, tells
from perfcast.trial.scaling import FEW, largest
from perfcast.workload import Workload

#: Loops within each other, or one after the other, that are looked for.
_MOST_LOOPS: Final = 4


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
            if tells(found):
                return found
        self._growing.stopped_at = stopped_at
        return None

    def _found(self, workload: Workload) -> dict[int, Turns]:
        """By place, the loops that keep the smallest run from its end, or take most of it."""
        found: dict[int, Turns] = {}
        for _ in range(_MOST_LOOPS):
            self._machine.turns = found
            more, has_ended = self._running.driving_turns(workload, ALLOWANCE, dict.fromkeys(found, FEW))
            if not more or (has_ended and found):
                break
            found |= more
        return found
