"""``python -m model_export projects`` and ``project-records``: checkouts -> units -> records."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer
from tqdm import tqdm

from model_export.corpus.collect import Journal, collect
from model_export.corpus.program import Program
from model_export.corpus.projects.found import as_row, from_row, read_units, write_units
from model_export.corpus.projects.looking import units_of
from model_export.corpus.projects.records import FILE, SEED, WORKLOADS, pack
from model_export.corpus.projects.table import PROJECTS, Project
from model_export.corpus.records import read, read_journal
from model_export.corpus.workers import local_workers
from perfcast.forecast.predictor import load
from perfcast.measure import Limits


def projects(
    checkouts: Annotated[Path, typer.Option(help="Folder of the projects' checkouts, each by its name.")],
    journal: Annotated[Path, typer.Option(help="Where finished projects are logged; an interrupted run goes on here.")],
    out: Annotated[Path, typer.Option(help="Parquet file that the units are written to, sources included.")],
    processes: Annotated[int, typer.Option(help="That share the projects.")] = os.cpu_count() or 1,
) -> None:
    """Sees what real projects call their units with. Checkouts that are missing are left out."""
    log = Journal(journal)
    waiting = [one for one in PROJECTS if (checkouts / one.name).is_dir() and one.repository not in log.done]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        looking = {pool.submit(_looked, checkouts.resolve() / one.name, one): one for one in waiting}
        for future in tqdm(as_completed(looking), total=len(looking), desc="projects"):
            log.append({"program": looking[future].repository, "units": future.result()})
    log.close()
    units = [from_row(row) for line in read_journal(journal) for row in line["units"]]
    write_units(out, units)
    typer.echo(f"{len(units)} units of {len({unit.problem for unit in units})} projects in {out}")


def project_records(
    units: Annotated[Path, typer.Option(help="Units that the command `projects` found.")],
    journal: Annotated[Path, typer.Option(help="Where finished units are logged; an interrupted run goes on here.")],
    out: Annotated[Path, typer.Option(help="Folder of the records.")],
    workers: Annotated[int, typer.Option(help="Measuring processes, one core each.")] = os.cpu_count() or 1,
    seconds: Annotated[float, typer.Option(help="Limit of one call of a unit.")] = 1.0,
    pack_only: Annotated[bool, typer.Option(help="Measure nothing; write what the journal holds.")] = False,
) -> None:
    """Measures units of projects in the sandbox, what figures rest on first, and writes their records."""
    found = read_units(units)
    if not pack_only:
        log = Journal(journal)
        with local_workers(workers, Limits(seconds=seconds)) as measuring:
            collect(sorted(found, key=_order), log, measuring, workloads=WORKLOADS, seed=SEED)
        log.close()
    before = read(out / FILE) if (out / FILE).exists() else []
    typer.echo(f"{pack(read_journal(journal), found, before, out)} records in {out / FILE}")


def _order(unit: Program) -> tuple[bool, bytes]:
    """Held-out projects first; else by chance, so that a run cut short holds some of each."""
    is_training = any(one.name == unit.problem and one.split == "train" for one in PROJECTS)
    return is_training, hashlib.sha256(unit.key.encode()).digest()


def _looked(folder: Path, project: Project) -> list[dict[str, Any]]:
    return [as_row(unit) for unit in units_of(folder, project, load())]
