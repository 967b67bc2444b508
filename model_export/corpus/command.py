"""``python -m model_export corpus``: programs -> records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from model_export.corpus.collect import Journal, collect
from model_export.corpus.generator import generate
from model_export.corpus.origins import leetcode, mbpp
from model_export.corpus.program import Program
from model_export.corpus.records import read_journal, rows, write
from model_export.corpus.reserved import ReservedPrograms
from perfcast.measure import Limits, device_name


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
    """Runs programs at many workloads and writes their records as Parquet."""
    reserved = ReservedPrograms.load(data / "reserved.json")
    programs = list(admitted(all_programs(data, own, seed), reserved))
    if not pack_only:
        log = Journal(journal)
        try:
            collect(programs, log, workers=workers, workloads=workloads, limits=Limits(seconds=seconds), seed=seed)
        finally:
            log.close()
    by_key = {program.key: program for program in programs}
    device = device_name()
    lines = [line for line in read_journal(journal) if line["program"] in by_key]
    stale = [line for line in lines if line["source_sha256"] != by_key[line["program"]].source_sha256]
    if stale:
        raise typer.BadParameter(f"{journal} holds another version of {stale[0]['program']}; start a new journal")
    records = [row for line in lines for row in rows(by_key[line["program"]], line["outcomes"], seed, device)]
    kept = {record["program"] for record in records}
    write(out, records, [program for program in programs if program.key in kept])
    typer.echo(f"{len(records)} records of {len(kept)} programs in {out}")


def all_programs(data: Path, own: int, seed: int) -> Iterator[Program]:
    """Own and public programs in turn, so that a run cut short holds some of each."""
    public = [*leetcode.programs(data / "leetcode"), *mbpp.programs(data / "mbxp")]
    yield from _in_turn(public, generate(own, seed))


def admitted(programs: Iterable[Program], reserved: ReservedPrograms) -> Iterator[Program]:
    """Programs that are not reserved for testing; the second of two equal sources goes too."""
    seen: set[tuple[str, str]] = set()
    for program in programs:
        if (program.source_sha256, program.name) not in seen and not reserved.holds(program.source):
            seen.add((program.source_sha256, program.name))
            yield program


def _in_turn(first: Iterable[Program], second: Iterable[Program]) -> Iterator[Program]:
    iterators = [iter(first), iter(second)]
    while iterators:
        for iterator in list(iterators):
            program = next(iterator, None)
            if program is None:
                iterators.remove(iterator)
            else:
                yield program
