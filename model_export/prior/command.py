"""``python -m model_export prior``: records -> boosted trees and their guesses."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from model_export.corpus.projects.looking import ORIGIN as PROJECTS
from model_export.prior.files import (
    FOLDER,
    GUESSES,
    KERNEL_GUESSES,
    write_fold_graphs,
    write_graph,
    write_guesses,
    write_names,
)
from model_export.prior.fit import (
    COSTS,
    DOUBTS,
    DOUBTS_OF_LAUNCHES,
    ESTIMATES,
    LAUNCHES,
    LEAST_DOUBT,
    TIMES,
    Floats,
    TreeRecipe,
    fit,
    fit_without_folds,
    unseen_guesses,
)
from model_export.prior.table import features, kernel_features, log_costs
from model_export.prior.trials import make_trials, read_trials
from model_export.training.inputs import Corpus
from perfcast.prior import (
    KERNEL_METRICS,
    KERNEL_TIME,
    METRICS,
    FeatureMaker,
    corrected,
    counted,
    estimated,
    has_run,
    untried,
)
from perfcast.prior.syntax import common_names

#: One record in so many that trial runs tell of is learned from a second time, as one that they do not.
_UNTRIED = 2
#: How often a record of a project counts, of which there is one among seventy. On projects held out for calibration the
#: mean errors of memory and time were 0.713 and 0.805 without them, 0.686 and 0.757 counting five times among all
#: records, 0.678 and 0.766 fourteen times, 0.706 and 0.775 forty times.
_OF_PROJECTS = 5.0


def trials(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    journal: Annotated[Path, typer.Option(help="Where finished programs are logged; an interrupted run goes on here.")],
    split: Annotated[list[str], typer.Option(help="Whose records are tried; several may be named.")] = ["train"],  # noqa: B006
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    processes: Annotated[int, typer.Option(help="That share the programs.")] = os.cpu_count() or 1,
) -> None:
    """Makes the trial runs of records: of the training split for `prior`, of the others for what comes after it."""
    make_trials(_corpora(records, data, sources, units), split, journal, processes)


def _corpora(records: Path, data: Path, sources: Path | None, units: Path | None) -> list[Corpus]:
    return [
        Corpus.load(records, data, sources),
        *(() if units is None else (Corpus.of_projects(records, units),)),
    ]


def prior(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    run: Annotated[Path, typer.Option(help="Folder of the run that they are for.")],
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    journal: Annotated[Path | None, typer.Option(help="Trial runs that the command `trials` made.")] = None,
    names: Annotated[int, typer.Option(help="Functions, attributes and keywords whose use is looked at.")] = 320,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = os.cpu_count() or 1,
) -> None:
    """Fits boosted trees to the training records, guesses these records out of fold, and fits others to how far off
    the guesses are, which is guessed out of fold too."""
    corpora = _corpora(records, data, sources, units)
    rows = [row for corpus in corpora for row in corpus.split("train")]
    texts = {program: text for corpus in corpora for program, text in corpus.texts.items()}
    places = {program: place for corpus in corpora for program, place in corpus.places.items()}
    programs = sorted({row["program"] for row in rows})
    maker = FeatureMaker(common_names((texts[program] for program in programs), names))
    out = run / FOLDER
    out.mkdir(parents=True, exist_ok=True)
    write_names(out, maker.names)
    kept = None if journal is None else read_trials(journal, corpora)
    tried = features(maker, texts, rows, places=places, kept=kept, processes=threads)
    # Some records are met a second time as they look where no trial runs are made.
    guesses, doubts = np.empty((2, len(rows), len(METRICS)))
    for lot in _lots(tried):
        problems = [rows[index]["problem"] for index in lot.records]
        weights = np.array([_OF_PROJECTS if rows[index]["origin"] == PROJECTS else 1.0 for index in lot.records])
        base = counted(lot.table)
        for number, metric in enumerate(METRICS):
            targets = log_costs(metric, rows)[lot.records] - base[:, number]
            model = fit(lot.table, targets, lot.recipe, weights=weights, threads=threads)
            write_graph(out, metric, model, estimated=lot.estimated)
            models = fit_without_folds(lot.table, targets, problems, lot.recipe, weights=weights, threads=threads)
            unseen = unseen_guesses(models, lot.table, problems)
            guesses[lot.records[: lot.own], number] = (unseen + base[:, number])[: lot.own]
            misses = np.log2(np.abs(targets - unseen) + LEAST_DOUBT)
            doubting = fit(lot.table, misses, DOUBTS, weights=weights, threads=threads)
            write_graph(out, metric, doubting, estimated=lot.estimated, doubt=True)
            models = fit_without_folds(lot.table, misses, problems, DOUBTS, weights=weights, threads=threads)
            doubts[lot.records[: lot.own], number] = unseen_guesses(models, lot.table, problems)[: lot.own]
    for metric, found in zip(METRICS, guesses.T, strict=True):
        error = np.nanmedian(np.abs(found - log_costs(metric, rows)))
        typer.echo(f"{metric}: median error of guesses out of fold {error:.2f} binary orders of magnitude")
    write_guesses(out / GUESSES, rows, METRICS, 2.0**guesses, 2.0**doubts)


@dataclass(frozen=True)
class _Lot:
    """What the trees of one graph a metric are fitted to.

    Attributes:
        table: [rows, features].
        records: [rows], the index of each one's record.
        own: so many rows, the first ones, are of records that these trees guess; the others are met a second time.
        estimated: as of `perfcast.trees.graph_file`.
    """

    table: Floats
    records: npt.NDArray[np.intp]
    own: int
    recipe: TreeRecipe
    estimated: bool


def _lots(tried: Floats) -> tuple[_Lot, _Lot]:
    """Records that trial runs tell of, and those that they do not: [records, features], with trial runs."""
    ran = has_run(tried)
    told, left = np.flatnonzero(ran), np.flatnonzero(~ran)
    again = told[::_UNTRIED]
    estimated = np.concatenate([tried[left], untried(tried[again])])
    return (
        _Lot(tried[told], told, len(told), COSTS, estimated=False),
        _Lot(estimated, np.concatenate([left, again]), len(left), ESTIMATES, estimated=True),
    )


def kernel_prior(
    records: Annotated[Path, typer.Option(help="Folder of the records, with those of kernels in it.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    run: Annotated[Path, typer.Option(help="Folder of the run that they are for.")],
    threads: Annotated[int, typer.Option(help="CPU threads.")] = os.cpu_count() or 1,
) -> None:
    """As `prior`, of kernels: what launches take, and how far off that is."""
    corpus = Corpus.of_kernels(records, data)
    rows = corpus.split("train")
    out = run / FOLDER
    out.mkdir(parents=True, exist_ok=True)
    table = kernel_features(corpus.texts, rows)
    base = estimated(table)
    problems = [row["problem"] for row in rows]
    unseen, doubts = np.zeros_like(base), np.zeros_like(base)
    for number, metric in enumerate(KERNEL_METRICS):
        targets, recipe = log_costs(metric, rows) - base[:, number], TIMES if metric == KERNEL_TIME else LAUNCHES
        write_graph(out, metric, fit(table, targets, recipe, threads=threads))
        models = fit_without_folds(table, targets, problems, recipe, threads=threads)
        unseen[:, number] = unseen_guesses(models, table, problems)
        misses = np.log2(np.abs(targets - unseen[:, number]) + LEAST_DOUBT)
        write_graph(out, metric, fit(table, misses, DOUBTS_OF_LAUNCHES, threads=threads), doubt=True)
        doubting = fit_without_folds(table, misses, problems, DOUBTS_OF_LAUNCHES, threads=threads)
        doubts[:, number] = unseen_guesses(doubting, table, problems)
        if metric == KERNEL_TIME:
            write_fold_graphs(out, metric, models)
            write_fold_graphs(out, metric, doubting, doubt=True)
        error = np.nanmedian(np.abs(unseen[:, number] - targets))
        typer.echo(f"{metric}: median error of guesses out of fold {error:.2f} binary orders of magnitude")
    write_guesses(out / KERNEL_GUESSES, rows, KERNEL_METRICS, 2.0 ** corrected(base, unseen), 2.0**doubts)
