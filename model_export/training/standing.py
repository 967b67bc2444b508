"""Where a run stands that may be stopped at any time, and the table of what it went through."""

from __future__ import annotations

import csv
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import torch

_KEPT: Final = ("steps", "epochs", "batches_in_epoch", "elapsed", "best")


class Standing:
    """A run whose whole state lies in one folder.

    `checkpoint.pt` is where it goes on, `log.csv` its figures.

    Attributes:
        batches_in_epoch: done of the epoch that the run is in, by each process.
        elapsed: seconds of training, resumed runs added up.
        best: the least validation loss so far.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.steps = 0
        self.epochs = 0
        self.batches_in_epoch = 0
        self.elapsed = 0.0
        self.best = float("inf")

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def standing(self) -> dict[str, Any]:
        """What a checkpoint holds beside weights and the optimiser's state."""
        return {name: getattr(self, name) for name in _KEPT}

    def take_up(self, state: Mapping[str, Any]) -> None:
        """Goes on from what `standing` said."""
        for name in _KEPT:
            setattr(self, name, state[name])

    def count_batch(self, began: float, *, is_step: bool = True) -> None:
        """Counts a batch done; `began` is when the run would have begun without stops, by the monotonic clock."""
        self.steps += is_step
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
        """Adds a line to ``log.csv``, with a head where the table is new."""
        path = self.folder / "log.csv"
        is_new = not path.exists()
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, list(figures))
            if is_new:
                writer.writeheader()
            writer.writerow(figures)

    def write(self, state: dict[str, Any], path: Path) -> None:
        """Writes a file of the folder, complete or not at all."""
        partial = path.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(path)
