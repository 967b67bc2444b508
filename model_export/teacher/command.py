"""``python -m model_export teacher``: records and a pretrained T5Gemma -> a teacher."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import torch
import typer

from model_export.teacher.examples import examples
from model_export.teacher.finetune import Finetuning, Recipe
from model_export.teacher.t5gemma import T5GemmaNetwork
from model_export.training.curve import draw
from model_export.training.dataset import name_pool
from model_export.training.labelled import read_labelled
from model_export.training.processes import Processes
from perfcast.rlm.prompt import MAX_SOURCE


def teacher(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    run: Annotated[
        Path, typer.Option(help="Folder with the prior, not one of `train`; a stopped run goes on from it.")
    ],
    init: Annotated[str, typer.Option(help="T5Gemma to start from: a folder, or a name on the Hugging Face hub.")],
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    epochs: Annotated[float, typer.Option(help="Passes over the training programs, at most.")] = 3,
    time_budget: Annotated[float | None, typer.Option(help="Seconds of training, at most.")] = None,
    learning_rate: Annotated[float, typer.Option(help="At its peak.")] = 1e-4,
    batch: Annotated[int, typer.Option(help="Source tokens a batch and device.")] = 8192,
    accumulate: Annotated[int, typer.Option(help="Batches a step and device.")] = 1,
    source_tokens: Annotated[int, typer.Option(help="Tokens of a source that are read.")] = MAX_SOURCE,
    spellings: Annotated[int, typer.Option(help="Namings of each program, its own included.")] = 3,
    device: Annotated[str, typer.Option(help="cpu or cuda; several with `accelerate launch -m`.")] = "cpu",
    threads: Annotated[int, typer.Option(help="CPU threads.")] = torch.get_num_threads(),
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Fine-tunes T5Gemma on what `train` trains on."""
    if (run / "vocabulary.json").exists():
        raise typer.BadParameter(f"{run} is a run of `train`: a teacher needs a folder of its own with the same prior")
    torch.set_num_threads(threads)
    processes = Processes(device, mixed_precision="no" if device == "cpu" else "bf16", accumulate=accumulate)
    network = T5GemmaNetwork.load(init, source_tokens)
    training, validation = read_labelled(records, data, sources, run)
    recipe = Recipe(epochs=epochs, seconds=time_budget, tokens=batch, learning_rate=learning_rate, seed=seed)
    session = Finetuning(run, network, recipe, processes)
    tokens = network.vocabulary, network.source_tokens
    session.train(
        examples(training, *tokens, spellings, seed, name_pool(training)),
        examples(validation, *tokens, 1, seed, []),
    )
    if processes.is_first:
        draw(run / "log.csv", run / "loss.png")
