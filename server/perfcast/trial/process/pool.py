"""Trial runs in as many processes as there is work for."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from typing import Final

from perfcast.source.locations.place import Place
from perfcast.trial.process.questions import Question
from perfcast.trial.process.starting import Forks, can_fork, spawn, wait_for_answers
from perfcast.trial.process.worker import Followed, TrialProcess
from perfcast.workload import Workload

#: Processes at most; where a file has been opened, whoever asks them is the slowest from then on.
_MOST: Final = 4
#: Questions that are at a process at a time: while it answers one, it has the next.
_DEPTH: Final = 2
#: Seconds after which one that answers nothing is waited for by itself.
_SILENCE: Final = 1.0
#: Seconds for which all but the first process wait for questions.
_IDLE: Final = 30.0
#: Units of which one knows which process was asked about them.
_UNITS: Final = 1000

#: A normal form, and where its file lies.
_Unit = tuple[str, Place]

#: Units ahead by which all of them are busy.
AHEAD: Final = _MOST * _DEPTH - 1


class TrialProcesses:
    """Asks processes for trial runs as `TrialProcess` does, of a unit always the same one. For one thread at a time.

    The first process is there for good. The others start when more is asked ahead than one can be busy with, and end
    by themselves when nobody asks them any more. What is asked ahead goes to whichever has answered what it had: some
    units take a hundred times as long as others.
    """

    def __init__(self, most: int | None = None) -> None:
        """
        Args:
            most: processes; by default one a core, and at most four.
        """
        count = min(_MOST, os.cpu_count() or 1) if most is None else most
        if not hasattr(signal, "setitimer"):
            # Nothing ends them where a process cannot set itself a timer.
            count = 1
        self._forks = Forks() if count > 1 and can_fork() else None
        start = spawn if self._forks is None else self._forks.start
        others = (TrialProcess(_IDLE, start) for _ in range(count - 1))
        self._processes = [TrialProcess(start=start), *others]
        self._asked: dict[_Unit, TrialProcess] = {}
        # Asked ahead of none of them yet, in the order in which it will be asked for.
        self._ahead: dict[_Unit, Sequence[Workload]] = {}

    def start(self) -> None:
        """Starts the first process, so that the first question need not wait for it."""
        self._processes[0].start()

    def expect(self, text: str, workloads: Sequence[Workload], place: Place) -> None:
        """As `TrialProcess.expect`, once one of them has time for it."""
        unit = text, place
        if unit in self._asked or self._forks is None:
            self._of(unit).expect(text, workloads, place)
            return
        self._ahead[unit] = workloads
        if len(self._ahead) > AHEAD + 1:
            del self._ahead[next(iter(self._ahead))]
        self._share()

    def followed(self, text: str, place: Place) -> Followed | None:
        """As `TrialProcess.followed`."""
        known = self._asked.get((text, place))
        return None if known is None else known.followed(text, place)

    def estimate(self, text: str, workloads: Sequence[Workload], place: Place) -> list[list[float]]:
        """As `TrialProcess.estimate`; the others are kept busy meanwhile."""
        process = self._of((text, place))
        if self._ahead:
            process.expect(text, workloads, place)
            self._share()
            question = Question.about(text, workloads, place)
            while self._ahead and process.is_asked(question):
                if not wait_for_answers([one.answers for one in self._processes if one.waiting], _SILENCE):
                    break
                self._share()
        return process.estimate(text, workloads, place)

    def fitted(
        self, text: str, own: Sequence[Workload], outer: Sequence[Workload], place: Place
    ) -> int | Workload | None:
        """As `TrialProcess.fitted`."""
        return self._of((text, place)).fitted(text, own, outer, place)

    def close(self) -> None:
        """Ends the processes; what they were asked stays unanswered."""
        self._ahead.clear()
        for process in self._processes:
            process.close()
        if self._forks is not None:
            self._forks.close()

    def _share(self) -> None:
        """Gives what is asked ahead to those that have time for it."""
        for process in self._processes:
            process.collect()
        while self._ahead:
            free = [one for one in self._processes if one.waiting < _DEPTH]
            if not free:
                return
            (text, place), workloads = next(iter(self._ahead.items()))
            self._choose((text, place), free).expect(text, workloads, place)

    def _of(self, unit: _Unit) -> TrialProcess:
        """The one that knows the unit; else the first that has nothing to do, or the one with the least."""
        known = self._asked.pop(unit, None)
        if known is not None:
            self._asked[unit] = known
            return known
        if unit in self._ahead:
            while (earlier := next(iter(self._ahead))) != unit:
                # Nobody came for it.
                del self._ahead[earlier]
        if self._forks is None:
            # Another one takes longer to start than a question or two.
            for process in self._processes:
                if process.waiting < _DEPTH:
                    return self._choose(unit, [process])
        return self._choose(unit, self._processes)

    def _choose(self, unit: _Unit, processes: Sequence[TrialProcess]) -> TrialProcess:
        chosen = min(processes, key=lambda process: process.waiting)
        if len(self._asked) >= _UNITS:
            # Of all of them it was asked about longest ago.
            del self._asked[next(iter(self._asked))]
        self._asked[unit] = chosen
        self._ahead.pop(unit, None)
        return chosen
