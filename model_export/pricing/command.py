"""``python -m model_export prices``: training records -> by which factor each price of trial runs is off.

``kernel-paces``: what each part of a kernel's launch costs.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Annotated, Final
from zlib import crc32

import numpy as np
import typer
from tqdm import tqdm

from model_export.corpus.triton.joined import timed_devices
from model_export.pricing.auditing import audit
from model_export.pricing.factors import Paid, Table
from model_export.pricing.paces import amounts_of, fitted
from model_export.training.inputs import Corpus
from perfcast.source.locations.place import NOWHERE, Place
from perfcast.triton.bounds.pace import PACES
from perfcast.workload import parse

#: Seconds that a program may take.
_SECONDS: Final = 40
_FOLDS: Final = 5


def prices(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    programs: Annotated[int, typer.Option(help="That are looked at, of each corpus.")] = 7_000,
    least: Annotated[int, typer.Option(help="Programs that tell of a price at least.")] = 25,
    top: Annotated[int, typer.Option(help="Lines that are printed.")] = 100,
    processes: Annotated[int, typer.Option(help="That share the programs.")] = os.cpu_count() or 1,
) -> None:
    """Prints by which factor each price of trial runs is off, by the training records that were tried at their whole
    size, and how far off they are with and without these factors."""
    corpora = [Corpus.load(records, data, sources)]
    corpora += [] if units is None else [Corpus.of_projects(records, units)]
    jobs = [job for corpus in corpora for job in _jobs(corpus, programs)]
    calls = _audited(jobs, processes)
    table = Table(calls, least)
    folds = np.array([crc32(call.program.encode()) % _FOLDS for call in calls])
    as_is, unseen = np.ones(len(table.keys)), np.empty(len(calls))
    for fold in range(_FOLDS):
        held_out = np.flatnonzero(folds == fold)
        unseen[held_out] = table.errors(table.fitted(np.flatnonzero(folds != fold)), held_out)
    everything = np.arange(len(calls))
    for name, errors in (
        ("as they are", table.errors(as_is, everything)),
        ("by factors, of programs held out", unseen),
    ):
        away = np.abs(errors)
        typer.echo(
            f"{len(calls)} calls {name}: median error {np.median(away):.3f} binary orders of magnitude, "
            f"90th percentile {np.percentile(away, 90):.2f}, bias {np.median(errors):+.3f}"
        )
    typer.echo("factor  share  programs  of")
    for found in table.factors(table.fitted(everything))[:top]:
        typer.echo(f"{found.factor:6.2f}  {found.share:5.3f}  {found.programs:8}  {found.of}")


def kernel_paces(
    records: Annotated[Path, typer.Option(help="Folder of the records, with those of kernels in it.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
) -> None:
    """Prints what each part of a launch costs, by the training records of launches that were measured here;
    the table in `perfcast.triton.bounds.pace` is changed by hand."""
    corpus = Corpus.of_kernels(records, data)
    measured = timed_devices(records)
    rows = [row for row in corpus.split("train") if row["gpu_time"] is not None and row["device"] in measured]
    parts = amounts_of(corpus.texts, rows)
    seconds = np.array([row["gpu_time"] for row in rows])
    paces = fitted(parts, seconds, [row["problem"] for row in rows])
    for title, table in (("as they are", PACES), ("fitted", paces)):
        errors = np.abs(np.log2(parts @ np.array([*table.values()]) / seconds))
        typer.echo(
            f"{title}: median error {np.nanmedian(errors):.3f}, 90th percentile {np.nanpercentile(errors, 90):.2f}"
        )
    for name, pace in paces.items():
        typer.echo(f"{name:16} {pace:.3g}")


#: Program, text, workloads with the seconds that they were measured to take, place.
_Job = tuple[str, str, list[tuple[str, float]], Place]


def _jobs(corpus: Corpus, most: int) -> list[_Job]:
    """Each with two workloads: the one that takes longest, and one in the middle."""
    found: dict[str, list[tuple[float, str]]] = {}
    for row in corpus.split("train"):
        if row["cpu_time"]:
            found.setdefault(row["program"], []).append((row["cpu_time"], row["workload"]))
    chosen = random.Random(0).sample(sorted(found), min(most, len(found)))
    jobs = []
    for program in chosen:
        ordered = sorted(found[program])
        picked = {workload: seconds for seconds, workload in (ordered[len(ordered) // 2], ordered[-1])}
        jobs.append((program, corpus.texts[program], [*picked.items()], corpus.places.get(program, NOWHERE)))
    return jobs


def _audited(jobs: Sequence[_Job], processes: int) -> list[Paid]:
    """Each program has a process of its own: of one that ends before it answers, as of recursion that has no end,
    there is nothing."""
    context, waiting = get_context("fork"), iter(jobs)
    running: dict[Connection, ForkProcess] = {}
    found: list[Paid] = []
    with tqdm(total=len(jobs), desc="trial runs", mininterval=5) as progress:
        while True:
            for job in islice(waiting, processes - len(running)):
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_answer, args=(job, theirs))
                process.start()
                theirs.close()
                running[ours] = process
            if not running:
                return found
            for answers in wait([*running]):
                assert isinstance(answers, Connection)
                with suppress(EOFError):
                    found += answers.recv()
                running.pop(answers).join()
                answers.close()
                progress.update()


def _answer(job: _Job, answers: Connection) -> None:
    program, text, workloads, place = job
    signal.alarm(_SECONDS)
    calls = []
    for workload, seconds in workloads:
        found = audit(text, parse(workload), place)
        if found is not None:
            calls.append(Paid(program, seconds, found.total, found.costs))
    answers.send(calls)
