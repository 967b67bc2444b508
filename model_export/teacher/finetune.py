"""Fine-tuning: seeded, resumable, bounded by epochs or by time, on one device or on several.

`accelerate` runs a process a device, each with batches of its own; the processes agree on progress and so on the
learning rate and the end. The first one alone writes files.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import torch
from tqdm import tqdm

from model_export.teacher.folders import recover_folder, replace_folder
from model_export.teacher.rows import Rows, rows_of, summed_loss
from model_export.teacher.t5gemma import T5GemmaNetwork
from model_export.training.course import Course
from model_export.training.dataset import Example
from model_export.training.optimiser import cosine
from model_export.training.processes import Processes
from model_export.training.standing import Standing

#: In the folder of a run: the network of the least validation loss, as `T5GemmaNetwork.save` leaves it.
BEST = "best"


@dataclass(frozen=True)
class Recipe(Course):
    """What a run is made of, besides its data; it is saved every so many seconds."""

    epochs: float = 3
    tokens: int = 8192
    learning_rate: float = 1e-4
    weight_decay: float = 0.01
    clip: float = 1.0
    validate_every: int = 250
    save_every: float = 300


class Finetuning(Standing):
    """A network in training; `best` in its folder is the one of the least validation loss."""

    def __init__(self, folder: Path, network: T5GemmaNetwork, recipe: Recipe, processes: Processes) -> None:
        super().__init__(folder)
        self.recipe, self.processes = recipe, processes
        torch.manual_seed(recipe.seed)
        if processes.is_first:
            recover_folder(folder / BEST)
        self.inner = network.to(processes.device)
        if processes.device.type == "cuda":
            self.inner.model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        optimiser = torch.optim.AdamW(
            network.parameters(), lr=recipe.learning_rate, betas=(0.9, 0.98), weight_decay=recipe.weight_decay
        )
        if self.checkpoint.exists():
            self._resume(optimiser)
        self.network, self.optimiser = processes.accelerator.prepare(self.inner, optimiser)

    def train(self, examples: Sequence[Example], validation: Sequence[Example]) -> None:
        """Trains to the end of the recipe; a run stopped before goes on where it was last saved."""
        recipe, accelerator = self.recipe, self.processes.accelerator
        is_first = self.processes.is_first
        began = time.monotonic() - self.elapsed
        saved = time.monotonic()
        self.network.train()
        with tqdm(desc="fine-tuning", unit=" steps", initial=self.steps, mininterval=10, disable=not is_first) as bar:
            for batch, progress in recipe.batches(self, examples, self.processes, began):
                rate = cosine(progress, recipe.learning_rate)
                with accelerator.accumulate(self.network):
                    value, norm = self._learn(rows_of(batch, self.inner.vocabulary).to(self.processes.device), rate)
                self.count_batch(began, is_step=norm is not None)
                if norm is None:
                    continue
                figures = self.figures(progress, rate, norm, accelerator.gather(value.detach()).mean().item())
                if self.steps % recipe.validate_every == 0:
                    figures["validation_loss"] = f"{self._keep_best(validation):.4f}"
                    bar.write(", ".join(f"{key} {value}" for key, value in figures.items()))
                if is_first:
                    self.log(figures)
                    if time.monotonic() - saved >= recipe.save_every:
                        self._save()
                        saved = time.monotonic()
                bar.update()
                bar.set_postfix(loss=figures["train_loss"], progress=f"{progress:.1%}", refresh=False)
        self._keep_best(validation)
        if is_first:
            self._save()
        accelerator.wait_for_everyone()

    @torch.no_grad()
    def validate(self, examples: Sequence[Example]) -> float:
        """Mean loss over examples under their own names."""
        processes, accelerator = self.processes, self.processes.accelerator
        self.network.eval()
        total = torch.zeros(2, device=processes.device)
        for batch in islice(self.recipe.under_own_names(examples), processes.number, None, processes.count):
            rows = rows_of(batch, self.inner.vocabulary).to(processes.device)
            # Not the prepared network, whose processes wait for each other, while some have fewer batches.
            with accelerator.autocast():
                logits = self.inner(rows)
            total += torch.stack(summed_loss(logits, rows))
        self.network.train()
        losses, weights = accelerator.reduce(total, "sum").tolist()
        return float(losses / max(weights, 1e-6))

    def _learn(self, rows: Rows, rate: float) -> tuple[torch.Tensor, float | None]:
        """The loss of a batch; and the gradients' norm before clipping, if the weights were updated by now."""
        losses, weights = summed_loss(self.network(rows), rows)
        value = losses / weights.clamp_min(1e-6)
        accelerator = self.processes.accelerator
        accelerator.backward(value)
        if not accelerator.sync_gradients:
            return value, None
        norm = accelerator.clip_grad_norm_(self.network.parameters(), self.recipe.clip)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        if torch.isfinite(norm):
            self.optimiser.step()
        self.optimiser.zero_grad()
        return value, float(norm)

    def _keep_best(self, validation: Sequence[Example]) -> float:
        """The validation loss; the network is kept when it is the least so far."""
        found = self.validate(validation)
        if found < self.best:
            self.best = found
            if self.processes.is_first:
                replace_folder(self.folder / BEST, self.inner.save)
        return found

    def _save(self) -> None:
        """Writes the checkpoint."""
        state = {"weights": self.inner.state_dict(), "optimiser": self.optimiser.state_dict()}
        self.write(state | self.standing(), self.checkpoint)

    def _resume(self, optimiser: torch.optim.Optimizer) -> None:
        state = torch.load(self.checkpoint, map_location="cpu", weights_only=True)
        self.inner.load_state_dict(state["weights"])
        optimiser.load_state_dict(state["optimiser"])
        self.take_up(state)
