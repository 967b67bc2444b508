"""Resource labels: many configurations compiled, each outcome logged, all that went well written as records."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.corpus.triton.inductor.kernels import ORIGIN
from model_export.corpus.triton.program import KernelProgram
from model_export.corpus.triton.records import MADE_ORIGINS, record, write_kernels, write_shards
from model_export.corpus.triton.tasks import compiling
from model_export.corpus.triton.workers import Deadline, Shared, Worker, WorkerLost

CAPABILITIES: Final = (80, 86, 90)
#: Compiling a configuration may take so long.
LIMIT_SECONDS: Final = 60.0


def plan(program: KernelProgram, configs: int, architectures: int) -> list[tuple[int, int, int]]:
    """(case, configuration, compute capability): the cases take turns, and so do the architectures.

    Args:
        configs: at most so many of the program's configurations.
        architectures: for how many compute capabilities each configuration is compiled.
    """
    rng = random.Random(program.key)
    return [
        (number % len(program.cases), number, capability)
        for number in range(min(configs, len(program.configs)))
        for capability in sorted(rng.sample(CAPABILITIES, architectures))
    ]


def collect(
    programs: Iterable[KernelProgram],
    journal: Journal,
    *,
    workers: int,
    configs: int,
    architectures: int,
    deadline: Deadline,
) -> None:
    """Compiles what the journal lacks, a line a program, until all is done or the time is up."""
    waiting = Shared(program for program in programs if program.key not in journal.done)
    with tqdm(desc="kernels", unit="", mininterval=5) as progress:

        def work() -> None:
            worker = Worker(compiling)
            try:
                while not deadline.passed() and (program := waiting.take()) is not None:
                    parts = plan(program, configs, architectures)
                    outcomes = list(outcomes_of(worker, program, parts, LIMIT_SECONDS))
                    journal.append(_line(program, parts, outcomes))
                    progress.update()
            finally:
                worker.close()

        with ThreadPoolExecutor(workers) as pool:
            for future in [pool.submit(work) for _ in range(workers)]:
                future.result()


def outcomes_of(
    worker: Worker, program: KernelProgram, parts: Sequence[tuple[int, ...]], limit: float
) -> Iterator[dict[str, Any]]:
    """One outcome a part, in order: what the worker died of is the outcome of the part it was at, and it goes on."""
    done = 0
    while done < len(parts):
        try:
            for outcome in worker.run({"program": program.described(), "plan": list(parts[done:])}, limit):
                done += 1
                yield outcome
        except WorkerLost as error:
            if done < len(parts):
                done += 1
                yield {"workload": None, "seconds": limit, "error": f"WorkerLost: {error}"}


def _line(
    program: KernelProgram, parts: Sequence[tuple[int, int, int]], outcomes: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    from importlib.metadata import version

    merged = [
        {"case": case, "config": config, "device": f"sm_{capability}", **outcome}
        for (case, config, capability), outcome in zip(parts, outcomes, strict=True)
    ]
    return {"program": program.key, "own": program.described(), "compiler": version("triton"), "outcomes": merged}


def pack(journal: Path, out: Path) -> tuple[int, int, int]:
    """Writes the journal's records; how many there are, of how many kernels, and how many outcomes failed."""
    rows: dict[tuple[str, str, str], dict[str, Any]] = {}
    kernels: dict[str, dict[str, Any]] = {}
    failures = 0
    programs = _programs(journal)
    for line in read_journal(journal):
        program = programs[line["program"]]
        for outcome in line["outcomes"]:
            if outcome.get("error") is not None:
                failures += 1
                continue
            kernels[program.key] = kernel_row(program)
            rows[program.key, outcome["workload"], outcome["device"]] = record(
                **identity(program),
                workload=outcome["workload"],
                device=outcome["device"],
                shared_memory=outcome["shared_memory"],
                registers=outcome["registers"],
                spills=outcome["spills"],
                compiler=line["compiler"],
            )
    write_shards(out, "resources", list(rows.values()))
    write_kernels(out, kernels.values())
    return len(rows), len(kernels), failures


def _programs(journal: Path) -> dict[str, KernelProgram]:
    """The journal's, by key; the families of Inductor's kernels follow from all of them."""
    programs = [KernelProgram.of(line["own"]) for line in read_journal(journal)]
    known = {program.key: program for program in programs}
    written = [program for program in programs if program.origin == ORIGIN]
    if written:
        # Comparing texts takes what a machine that compiles need not have.
        from model_export.corpus.triton.inductor.families import with_families

        known |= {program.key: program for program in with_families(written)}
    return known


def identity(program: KernelProgram) -> dict[str, str]:
    """The columns that say which kernel a record is about."""
    return {
        "kernel": program.key,
        "origin": program.origin,
        "family": program.family,
        "source_sha256": program.source_sha256,
        "unit": program.unit,
        "licence": program.licence,
    }


def kernel_row(program: KernelProgram) -> dict[str, Any]:
    """A row of `kernels.parquet`; sources that were not made here stay where they are."""
    return {**identity(program), "source": program.source if program.origin in MADE_ORIGINS else None}
