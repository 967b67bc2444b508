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
from model_export.corpus.triton.records import TIMES, read_kernels, read_shards, record, write_kernels, write_shards
from model_export.corpus.triton.resources import LIMIT_SECONDS, identity, kernel_row, outcomes_of
from model_export.corpus.triton.tasks import compiling, timing
from model_export.corpus.triton.workers import Deadline, Shared, Worker, WorkerStopped

#: One configuration on the GPU: checked, warmed up and timed, with its inputs made where they are new.
RUN_SECONDS: Final = 15.0
#: Kernels that are compiled and wait for the GPU, at most.
AHEAD: Final = 64
#: Seconds between two writings of the records.
WRITE_SECONDS: Final = 180.0

Part = tuple[int, int]


def plan(program: KernelProgram, cases: int, configs: int) -> list[Part]:
    """(case, configuration), by cases: within one, times of configurations can be compared.

    Cases of the first one's type are taken first, as one compilation serves them.
    """
    order = sorted(range(len(program.cases)), key=lambda case: program.cases[case].dtype != program.cases[0].dtype)
    return [(case, config) for case in order[:cases] for config in range(min(configs, len(program.configs)))]


def measurement_key(program: KernelProgram, part: Part, device: str) -> str:
    """Unique in a journal: one kernel, case and configuration on one device, of this very source."""
    version = hashlib.sha256(program.source.encode()).hexdigest()[:8]
    return f"{program.key}/{version}/{part[0]}/{part[1]}/{device}"


class Bench:
    """One run of the benchmark.

    Args:
        out: for the records.
        journal: where every outcome is logged.
        cache: for Triton's compiled kernels.
        gpu: makes the GPU, in the process that uses it; importable there.
        compilers: processes that compile ahead; 0 leaves compiling to the process with the GPU.
    """

    def __init__(self, out: Path, journal: Path, cache: Path, gpu: Callable[[], Gpu], compilers: int) -> None:
        self.out = out
        self.journal_path = journal
        self.journal = Journal(journal)
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
                pack(self.journal_path, self.out)
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
    journal: Path,
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
    run = Bench(out, journal, cache, gpu, max(0, cores - 1) if compilers is None else compilers)
    try:
        run.run(programs, cases=cases, configs=configs, deadline=deadline)
    finally:
        run.close()
        figures = pack(journal, out)
    return figures


def pack(journal: Path, out: Path) -> tuple[int, int]:
    """Adds the journal's records to those that `out` holds, and kernels that it lacks to its kernels.

    Of a launch that was measured several times the least time counts.

    Returns:
        How many records there are now, and how many of the journal's outcomes failed.
    """
    rows = {(row["source_sha256"], row["workload"], row["device"]): row for row in read_shards(out, TIMES)}
    kernels = {row["kernel"]: row for row in read_kernels(out)}
    programs: dict[str, KernelProgram] = {}
    failures = 0
    for line in read_journal(journal):
        key = line["program"].rsplit("/", 3)[0]
        if "own" in line:
            programs[key] = KernelProgram.of(line["own"])
        if line.get("error") is not None:
            failures += 1
            continue
        program = programs[key]
        kernels.setdefault(program.key, kernel_row(program))
        launch = program.source_sha256, line["workload"], line["device"]
        before = rows.get(launch)
        # What a busy machine adds is not the kernel's.
        if before is not None and before["gpu_time"] <= line["gpu_time"]:
            continue
        rows[launch] = record(
            **identity(program),
            workload=line["workload"],
            device=line["device"],
            gpu_time=line["gpu_time"],
            shared_memory=line["shared_memory"],
            registers=line["registers"],
            compiler=line["compiler"],
        )
    write_shards(out, TIMES, list(rows.values()))
    write_kernels(out, kernels.values())
    return len(rows), failures
