"""``python -m model_export pretrain``: installed Python code -> weights to start training from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from tqdm import tqdm

from model_export.pretraining.batches import Ids
from model_export.pretraining.pretrain import Pretraining, Recipe
from model_export.pretraining.texts import split, training_texts
from model_export.training.curve import draw
from model_export.training.model import Shape
from model_export.training.vocabulary import learn
from perfcast.rlm.vocabulary import Vocabulary

#: Texts that a vocabulary is learned on, at most; more change it little and take long.
_LEARNED_ON = 40_000
#: Texts that are encoded at once.
_TOGETHER = 1000


def pretrain(
    data: Annotated[Path, typer.Option(help="Folder with reserved.json.")],
    run: Annotated[Path, typer.Option(help="Folder of the run; one that was stopped goes on from it.")],
    epochs: Annotated[float, typer.Option(help="Passes over the texts, at most.")] = 1,
    time_budget: Annotated[float | None, typer.Option(help="Seconds of training, at most.")] = None,
    vocabulary_size: Annotated[int, typer.Option(help="Tokens of the vocabulary.")] = 4096,
    width: Annotated[int, typer.Option(help="Width of the model.")] = 256,
    encoder_layers: Annotated[int, typer.Option()] = 4,
    decoder_layers: Annotated[int, typer.Option()] = 2,
    tokens: Annotated[int, typer.Option(help="Tokens of a batch.")] = Recipe.tokens,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(help="CPU threads.")] = torch.get_num_threads(),
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Pretrains the model to fill gaps in the Python code of the standard library and of installed packages.

    `train --start-from` takes over the vocabulary and the weights.
    """
    torch.set_num_threads(threads)
    run.mkdir(parents=True, exist_ok=True)
    training, validation = split(training_texts(run / "texts.parquet", data / "reserved.json", threads))
    vocabulary = vocabulary_of(run, training, vocabulary_size)
    shape = Shape(len(vocabulary), width, width // 64, encoder_layers, decoder_layers, 4 * width)
    recipe = Recipe(epochs=epochs, seconds=time_budget, tokens=tokens, seed=seed)
    session = Pretraining(run, shape, recipe, torch.device(device))
    session.train(encoded(training, vocabulary), encoded(validation, vocabulary))
    draw(run / "log.csv", run / "loss.png", "token of the gaps")


def vocabulary_of(run: Path, texts: list[str], size: int) -> Vocabulary:
    """The run's vocabulary, learned on texts from all over if the run has none yet."""
    path = run / "vocabulary.json"
    if not path.exists():
        learn(texts[:: len(texts) // _LEARNED_ON + 1], size).save(str(path))
    return Vocabulary.load(path)


def encoded(texts: list[str], vocabulary: Vocabulary) -> list[Ids]:
    """The texts in token ids."""
    starts = tqdm(range(0, len(texts), _TOGETHER), desc="encoding", mininterval=5)
    return [
        np.array(ids, dtype=np.int32)
        for start in starts
        for ids in vocabulary.encode_batch(texts[start : start + _TOGETHER])
    ]
