"""``python -m model_export evaluate``: the bundle's figures on the committed records, and its card."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from model_export.evaluation.answers import answers_of
from model_export.evaluation.card import PICTURE, card
from model_export.evaluation.kernels import evaluate_kernels
from model_export.evaluation.pictures import draw
from model_export.evaluation.projects import ProjectReport, evaluate_projects
from model_export.evaluation.report import Report, evaluate
from model_export.evaluation.rivals import plain_rivals, tree_rivals
from model_export.evaluation.sample import read_sample, sample_of, write_sample
from model_export.export.seal import seal
from model_export.prior.trials import CALIBRATING, tried
from model_export.training.inputs import Corpora, Corpus
from perfcast.prior import KERNEL_METRICS, METRICS, Prior
from perfcast.rlm import RegressionModel, bundle
from perfcast.triton.ranking.learned import LearnedScorer

#: Beside the card: the same figures for tests.
FIGURES = "figures.json"
#: And some of the forecasts that they are of, see `model_export.evaluation.sample`.
SAMPLE = "sample.json"


def evaluate_bundle(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    journal: Annotated[
        Path | None, typer.Option(help="As of the command `trials`; what it lacks of what is held out is added.")
    ] = None,
    model: Annotated[Path, typer.Option(help="Folder of the bundle.")] = bundle.PACKAGED,
) -> None:
    """Rebuilds the tables of the model card from the records, and prints the card."""
    corpora = tried(Corpora.load(records, data, units), ["test"], journal, os.cpu_count() or 1, sampled=CALIBRATING)
    write_card(model, corpora, None)
    typer.echo((model / bundle.CARD).read_text())


def write_card(
    folder: Path, corpora: Corpora, int8_costs: Mapping[str, float] | None, *, of_kernels: bool = False
) -> None:
    """Evaluates a bundle and writes ``CARD.md`` with its picture and, for tests, ``figures.json`` and ``sample.json``
    beside it.

    Args:
        corpora: without units of projects, what the figures hold of them is kept.
        int8_costs: what quantisation costs; None keeps what the figures hold, since it needs the checkpoint.
        of_kernels: whether nothing else is other than it was: what is there of functions is kept.

    Raises:
        ValueError: what is to be kept is not there.
    """
    kept, kept_sample = folder / FIGURES, folder / SAMPLE
    before = json.loads(kept.read_text()) if kept.exists() else {}
    if kept_sample.exists():
        before["sample"] = read_sample(kept_sample)
    units = None if of_kernels else corpora.projects
    needed = {"int8": int8_costs is None, "projects": units is None, "report": of_kernels, "sample": of_kernels}
    missing = [name for name, is_kept in needed.items() if is_kept and name not in before]
    if missing:
        raise ValueError(f"{folder} has no {' nor '.join(missing)} to keep, and nothing was given to find them anew")
    model = RegressionModel.load(folder)
    prior = Prior(folder)
    report = Report(**before["report"]) if of_kernels else _of_functions(model, prior, corpora.functions, folder)
    kernels = evaluate_kernels(model, prior, LearnedScorer(folder), corpora.kernels)
    costs = before["int8"] if int8_costs is None else dict(int8_costs)
    projects = ProjectReport(**before["projects"]) if units is None else evaluate_projects(model, units)
    said = {"report": asdict(report), "kernels": asdict(kernels), "projects": asdict(projects), "int8": costs}
    kept.write_text(json.dumps(said, indent=1) + "\n")
    of_functions = before["sample"] if of_kernels else sample_of(model, corpora.functions, METRICS)
    write_sample(kept_sample, of_functions | sample_of(model, corpora.kernels, KERNEL_METRICS))
    text = card(report, kernels, projects, model.metadata, size=bundle_size(folder), quantisation=costs)
    (folder / bundle.CARD).write_text(text)
    seal(folder, folder)


def _of_functions(model: RegressionModel, prior: Prior, corpus: Corpus, folder: Path) -> Report:
    """And the picture of it."""
    answers = answers_of(model, prior, corpus)
    rivals = [*plain_rivals(corpus), *tree_rivals(corpus, prior, answers.guesses)]
    draw(answers, folder / PICTURE)
    return evaluate(answers, rivals, corpus)


def bundle_size(folder: Path) -> float:
    """Of all that is loaded, in MB."""
    return sum((folder / name).stat().st_size for name in (set(bundle.FILES) - {bundle.CARD})) / 1e6
