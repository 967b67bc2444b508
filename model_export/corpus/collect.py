"""Programs -> measured records, in parallel, resumable after any interruption.

Each finished program is one line of the journal, appended in a single write: after a kill a program is either in it or
not, and only programs that are not in it are run again. The lines of failed programs stay, with their error, so that
they are not tried for ever.
"""

from __future__ import annotations

import json
import os
import random
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from queue import Queue
from typing import Any

from tqdm import tqdm

from model_export.corpus.program import Program
from model_export.corpus.records import OWN_ORIGINS, read_journal
from model_export.corpus.scaling import scaled_workloads
from perfcast.measure import Job, Limits, Sandbox, device_name
from perfcast.workload import WorkloadError, parse


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
    programs: Iterable[Program], journal: Journal, *, workers: int, workloads: int, limits: Limits, seed: int = 0
) -> None:
    """Measures every program that the journal lacks.

    Args:
        workers: measuring processes, one core each; times are labels, so leave none to share.
        workloads: at most so many a program.
        limits: for each call of a unit.
    """
    waiting = [program for program in programs if program.key not in journal.done]
    queue: Queue[Program] = Queue()
    for program in waiting:
        queue.put(program)
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    with tqdm(total=len(waiting), desc="programs", unit="", smoothing=0.02, mininterval=5) as progress:

        def work(worker: int) -> None:
            core = cores[worker % len(cores)] if cores else None
            with Sandbox(limits, core=core) as sandbox:
                for program in _drained(queue):
                    journal.append(measured(program, sandbox, workloads, seed))
                    progress.update()

        with ThreadPoolExecutor(workers) as pool:
            for future in [pool.submit(work, worker) for worker in range(workers)]:
                future.result()


def measured(program: Program, sandbox: Sandbox, workloads: int, seed: int) -> dict[str, Any]:
    """One journal line: the program and what came of each of its workloads."""
    # All implementations of a problem meet the same workloads, so that they can be compared.
    rng = random.Random(f"{seed}:{program.problem}")
    line: dict[str, Any] = {
        "program": program.key,
        "source_sha256": program.source_sha256,
        "device": device_name(),
        "outcomes": [],
    }
    if program.origin in OWN_ORIGINS:
        # The generator grows; what was measured is kept as it was.
        line["own"] = asdict(program)
    try:
        plan = [str(workload) for workload in scaled_workloads(parse(program.workload), workloads, rng)]
    except WorkloadError as error:
        return line | {"error": str(error)}
    job = Job(program.key, program.source, program.name, tuple(plan), seed)
    line["outcomes"] = [
        {key: value for key, value in asdict(measurement).items() if key != "key"} for measurement in sandbox.run(job)
    ]
    return line


def _drained(queue: Queue[Program]) -> Iterator[Program]:
    while not queue.empty():
        yield queue.get()
