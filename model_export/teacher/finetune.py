"""Fine-tuning: seeded, resumable, bounded by epochs or by time, on one device or on several.

`accelerate` runs a process a device, each with batches of its own; the processes agree on progress and so on the
learning rate and the end. The first one alone writes files.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import broadcast
from tqdm import tqdm

from model_export.teacher.folders import recover_folder, replace_folder
from model_export.teacher.rows import Rows, rows_of, summed_loss
from model_export.teacher.t5gemma import T5GemmaNetwork
from model_export.training.batches import epoch
from model_export.training.checkpoint import add_line
from model_export.training.dataset import Example
from model_export.training.objective import Batch
from model_export.training.optimiser import cosine

#: In the folder of a run: the network of the least validation loss, as `T5GemmaNetwork.save` leaves it.
BEST = "best"
CHECKPOINT = "checkpoint.pt"


@dataclass(frozen=True)
class Recipe:
    """What a run is made of, besides its data.

    Attributes:
        epochs: passes over the training programs at most; the learning rate ends its course with them or with the time.
        seconds: time at most, resumed runs added up; None for no limit.
        tokens: source tokens a batch and process, padding included.
        group: workloads a program and batch.
        auxiliary: metrics asked besides those that users are shown.
        validate_every: in steps.
        save_every: in seconds.
    """

    epochs: float = 3
    seconds: float | None = None
    tokens: int = 8192
    group: int = 4
    auxiliary: int = 1
    learning_rate: float = 1e-4
    weight_decay: float = 0.01
    clip: float = 1.0
    seed: int = 0
    validate_every: int = 250
    save_every: float = 300


class Finetuning:
    """A run whose whole state lies in one folder.

    `checkpoint.pt` is where it goes on, `best` the network of the least validation loss, `log.csv` its figures.
    """

    def __init__(self, folder: Path, network: T5GemmaNetwork, recipe: Recipe, accelerator: Accelerator) -> None:
        self.folder, self.recipe, self.accelerator = folder, recipe, accelerator
        self.steps = 0
        self.epochs = 0
        #: Of an epoch, batches that each process has had.
        self.rounds = 0
        self.elapsed = 0.0
        self.best = float("inf")
        torch.manual_seed(recipe.seed)
        folder.mkdir(parents=True, exist_ok=True)
        if accelerator.is_main_process:
            recover_folder(folder / BEST)
        self.inner = network.to(accelerator.device)
        if accelerator.device.type == "cuda":
            self.inner.model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        optimiser = torch.optim.AdamW(
            network.parameters(), lr=recipe.learning_rate, betas=(0.9, 0.98), weight_decay=recipe.weight_decay
        )
        if (folder / CHECKPOINT).exists():
            self._resume(optimiser)
        self.network, self.optimiser = accelerator.prepare(self.inner, optimiser)

    def train(self, examples: Sequence[Example], validation: Sequence[Example]) -> None:
        """Trains to the end of the recipe; a run stopped before goes on where it was last saved."""
        recipe, accelerator = self.recipe, self.accelerator
        is_first = accelerator.is_main_process
        began = time.monotonic() - self.elapsed
        saved = time.monotonic()
        self.network.train()
        with tqdm(desc="fine-tuning", unit=" steps", initial=self.steps, mininterval=10, disable=not is_first) as bar:
            for batch, progress in self._batches(examples, began):
                rate = cosine(progress, recipe.learning_rate)
                with accelerator.accumulate(self.network):
                    value, norm = self._learn(rows_of(batch, self.inner.vocabulary).to(accelerator.device), rate)
                self.rounds += 1
                self.elapsed = time.monotonic() - began
                if norm is None:
                    continue
                self.steps += 1
                figures: dict[str, float | str] = {
                    "step": self.steps,
                    "epoch": self.epochs,
                    "seconds": round(self.elapsed),
                    "progress": round(progress, 4),
                    "learning_rate": f"{rate:.3g}",
                    "norm": f"{norm:.3g}",
                    "train_loss": f"{accelerator.gather(value.detach()).mean().item():.4f}",
                    "validation_loss": "",
                }
                if self.steps % recipe.validate_every == 0:
                    figures["validation_loss"] = f"{self._keep_best(validation):.4f}"
                    bar.write(", ".join(f"{key} {value}" for key, value in figures.items()))
                if is_first:
                    add_line(self.folder / "log.csv", figures)
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
        accelerator, recipe = self.accelerator, self.recipe
        self.network.eval()
        own = [Example(e.sources[:1], e.contexts[:1], e.targets, e.present) for e in examples]
        batches = epoch(own, random.Random(0), tokens=recipe.tokens, group=recipe.group, auxiliary=0)
        total = torch.zeros(2, device=accelerator.device)
        for batch in islice(batches, accelerator.process_index, None, accelerator.num_processes):
            rows = rows_of(batch, self.inner.vocabulary).to(accelerator.device)
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
        self.accelerator.backward(value)
        if not self.accelerator.sync_gradients:
            return value, None
        norm = self.accelerator.clip_grad_norm_(self.network.parameters(), self.recipe.clip)
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
            if self.accelerator.is_main_process:
                replace_folder(self.folder / BEST, self.inner.save)
        return found

    def _save(self) -> None:
        """Writes the checkpoint, complete or not at all."""
        state = {
            "weights": self.inner.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "epochs": self.epochs,
            "rounds": self.rounds,
            "elapsed": self.elapsed,
            "best": self.best,
        }
        partial = self.folder / "checkpoint.partial"
        torch.save(state, partial)
        partial.replace(self.folder / CHECKPOINT)

    def _resume(self, optimiser: torch.optim.Optimizer) -> None:
        state = torch.load(self.folder / CHECKPOINT, map_location="cpu", weights_only=True)
        self.inner.load_state_dict(state["weights"])
        optimiser.load_state_dict(state["optimiser"])
        self.steps, self.epochs, self.rounds = state["steps"], state["epochs"], state["rounds"]
        self.elapsed, self.best = state["elapsed"], state["best"]

    def _batches(self, examples: Sequence[Example], began: float) -> Iterator[tuple[Batch, float]]:
        """This process's batches from where the run stands, each with the progress through the recipe."""
        recipe, processes = self.recipe, self.accelerator.num_processes
        total = sum(item.lengths[0] for item in examples)
        while self.epochs < recipe.epochs:
            rng = random.Random(f"{recipe.seed}:{self.epochs}")
            batches = epoch(examples, rng, tokens=recipe.tokens, group=recipe.group, auxiliary=recipe.auxiliary)
            # As many batches for every process: what is left at the end of an epoch is dropped.
            for number, together in enumerate(zip(*[batches] * processes, strict=False)):
                if number < self.rounds:
                    continue
                share = min(0.999, number * processes * recipe.tokens / max(1, total))
                through_time = (time.monotonic() - began) / recipe.seconds if recipe.seconds else 0.0
                progress = self._agreed(max((self.epochs + share) / recipe.epochs, through_time))
                if progress >= 1:
                    return
                yield together[self.accelerator.process_index], progress
            self.epochs += 1
            self.rounds = 0

    def _agreed(self, progress: float) -> float:
        """What the first process says: clocks differ, and the learning rate must not."""
        return float(broadcast(torch.tensor([progress], device=self.accelerator.device)).item())
