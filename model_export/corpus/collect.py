"""Programs -> measured records, in parallel, resumable after any interruption.

Each finished program is one line of the journal, appended in a single write: after a kill a program is either in it or
not, and only programs that are not in it are run again. The lines of failed programs stay, with their error, so that
they are not tried for ever.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

from tqdm import tqdm

from model_export.corpus.program import Program
from model_export.corpus.records import read_journal
from model_export.corpus.workers import Worker


class Journal:
    """The append-only file of finished programs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.done = {line["program"] for line in read_journal(path)}
        self._cut_short_line()
        self._file = path.open("ab", buffering=0)
        self._lock = threading.Lock()

    def append(self, line: dict[str, Any]) -> None:
        with self._lock:
            self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            self.done.add(line["program"])

    def close(self) -> None:
        os.fsync(self._file.fileno())
        self._file.close()

    def _cut_short_line(self) -> None:
        """What a kill left of a line is cut off, so that the next line starts on its own."""
        if not self.path.exists():
            return
        with self.path.open("rb+") as file:
            content_end = file.seek(0, os.SEEK_END)
            position = content_end
            while position > 0:
                start = max(0, position - 65536)
                file.seek(start)
                newline = file.read(position - start).rfind(b"\n")
                if newline >= 0:
                    file.truncate(start + newline + 1)
                    return
                position = start
            file.truncate(0)


def collect(
    programs: Iterable[Program], journal: Journal, workers: Sequence[Worker], *, workloads: int, seed: int = 0
) -> None:
    """Measures every program that the journal lacks.

    Args:
        workers: who measure, side by side; times are labels, so each has a core that it shares with none.
        workloads: at most so many a program.
    """
    waiting = [program for program in programs if program.key not in journal.done]
    queue: Queue[Program] = Queue()
    for program in waiting:
        queue.put(program)
    with tqdm(total=len(waiting), desc="programs", unit="", smoothing=0.02, mininterval=5) as progress:

        def work(worker: Worker) -> None:
            for program in _drained(queue):
                journal.append(worker.measured(program, workloads, seed))
                progress.update()

        with ThreadPoolExecutor(len(workers)) as pool:
            for future in [pool.submit(work, worker) for worker in workers]:
                future.result()


def _drained(queue: Queue[Program]) -> Iterator[Program]:
    while not queue.empty():
        yield queue.get()
