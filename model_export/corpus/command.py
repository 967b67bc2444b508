"""``python -m model_export corpus``: programs -> records."""

from __future__ import annotations

import ast
import io
import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from model_export.corpus.collect import Journal, collect
from model_export.corpus.found import FOUND_ORIGINS, read_found
from model_export.corpus.generator import generate
from model_export.corpus.origins.hand_written import hand_written
from model_export.corpus.pack import Packed
from model_export.corpus.program import Program
from model_export.corpus.records import read_journal
from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.sources import in_turn, public_programs
from model_export.corpus.workers import local_workers, ray_workers
from perfcast.measure import Limits


def corpus(
    data: Annotated[Path, typer.Option(help="Folder of the public data files: leetcode/, mbxp/, reserved.json.")],
    journal: Annotated[Path, typer.Option(help="Where finished programs are logged; an interrupted run goes on here.")],
    out: Annotated[Path, typer.Option(help="Folder that the Parquet files are written to.")],
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    public: Annotated[bool, typer.Option(help="Measure the programs of the public data files too.")] = True,
    own: Annotated[int, typer.Option(help="Number of programs of the own generator.")] = 10_000,
    workloads: Annotated[int, typer.Option(help="Workloads a program, at most.")] = 10,
    workers: Annotated[int, typer.Option(help="Measuring processes, one core each.")] = os.cpu_count() or 1,
    ray: Annotated[
        str | None, typer.Option(help="Ray cluster to measure on: its address, auto, or local for a new one here.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Limit of one call of a unit.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Of the own programs and of all inputs.")] = 0,
    pack_only: Annotated[bool, typer.Option(help="Measure nothing; write what the journal holds.")] = False,
) -> None:
    """Runs programs at many workloads and writes their records as Parquet, beside those that are there already."""
    before = Packed.load(out)
    if sources is None and any(record["origin"] in FOUND_ORIGINS for record in before.records):
        raise typer.BadParameter(f"{out} holds programs that were found on a machine: give --sources, or they are lost")
    reserved = ReservedPrograms.load(data / "reserved.json")
    joined = list(admitted([*public_programs(data), *read_found(sources)], reserved))
    if not pack_only:
        measured_before = before.programs()
        wanted = [program for program in joined if public or program.origin in FOUND_ORIGINS]
        own_programs = admitted(chain(hand_written(), generate(own, seed)), reserved)
        programs = [p for p in in_turn(wanted, own_programs) if p.key not in measured_before]
        log = Journal(journal)
        try:
            limits = Limits(seconds=seconds)
            with local_workers(workers, limits) if ray is None else ray_workers(ray, workers, limits) as measuring:
                collect(programs, log, measuring, workloads=workloads, seed=seed)
        finally:
            log.close()
    packed = before.joined(read_journal(journal), joined, seed)
    packed.write(out)
    typer.echo(f"{len(packed.records)} records of {len(packed.programs())} programs in {out}")


def admitted(programs: Iterable[Program], reserved: ReservedPrograms) -> Iterator[Program]:
    """Programs that are not reserved for testing; the second of two equal sources goes too."""
    seen: set[tuple[str, str]] = set()
    parts = _Parts(reserved)
    for program in programs:
        whole = program.origin not in FOUND_ORIGINS
        is_reserved = reserved.holds(program.source) if whole else parts.hold_of(program.source)
        if (program.source_sha256, program.name) not in seen and not is_reserved:
            seen.add((program.source_sha256, program.name))
            yield program


class _Parts:
    """The check of found code, definition by definition; what many programs have in common is looked at once."""

    def __init__(self, reserved: ReservedPrograms) -> None:
        self._reserved = reserved
        self._known: dict[str, bool] = {}

    def hold_of(self, source: str) -> bool:
        """Whether one of the module's functions, methods and classes is reserved."""
        lines = io.StringIO(source).readlines()
        definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        nodes = [node for node in ast.parse(source).body if isinstance(node, definitions)]
        return any(self._holds("".join(lines[node.lineno - 1 : node.end_lineno])) for node in nodes)

    def _holds(self, definition: str) -> bool:
        if definition not in self._known:
            self._known[definition] = self._reserved.holds_part_of(definition)
        return self._known[definition]
