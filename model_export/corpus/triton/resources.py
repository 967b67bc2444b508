"""Resource labels: many configurations compiled, each outcome logged, all that went well written as records."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.corpus.triton.inductor.kernels import ORIGIN
from model_export.corpus.triton.program import KernelProgram
from model_export.corpus.triton.records import (
    MADE_ORIGINS,
    read_kernels,
    read_shards,
    record,
    split_of,
    write_kernels,
    write_shards,
)
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
    held: Set[str] = frozenset(),
) -> None:
    """Compiles what the journal lacks, a line a program, until all is done or the time is up.

    Args:
        held: keys of programs that need not be compiled, as their records are there.
    """
    waiting = Shared(program for program in programs if program.key not in journal.done | held)
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


def held(out: Path) -> frozenset[str]:
    """Keys of the kernels whose records a folder holds."""
    return frozenset(row["kernel"] for row in read_shards(out, "resources"))


def pack(journal: Path, out: Path) -> tuple[int, int, int]:
    """Adds the journal's records to those that `out` holds, so that a corpus grows on a machine without its journal.

    Returns:
        How many records there are now, of how many kernels, and how many of the journal's outcomes failed.
    """
    rows = {(row["kernel"], row["workload"], row["device"]): row for row in read_shards(out, "resources")}
    kernels = {row["kernel"]: row for row in read_kernels(out)}
    failures = 0
    for line in read_journal(journal):
        program = KernelProgram.of(line["own"])
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
    families = _families_of_inductors([row for row in kernels.values() if row["origin"] == ORIGIN])
    for row in [*rows.values(), *kernels.values()]:
        if row["kernel"] in families:
            row |= {"family": families[row["kernel"]], "split": split_of(families[row["kernel"]])}
    write_shards(out, "resources", list(rows.values()))
    write_kernels(out, kernels.values())
    return len(rows), len(kernels), failures


def _families_of_inductors(kernels: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Families of Inductor's kernels by key; they follow from all of them."""
    if not kernels:
        return {}
    # Comparing texts takes what a machine that compiles need not have.
    from model_export.corpus.triton.inductor.families import families_of

    told = families_of([(row["source"], row["unit"]) for row in kernels])
    return dict(zip((row["kernel"] for row in kernels), told, strict=True))


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
