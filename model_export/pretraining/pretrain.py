"""The loop of pretraining: seeded, resumable, bounded by epochs or by time."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tqdm import tqdm

from model_export.pretraining.batches import Ids, batch, planned
from model_export.pretraining.objective import Batch, loss
from model_export.training.checkpoint import SavedRun
from model_export.training.model import Shape
from model_export.training.optimiser import cosine


@dataclass(frozen=True)
class Recipe:
    """What a run is made of, besides its texts.

    Attributes:
        epochs: passes over the training texts at most; the learning rate ends its course with them or with the time.
        seconds: time at most, resumed runs added up; None for no limit.
        tokens: of a batch's texts before their spans are dropped.
        validated: validation texts that are looked at; more would take longer than the steps between.
    """

    epochs: float = 1
    seconds: float | None = None
    tokens: int = 3072
    learning_rate: float = 1.5e-3
    weight_decay: float = 0.05
    clip: float = 1.0
    seed: int = 0
    validate_every: int = 500
    validated: int = 512
    save_every: int = 100


class Pretraining(SavedRun):
    """A run on texts; its whole state lies in one folder."""

    def __init__(self, folder: Path, shape: Shape, recipe: Recipe, device: torch.device) -> None:
        self.recipe = recipe
        # No dropout: few texts are seen more than once, and never with the same spans dropped.
        super().__init__(
            folder,
            shape,
            device,
            dropout=0.0,
            weight_decay=recipe.weight_decay,
            clip=recipe.clip,
            seed=recipe.seed,
        )

    def train(self, texts: Sequence[Ids], validation: Sequence[Ids]) -> None:
        """Trains to the end of the recipe; a run stopped before goes on where it was last saved."""
        recipe = self.recipe
        began = time.monotonic() - self.elapsed
        with tqdm(desc="pretraining", unit=" steps", initial=self.steps, mininterval=10) as bar:
            for drawn, progress in self._batches(texts, began):
                value = loss(self.model, drawn.to(self.device))
                value.backward()  # type: ignore[no-untyped-call]
                rate = cosine(progress, recipe.learning_rate)
                norm = self.optimiser.step(rate)
                self.count_batch(began)
                figures = self.figures(progress, rate, norm, value.item())
                if self.steps % recipe.validate_every == 0:
                    found = self.validate(validation)
                    self.keep_best(found)
                    figures["validation_loss"] = f"{found:.4f}"
                    bar.write(", ".join(f"{key} {value}" for key, value in figures.items()))
                self.log(figures)
                if self.steps % recipe.save_every == 0:
                    self.save()
                bar.update()
                bar.set_postfix(loss=figures["train_loss"], progress=f"{progress:.1%}", refresh=False)
        self.keep_best(self.validate(validation))
        self.save()

    @torch.no_grad()
    def validate(self, texts: Sequence[Ids]) -> float:
        """Mean loss over texts, every time with the same spans dropped."""
        self.model.eval()
        rng = random.Random(0)
        looked_at = texts[: self.recipe.validated]
        losses = [
            loss(self.model, batch((looked_at[position] for position in positions), rng).to(self.device)).item()
            for positions in planned(looked_at, rng, self.recipe.tokens)
        ]
        self.model.train()
        return sum(losses) / max(1, len(losses))

    def _batches(self, texts: Sequence[Ids], began: float) -> Iterator[tuple[Batch, float]]:
        """Batches from where the run stands, each with the progress through the recipe."""
        recipe = self.recipe
        while self.epochs < recipe.epochs:
            course = f"{recipe.seed}:{self.epochs}"
            batches = planned(texts, random.Random(course), recipe.tokens)
            for number in range(self.batches_in_epoch, len(batches)):
                through_epochs = (self.epochs + number / len(batches)) / recipe.epochs
                through_time = (time.monotonic() - began) / recipe.seconds if recipe.seconds else 0.0
                progress = max(through_epochs, through_time)
                if progress >= 1:
                    return
                # A batch has dice of its own, so that those done before need not be thrown again.
                rng = random.Random(f"{course}:{number}")
                yield batch((texts[position] for position in batches[number]), rng), progress
            self.epochs += 1
            self.batches_in_epoch = 0
