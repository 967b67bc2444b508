"""``python -m model_export train``: records -> checkpoint."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Annotated

import torch
import typer
from tqdm import tqdm

from model_export.training.curve import draw
from model_export.training.dataset import Example, Labelled, example, name_pool
from model_export.training.labelled import read_labelled
from model_export.training.model import Shape
from model_export.training.processes import Processes
from model_export.training.train import Recipe, Run
from model_export.training.vocabulary import learn
from perfcast.rlm.vocabulary import Vocabulary


def train(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    run: Annotated[Path, typer.Option(help="Folder with the prior; a run that was stopped goes on from it.")],
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    journal: Annotated[
        Path | None, typer.Option(help="As of the command `trials`; what it lacks of the validation split is added.")
    ] = None,
    start_from: Annotated[
        Path | None,
        typer.Option(help="Folder of a run or of a bundle, whose vocabulary and weights this run starts with."),
    ] = None,
    answers: Annotated[
        Path | None, typer.Option(help="Folder of the command `answers`, to be learned from beside the labels.")
    ] = None,
    labels: Annotated[float, typer.Option(help="Share of the answered questions learned from their labels.")] = 0.5,
    epochs: Annotated[float, typer.Option(help="Passes over the training programs, at most.")] = 20,
    time_budget: Annotated[float | None, typer.Option(help="Seconds of training, at most.")] = None,
    vocabulary_size: Annotated[int, typer.Option(help="Tokens of the vocabulary.")] = 4096,
    width: Annotated[int, typer.Option(help="Width of the model.")] = 256,
    encoder_layers: Annotated[int, typer.Option()] = 4,
    decoder_layers: Annotated[int, typer.Option()] = 2,
    spellings: Annotated[int, typer.Option(help="Namings of each program, its own included.")] = 5,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(help="CPU threads.")] = torch.get_num_threads(),
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Trains the model on the training split."""
    torch.set_num_threads(threads)
    run.mkdir(parents=True, exist_ok=True)
    training, validation = read_labelled(records, data, sources, run, answers, units, journal)
    processes = Processes(device)
    with processes.first_goes_ahead():
        if start_from is not None and not (run / "vocabulary.json").exists():
            shutil.copy(start_from / "vocabulary.json", run)
        vocabulary = vocabulary_of(run, training, vocabulary_size)
    shape = Shape(len(vocabulary), width, width // 64, encoder_layers, decoder_layers, 4 * width)
    recipe = Recipe(epochs=epochs, seconds=time_budget, labels=labels, seed=seed)
    session = Run(run, shape, recipe, processes)
    if start_from is not None and session.steps == 0:
        if (run / "vocabulary.json").read_bytes() != (start_from / "vocabulary.json").read_bytes():
            raise typer.BadParameter(
                f"the vocabulary in {run} is not that of {start_from}, so its weights are of no use"
            )
        session.start_from(start_from)
    session.train(
        examples(training, vocabulary, spellings, seed, name_pool(training)),
        examples(validation, vocabulary, 1, seed, []),
    )
    if processes.is_first:
        draw(run / "log.csv", run / "loss.png")


def vocabulary_of(run: Path, training: list[Labelled], size: int) -> Vocabulary:
    """The run's vocabulary, learned on the training texts if the run has none yet."""
    path = run / "vocabulary.json"
    if not path.exists():
        learn((program.text for program in training), size).save(str(path))
    return Vocabulary.load(path)


def examples(
    programs: list[Labelled], vocabulary: Vocabulary, spellings: int, seed: int, pool: list[str]
) -> list[Example]:
    """The programs in token ids."""
    rng = random.Random(seed)
    return [example(p, vocabulary, rng, pool, spellings) for p in tqdm(programs, desc="encoding", mininterval=5)]
