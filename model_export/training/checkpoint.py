"""What every training loop keeps in its folder, so that a run stopped at any time goes on."""

from __future__ import annotations

import csv
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.optimiser import MasterAdamW


class SavedRun:
    """A model in training whose whole state lies in one folder.

    `checkpoint.pt` is where it goes on, `best.pt` the weights of the least validation loss, `log.csv` its figures.

    Attributes:
        model: computes in bf16; the optimiser holds its weights in fp32.
        batches_in_epoch: done of the epoch that the run is in.
        elapsed: seconds of training, resumed runs added up.
        best: the least validation loss so far.
    """

    def __init__(
        self,
        folder: Path,
        shape: Shape,
        device: torch.device,
        *,
        dropout: float,
        weight_decay: float,
        clip: float,
        seed: int,
    ) -> None:
        self.folder, self.shape, self.device = folder, shape, device
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(seed)
        self.model = RegressionLanguageModel(shape, dropout)
        optimiser_model = self.model.to(device)
        self.optimiser = MasterAdamW(optimiser_model, weight_decay=weight_decay, clip=clip)
        self.model.to(torch.bfloat16)
        self.optimiser.parameters = [p for p in self.model.parameters() if p.requires_grad]
        self.steps = 0
        self.epochs = 0
        self.batches_in_epoch = 0
        self.elapsed = 0.0
        self.best = float("inf")
        if (folder / "checkpoint.pt").exists():
            self._resume()

    def save(self) -> None:
        """Writes the checkpoint, complete or not at all."""
        state = {
            "shape": self.shape.as_dict(),
            "weights": self.optimiser.master_state(self.model),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "epochs": self.epochs,
            "batches_in_epoch": self.batches_in_epoch,
            "elapsed": self.elapsed,
            "best": self.best,
        }
        self._write(state, "checkpoint")

    def keep_best(self, validation_loss: float) -> None:
        """Keeps the weights when the validation loss is the least so far."""
        if validation_loss < self.best:
            self.best = validation_loss
            self._write({"shape": self.shape.as_dict(), "weights": self.optimiser.master_state(self.model)}, "best")

    def count_step(self, began: float) -> None:
        """Counts a step done; `began` is when the run would have begun without stops, by the monotonic clock."""
        self.steps += 1
        self.batches_in_epoch += 1
        self.elapsed = time.monotonic() - began

    def figures(self, progress: float, rate: float, norm: float, train_loss: float) -> dict[str, float | str]:
        """A step's line of ``log.csv``; the validation loss is left to be filled in."""
        return {
            "step": self.steps,
            "epoch": self.epochs,
            "seconds": round(self.elapsed),
            "progress": round(progress, 4),
            "learning_rate": f"{rate:.3g}",
            "norm": f"{norm:.3g}",
            "train_loss": f"{train_loss:.4f}",
            "validation_loss": "",
        }

    def log(self, figures: dict[str, float | str]) -> None:
        """Adds a line to ``log.csv``."""
        add_line(self.folder / "log.csv", figures)

    def _write(self, state: dict[str, Any], name: str) -> None:
        partial = self.folder / f"{name}.partial"
        torch.save(state, partial)
        partial.replace(self.folder / f"{name}.pt")

    def _resume(self) -> None:
        state = torch.load(self.folder / "checkpoint.pt", map_location=self.device, weights_only=True)
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.epochs = state["steps"], state["epochs"]
        self.batches_in_epoch, self.elapsed = state["batches_in_epoch"], state["elapsed"]
        self.best = state["best"]


def add_line(path: Path, figures: Mapping[str, float | str]) -> None:
    """Adds a line to a table, with a head where the table is new."""
    is_new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, list(figures))
        if is_new:
            writer.writeheader()
        writer.writerow(figures)
