"""The training loop: seeded, resumable, bounded by epochs or by time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from tqdm import tqdm

from model_export.training.checkpoint import SavedRun
from model_export.training.course import Course
from model_export.training.dataset import Example
from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.objective import Batch, loss
from model_export.training.optimiser import cosine
from model_export.training.processes import Processes
from model_export.training.shipped import read_bundle
from perfcast.rlm import bundle


@dataclass(frozen=True)
class Recipe(Course):
    """What a run is made of, besides its data; it is saved every so many steps."""

    learning_rate: float = 1.5e-3
    weight_decay: float = 0.05
    clip: float = 1.0
    dropout: float = 0.1
    validate_every: int = 250
    save_every: int = 100


#: A network and a batch -> what is to become less, a scalar.
Objective = Callable[[RegressionLanguageModel, Batch], Tensor]


class Run(SavedRun):
    """A training run on examples; its whole state lies in one folder.

    Of several processes each takes its share of the batches, and one writes.
    """

    def __init__(
        self,
        folder: Path,
        shape: Shape,
        recipe: Recipe,
        processes: Processes,
        objective: Objective = loss,
    ) -> None:
        self.recipe, self.processes, self.objective = recipe, processes, objective
        super().__init__(
            folder,
            shape,
            processes.device,
            dropout=recipe.dropout,
            weight_decay=recipe.weight_decay,
            clip=recipe.clip,
            seed=recipe.seed,
        )

    def start_from(self, folder: Path) -> None:
        """Takes over the weights of another run or of a bundle of the same shape, and nothing of its course.

        Raises:
            ValueError: the shape is another, or a bundle's graphs lack a weight.
        """
        is_bundle = (folder / bundle.MANIFEST).exists()
        shape, weights = read_bundle(folder) if is_bundle else load_weights(folder / "best.pt")
        if shape != self.shape:
            raise ValueError(f"{folder} has a model of another shape: {shape}")
        self.optimiser.load_masters(self.model, weights)

    def train(self, examples: Sequence[Example], validation: Sequence[Example]) -> None:
        """Trains to the end of the recipe; a run stopped before goes on where it was last saved."""
        recipe = self.recipe
        is_first = self.processes.is_first
        began = time.monotonic() - self.elapsed
        with tqdm(desc="training", unit=" steps", initial=self.steps, mininterval=10, disable=not is_first) as bar:
            for batch, progress in recipe.batches(self, examples, self.processes, began):
                value = self.objective(self.model, batch.to(self.device))
                value.backward()  # type: ignore[no-untyped-call]
                rate = cosine(progress, recipe.learning_rate)
                norm = self.optimiser.step(rate, self.processes.average)
                self.count_batch(began)
                if not is_first:
                    continue
                figures = self.figures(progress, rate, norm, value.item())
                if self.steps % recipe.validate_every == 0:
                    figures["validation_loss"] = f"{self._keep_best(validation):.4f}"
                    bar.write(", ".join(f"{key} {value}" for key, value in figures.items()))
                self.log(figures)
                if self.steps % recipe.save_every == 0:
                    self.save()
                bar.update()
                bar.set_postfix(loss=figures["train_loss"], progress=f"{progress:.1%}", refresh=False)
        if is_first:
            self._keep_best(validation)
            self.save()

    @torch.no_grad()
    def validate(self, examples: Sequence[Example]) -> float:
        """Mean loss over examples under their own names."""
        self.model.eval()
        batches = self.recipe.under_own_names(examples)
        losses = [self.objective(self.model, batch.to(self.device)).item() for batch in batches]
        self.model.train()
        return sum(losses) / max(1, len(losses))

    def _keep_best(self, validation: Sequence[Example]) -> float:
        """The validation loss; the weights are kept when it is the least so far."""
        found = self.validate(validation)
        self.keep_best(found)
        return found


def load_weights(checkpoint: Path) -> tuple[Shape, dict[str, Any]]:
    """Shape and fp32 weights of a checkpoint."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    return Shape(**state["shape"]), state["weights"]


def load_model(checkpoint: Path) -> RegressionLanguageModel:
    """The model of a checkpoint in fp32, ready to be run."""
    shape, weights = load_weights(checkpoint)
    model = RegressionLanguageModel(shape)
    model.load_state_dict(weights)
    return model.eval()
