"""What projects call the units of several files with: looked for in other processes, beside the forecasts of the files
before."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfcast.cli.targets import Target
    from perfcast.forecast import Predictor
    from perfcast.forecast.project_calls import Question
    from perfcast.source import SourceFile


class _Look:
    """At what a project shows of a file; in another process, from a thread of its own."""

    def __init__(
        self, target: Target, file: SourceFile, question: Question | None, threads: ThreadPoolExecutor
    ) -> None:
        self.target, self.file, self._question = target, file, question
        self._stopped = threading.Event()
        self._answer = None if question is None else threads.submit(question.answered, self._stopped)

    def noted(self, predictor: Predictor) -> tuple[Target, SourceFile]:
        """The target, once the predictor has been told what is seen."""
        if self._question is not None and self._answer is not None:
            predictor.calls.note(self._question, self._answer.result())
        return self.target, self.file

    def stop(self) -> None:
        """Nobody comes for it."""
        self._stopped.set()


def looked_at(
    read: Iterable[tuple[Target, SourceFile]], predictor: Predictor, size: int | None
) -> Iterator[tuple[Target, SourceFile]]:
    """The targets in turn, each once the predictor knows what its project has to show of it. Of those behind it as many
    are looked at meanwhile as there are cores.

    Args:
        size: of the like of the calls that are seen; the default one without.
    """
    ahead = os.cpu_count() or 1
    looks: deque[_Look] = deque()
    with ThreadPoolExecutor(ahead) as threads:
        try:
            for target, file in read:
                looks.append(_Look(target, file, target.question(predictor, file, size), threads))
                if len(looks) > ahead:
                    yield looks.popleft().noted(predictor)
            while looks:
                yield looks.popleft().noted(predictor)
        finally:
            for look in looks:
                look.stop()
