"""``python -m model_export evaluate``: the bundle's figures on the committed records, and its card."""

from __future__ import annotations

import json
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
from model_export.evaluation.report import evaluate
from model_export.evaluation.rivals import plain_rivals, tree_rivals
from model_export.evaluation.sample import sample_of, write_sample
from model_export.export.seal import seal
from model_export.training.inputs import Corpora
from perfcast.prior import KERNEL_METRICS, METRICS, Prior
from perfcast.rlm import RegressionModel, bundle
from perfcast.triton.learned import LearnedScorer

#: Beside the card: the same figures for tests.
FIGURES = "figures.json"
#: And some of the forecasts that they are of, see `model_export.evaluation.sample`.
SAMPLE = "sample.json"


def evaluate_bundle(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    model: Annotated[Path, typer.Option(help="Folder of the bundle.")] = bundle.PACKAGED,
) -> None:
    """Rebuilds the tables of the model card from the records, and prints the card."""
    write_card(model, Corpora.load(records, data, units), None)
    typer.echo((model / bundle.CARD).read_text())


def write_card(folder: Path, corpora: Corpora, int8_costs: Mapping[str, float] | None) -> None:
    """Evaluates a bundle and writes ``CARD.md`` with its picture and, for tests, ``figures.json`` and ``sample.json``
    beside it.

    Args:
        corpora: without units of projects, what the figures hold of them is kept.
        int8_costs: what quantisation costs; None keeps what the figures hold, since it needs the checkpoint.
    """
    corpus, projects = corpora.functions, corpora.projects
    kept = folder / FIGURES
    before = json.loads(kept.read_text()) if kept.exists() else {}
    if (int8_costs is None and "int8" not in before) or (projects is None and "projects" not in before):
        raise ValueError(f"{kept} has no figures of INT8 or of projects, and nothing was given to find them anew")
    model = RegressionModel.load(folder)
    prior = Prior(folder)
    answers = answers_of(model, prior, corpus)
    rivals = [*plain_rivals(corpus), *tree_rivals(corpus, folder, answers.guesses)]
    report = evaluate(answers, rivals, corpus)
    of_kernels = evaluate_kernels(model, prior, LearnedScorer(folder), corpora.kernels)
    draw(answers, folder / PICTURE)
    costs = before["int8"] if int8_costs is None else dict(int8_costs)
    of_projects = ProjectReport(**before["projects"]) if projects is None else evaluate_projects(model, projects)
    said = {
        "report": asdict(report),
        "kernels": asdict(of_kernels),
        "projects": asdict(of_projects),
        "int8": costs,
    }
    kept.write_text(json.dumps(said, indent=1) + "\n")
    some = sample_of(model, corpus, METRICS) | sample_of(model, corpora.kernels, KERNEL_METRICS)
    write_sample(folder / SAMPLE, some)
    text = card(report, of_kernels, of_projects, model.metadata, size=bundle_size(folder), quantisation=costs)
    (folder / bundle.CARD).write_text(text)
    seal(folder, folder)


def bundle_size(folder: Path) -> float:
    """Of all that is loaded, in MB."""
    return sum((folder / name).stat().st_size for name in (set(bundle.FILES) - {bundle.CARD})) / 1e6
