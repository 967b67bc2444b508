"""Time labels: the kernels of the corpus run on the GPU of this machine, unattended.

Compiling runs ahead in processes on all cores but one and fills Triton's cache; one process runs the kernels, so that
nothing else is on the GPU. A kernel that hangs or faults costs that process only. Every measurement is a line of a
journal, from which an interrupted run goes on, and the records are written anew now and then.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

from tqdm import tqdm

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.corpus.triton.gpu import Gpu
from model_export.corpus.triton.program import KernelProgram
from model_export.corpus.triton.records import record, write_kernels, write_shards
from model_export.corpus.triton.resources import LIMIT_SECONDS, identity, kernel_row, outcomes_of
from model_export.corpus.triton.tasks import compiling, timing
from model_export.corpus.triton.workers import Deadline, Shared, Worker, WorkerStopped

#: One configuration on the GPU: checked, warmed up and timed, with its inputs made where they are new.
RUN_SECONDS: Final = 30.0
#: Kernels that are compiled and wait for the GPU, at most.
AHEAD: Final = 64
JOURNAL: Final = "journal.jsonl"
#: Seconds between two writings of the records.
WRITE_SECONDS: Final = 60.0

Part = tuple[int, int]


def plan(program: KernelProgram, cases: int, configs: int) -> list[Part]:
    """(case, configuration), by cases: within one, times of configurations can be compared."""
    return [
        (case, config)
        for case in range(min(cases, len(program.cases)))
        for config in range(min(configs, len(program.configs)))
    ]


def measurement_key(program: KernelProgram, part: Part, device: str) -> str:
    """Unique in a journal: one kernel, case and configuration on one device, of this very source."""
    version = hashlib.sha256(program.source.encode()).hexdigest()[:8]
    return f"{program.key}/{version}/{part[0]}/{part[1]}/{device}"


class Bench:
    """One run of the benchmark.

    Args:
        out: for the journal and the records.
        cache: for Triton's compiled kernels.
        gpu: makes the GPU, in the process that uses it; importable there.
        compilers: processes that compile ahead; 0 leaves compiling to the process with the GPU.
    """

    def __init__(self, out: Path, cache: Path, gpu: Callable[[], Gpu], compilers: int) -> None:
        self.out = out
        self.journal = Journal(out / JOURNAL)
        environment = {"TRITON_CACHE_DIR": str(cache)}
        self._runner = Worker(timing, {"gpu": gpu}, environment)
        self._compilers = [Worker(compiling, {"keep_cache": True}, environment) for _ in range(compilers)]
        self._ready: Queue[tuple[KernelProgram, list[Part]] | None] = Queue(AHEAD)
        self._stopping = threading.Event()
        self._described: set[str] = set()
        self._logging = threading.Lock()
        (self.about,) = self._runner.run({}, RUN_SECONDS)

    def run(self, programs: Iterable[KernelProgram], *, cases: int, configs: int, deadline: Deadline) -> None:
        """Measures what the journal lacks, until all is done or the time is up."""
        todo = Shared(
            (program, parts)
            for program in programs
            if (parts := [part for part in plan(program, cases, configs) if self._is_new(program, part)])
        )
        workers: list[Worker | None] = [*self._compilers] or [None]
        with ThreadPoolExecutor(len(workers)) as pool, tqdm(desc="measured", unit="", mininterval=5) as progress:
            running = [pool.submit(self._prepare, todo, worker) for worker in workers]
            try:
                self._measure(len(workers), deadline, progress)
            finally:
                self._stopping.set()
                for worker in self._compilers:
                    worker.stop()
                self._drain()
        for future in running:
            future.result()

    def close(self) -> None:
        self._runner.close()
        self.journal.close()

    def _is_new(self, program: KernelProgram, part: Part) -> bool:
        return measurement_key(program, part, self.about["device"]) not in self.journal.done

    def _prepare(self, todo: Shared[tuple[KernelProgram, list[Part]]], worker: Worker | None) -> None:
        """Compiles one program after the other; those configurations that do not compile are logged, not run."""
        try:
            while not self._stopping.is_set() and (item := todo.take()) is not None:
                program, parts = item
                good = parts
                if worker is not None:
                    wanted = [(case, config, self.about["capability"]) for case, config in parts]
                    outcomes = list(outcomes_of(worker, program, wanted, LIMIT_SECONDS))
                    good = []
                    for part, outcome in zip(parts, outcomes, strict=True):
                        if outcome.get("error") is None:
                            good.append(part)
                        else:
                            self._log(program, part, outcome)
                self._ready.put((program, good))
        except WorkerStopped:
            pass
        finally:
            if worker is not None:
                worker.close()
            self._ready.put(None)

    def _measure(self, sources: int, deadline: Deadline, progress: Any) -> None:
        written = time.monotonic()
        while sources and not deadline.passed():
            try:
                ready = self._ready.get(timeout=min(1.0, deadline.left()))
            except Empty:
                continue
            if ready is None:
                sources -= 1
                continue
            program, parts = ready
            for outcome, part in zip(outcomes_of(self._runner, program, parts, RUN_SECONDS), parts, strict=True):
                # What came after the end may be of a process killed for taking what was left of the time.
                if deadline.passed():
                    return
                self._log(program, part, outcome)
                progress.update()
            if time.monotonic() - written > WRITE_SECONDS:
                pack(self.out)
                written = time.monotonic()

    def _drain(self) -> None:
        """Lets the compiling threads, which may wait for room, see that it is over."""
        while True:
            try:
                self._ready.get_nowait()
            except Empty:
                return

    def _log(self, program: KernelProgram, part: Part, outcome: dict[str, Any]) -> None:
        """A program is described in its first line only: the journal is to stay small enough to be sent around."""
        line = {"program": measurement_key(program, part, self.about["device"]), **self.about, **outcome}
        with self._logging:
            if program.key not in self._described:
                self._described.add(program.key)
                line["own"] = program.described()
            self.journal.append(line)


def bench(
    programs: Iterable[KernelProgram],
    out: Path,
    cache: Path,
    *,
    gpu: Callable[[], Gpu],
    compilers: int | None,
    cases: int,
    configs: int,
    deadline: Deadline,
) -> tuple[int, int]:
    """Measures and writes; how many records there are, and how many outcomes failed."""
    cores = os.cpu_count() or 1
    run = Bench(out, cache, gpu, max(0, cores - 1) if compilers is None else compilers)
    try:
        run.run(programs, cases=cases, configs=configs, deadline=deadline)
    finally:
        run.close()
        figures = pack(out)
    return figures


def pack(folder: Path) -> tuple[int, int]:
    """Writes the records of the journal in that folder, beside it."""
    rows: dict[str, dict[str, Any]] = {}
    programs: dict[str, KernelProgram] = {}
    kernels: dict[str, dict[str, Any]] = {}
    failures = 0
    for line in read_journal(folder / JOURNAL):
        key = line["program"].rsplit("/", 3)[0]
        if "own" in line:
            programs[key] = KernelProgram.of(line["own"])
        if line.get("error") is not None:
            failures += 1
            continue
        program = programs[key]
        kernels[program.key] = kernel_row(program)
        rows[line["program"]] = record(
            **identity(program),
            workload=line["workload"],
            device=line["device"],
            gpu_time=line["gpu_time"],
            shared_memory=line["shared_memory"],
            registers=line["registers"],
            compiler=line["compiler"],
        )
    write_shards(folder, "times", list(rows.values()))
    write_kernels(folder, kernels.values())
    return len(rows), failures
