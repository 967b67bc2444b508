"""``python -m model_export corpus``: programs -> records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from model_export.corpus.collect import Journal, collect
from model_export.corpus.program import Program
from model_export.corpus.records import OWN_ORIGINS, read_journal, rows, write
from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.sources import all_programs, normal_forms, tokens
from model_export.corpus.splits import assign
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
    lines = list(read_journal(journal))
    by_key = {program.key: program for program in programs if program.origin not in OWN_ORIGINS}
    by_key |= {line["program"]: Program(**line["own"]) for line in lines if "own" in line}
    device = device_name()
    lines = [line for line in lines if line["program"] in by_key]
    stale = [line for line in lines if line["source_sha256"] != by_key[line["program"]].source_sha256]
    if stale:
        raise typer.BadParameter(f"{journal} holds another version of {stale[0]['program']}; start a new journal")
    measured = [by_key[line["program"]] for line in lines if any(o["error"] is None for o in line["outcomes"])]
    texts = normal_forms(measured)
    splits = assign({p.key: p.problem for p in measured if p.key in texts}, {k: tokens(t) for k, t in texts.items()})
    records = [
        row
        for line in lines
        if line["program"] in splits
        for row in rows(
            by_key[line["program"]], line["outcomes"], seed=seed, device=device, split=splits[line["program"]]
        )
    ]
    kept = {record["program"] for record in records}
    write(out, records, [program for key, program in by_key.items() if key in kept])
    typer.echo(f"{len(records)} records of {len(kept)} programs in {out}")


def admitted(programs: Iterable[Program], reserved: ReservedPrograms) -> Iterator[Program]:
    """Programs that are not reserved for testing; the second of two equal sources goes too."""
    seen: set[tuple[str, str]] = set()
    for program in programs:
        if (program.source_sha256, program.name) not in seen and not reserved.holds(program.source):
            seen.add((program.source_sha256, program.name))
            yield program
