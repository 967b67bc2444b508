"""``python -m model_export bundle``: checkpoint -> calibrated, evaluated, sealed bundle."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from model_export.evaluation import forecasts
from model_export.evaluation.command import write_card
from model_export.evaluation.figures import spearman
from model_export.export.assemble import assemble
from model_export.export.calibrating import calibrate
from model_export.export.check import TOLERANCE, largest_difference
from model_export.export.devices import devices_of, kernel_devices
from model_export.export.graphs import export_graphs
from model_export.export.seal import seal
from model_export.prior.files import FOLDER, guessed, key_of
from model_export.prior.trials import HELD_OUT, tried
from model_export.training.inputs import Corpora, Corpus
from model_export.training.train import load_model
from perfcast.prior import METRICS, Prior
from perfcast.rlm import RegressionModel, bundle
from perfcast.rlm.prompt import MAX_SOURCE, context_ids, question_ids
from perfcast.rlm.vocabulary import Vocabulary
from perfcast.workload import parse

_TRIALS = 12


def bundle_model(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    run: Annotated[Path, typer.Option(help="Folder of the checkpoint and its vocabulary.")],
    version: Annotated[str, typer.Option(help="Version of the model.")],
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    journal: Annotated[
        Path | None, typer.Option(help="As of the command `trials`; what it lacks of what is held out is added.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the bundle.")] = bundle.PACKAGED,
) -> None:
    """Exports, checks, quantises, calibrates and evaluates the model of a run."""
    corpora = tried(Corpora.load(records, data, units), HELD_OUT, journal, os.cpu_count() or 1)
    corpus = corpora.functions
    model = {
        "name": "perfcast-rlm",
        "version": version,
        "devices": devices_of(corpus, METRICS),
        "metrics": list(METRICS),
        "kernel_devices": kernel_devices(records, corpora.kernels),
    }
    with tempfile.TemporaryDirectory() as scratch:
        exact, small = Path(scratch) / "exact", Path(scratch) / "small"
        network = load_model(run / "best.pt")
        graphs = export_graphs(network, Path(scratch) / "graphs")
        difference = largest_difference(network, Path(scratch) / "graphs", *_trials(corpus, run))
        if difference > TOLERANCE:
            raise typer.BadParameter(f"ONNX differs from PyTorch by {difference:.2g}, more than {TOLERANCE:.0e}")
        assemble(run, network, graphs, exact, model, int8=False)
        assemble(run, network, graphs, small, model)
        costs = {"ONNX fp32 against PyTorch, largest difference": difference} | int8_costs(exact, small, corpus)
        calibrate(small, corpora, trees=run / FOLDER)
        seal(small, out)
    write_card(out, corpora, costs)
    typer.echo((out / bundle.CARD).read_text())


def _trials(corpus: Corpus, run: Path) -> tuple[list[list[int]], list[list[int]]]:
    """Sources and prompts in token ids, of records as they come."""
    vocabulary = Vocabulary.load(run / "vocabulary.json")
    rows = corpus.split("validation")[:: max(1, len(corpus.split("validation")) // _TRIALS)][:_TRIALS]
    sources = [vocabulary.encode(corpus.texts[row["program"]])[:MAX_SOURCE] for row in rows]
    guesses = guessed(Prior(run / FOLDER), corpus.texts, rows, trials=corpus.trials)
    prompts = [
        [
            *context_ids(parse(row["workload"]), guesses[key_of(row)], row["device"], vocabulary),
            *question_ids("peak_memory"),
        ]
        for row in rows
    ]
    return sources, prompts


def int8_costs(exact: Path, small: Path, corpus: Corpus) -> dict[str, float]:
    """What quantisation changes on the validation records."""
    rows = corpus.split("validation")
    answers = [
        forecasts.quantiles(RegressionModel.load(folder), corpus, rows, METRICS, (0.5,))[:, :, 0]
        for folder in (exact, small)
    ]
    costs: dict[str, float] = {}
    for number, metric in enumerate(METRICS):
        kept = [index for index, row in enumerate(rows) if row[metric] is not None]
        true = np.array([rows[index][metric] for index in kept], dtype=np.float64)
        before, after = answers[0][number, kept], answers[1][number, kept]
        costs[f"{metric}: Spearman fp32"] = spearman(true, before)
        costs[f"{metric}: Spearman INT8"] = spearman(true, after)
        moved = np.abs(np.log2(np.maximum(after, 1e-12) / np.maximum(before, 1e-12)))
        costs[f"{metric}: median of abs log2(INT8 / fp32)"] = float(np.median(moved))
    return costs
