"""``python -m model_export corpus``: programs -> records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from model_export.corpus.collect import Journal, collect
from model_export.corpus.pack import Packed
from model_export.corpus.program import Program
from model_export.corpus.records import read_journal
from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.sources import all_programs, public_programs
from perfcast.measure import Limits


def corpus(
    data: Annotated[Path, typer.Option(help="Folder of the public data files: leetcode/, mbxp/, reserved.json.")],
    journal: Annotated[Path, typer.Option(help="Where finished programs are logged; an interrupted run goes on here.")],
    out: Annotated[Path, typer.Option(help="Folder that the Parquet files are written to.")],
    own: Annotated[int, typer.Option(help="Number of programs of the own generator.")] = 10_000,
    workloads: Annotated[int, typer.Option(help="Workloads a program, at most.")] = 10,
    workers: Annotated[int, typer.Option(help="Measuring processes, one core each.")] = os.cpu_count() or 1,
    seconds: Annotated[float, typer.Option(help="Limit of one call of a unit.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Of the own programs and of all inputs.")] = 0,
    pack_only: Annotated[bool, typer.Option(help="Measure nothing; write what the journal holds.")] = False,
) -> None:
    """Runs programs at many workloads and writes their records as Parquet, beside those that are there already."""
    before = Packed.load(out)
    reserved = ReservedPrograms.load(data / "reserved.json")
    if not pack_only:
        measured_before = before.programs()
        programs = [p for p in admitted(all_programs(data, own, seed), reserved) if p.key not in measured_before]
        log = Journal(journal)
        try:
            collect(programs, log, workers=workers, workloads=workloads, limits=Limits(seconds=seconds), seed=seed)
        finally:
            log.close()
    packed = before.joined(read_journal(journal), list(admitted(public_programs(data), reserved)), seed)
    packed.write(out)
    typer.echo(f"{len(packed.records)} records of {len(packed.programs())} programs in {out}")


def admitted(programs: Iterable[Program], reserved: ReservedPrograms) -> Iterator[Program]:
    """Programs that are not reserved for testing; the second of two equal sources goes too."""
    seen: set[tuple[str, str]] = set()
    for program in programs:
        if (program.source_sha256, program.name) not in seen and not reserved.holds(program.source):
            seen.add((program.source_sha256, program.name))
            yield program
