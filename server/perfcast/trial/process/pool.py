"""Trial runs in as many processes as there is work for."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from typing import Final

from perfcast.source.locations.place import Place
from perfcast.trial.process.starting import Forks, can_fork, spawn
from perfcast.trial.process.worker import Followed, TrialProcess
from perfcast.workload import Workload

#: Processes at most; where a file has been opened, whoever asks them is the slowest from then on.
_MOST: Final = 4
#: Questions that wait at a process before another one is asked, where that has to be waited for.
_DEPTH: Final = 2
#: Seconds for which all but the first process wait for questions.
_IDLE: Final = 30.0
#: Units of which one knows which process was asked about them.
_UNITS: Final = 1000

#: Questions ahead by which all of them are busy.
AHEAD: Final = _MOST * _DEPTH - 1


class TrialProcesses:
    """Asks processes for trial runs as `TrialProcess` does, of a unit always the same one. For one thread at a time.

    The first process is there for good. The others start when more is asked ahead than one can be busy with, and end
    by themselves when nobody asks them any more.
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
        self._asked: dict[tuple[str, Place], TrialProcess] = {}

    def start(self) -> None:
        """Starts the first process, so that the first question need not wait for it."""
        self._processes[0].start()

    def expect(self, text: str, workloads: Sequence[Workload], place: Place) -> None:
        """As `TrialProcess.expect`."""
        self._of(text, place).expect(text, workloads, place)

    def followed(self, text: str, place: Place) -> Followed | None:
        """As `TrialProcess.followed`."""
        return self._of(text, place).followed(text, place)

    def estimate(self, text: str, workloads: Sequence[Workload], place: Place) -> list[list[float]]:
        """As `TrialProcess.estimate`."""
        return self._of(text, place).estimate(text, workloads, place)

    def fitted(
        self, text: str, own: Sequence[Workload], outer: Sequence[Workload], place: Place
    ) -> int | Workload | None:
        """As `TrialProcess.fitted`."""
        return self._of(text, place).fitted(text, own, outer, place)

    def close(self) -> None:
        """Ends the processes; what they were asked stays unanswered."""
        for process in self._processes:
            process.close()
        if self._forks is not None:
            self._forks.close()

    def _of(self, text: str, place: Place) -> TrialProcess:
        """The one that knows the unit; else the first that has room for a question, or the one with the most room."""
        known = self._asked.get((text, place))
        if known is not None:
            return known
        # A fork is there at once.
        depth = _DEPTH if self._forks is None else 1
        free = (process for process in self._processes if process.waiting < depth)
        chosen = next(free, None) or min(self._processes, key=lambda process: process.waiting)
        if len(self._asked) >= _UNITS:
            self._asked.clear()
        self._asked[text, place] = chosen
        return chosen
