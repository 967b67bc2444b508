"""A run of our own network, saved so that one stopped at any time goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch

from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.optimiser import MasterAdamW
from model_export.training.standing import Standing

#: What a processor has that multiplies matrices in bf16, by the names that torch gives.
_OF_BF16: Final = ("amx_bf16", "avx512_bf16")


class SavedRun(Standing):
    """A model in training; `best.pt` in its folder are the weights of the least validation loss.

    Attributes:
        model: computes in bf16 where that is fast; the optimiser holds its weights in fp32.
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
        super().__init__(folder)
        self.shape, self.device = shape, device
        torch.manual_seed(seed)
        self.model = RegressionLanguageModel(shape, dropout)
        optimiser_model = self.model.to(device)
        self.optimiser = MasterAdamW(optimiser_model, weight_decay=weight_decay, clip=clip)
        self.model.to(computed_in(device))
        self.optimiser.parameters = [p for p in self.model.parameters() if p.requires_grad]
        if self.checkpoint.exists():
            self._resume()

    def save(self) -> None:
        """Writes the checkpoint."""
        state = {
            "shape": self.shape.as_dict(),
            "weights": self.optimiser.master_state(self.model),
            "optimiser": self.optimiser.state_dict(),
        }
        self.write(state | self.standing(), self.checkpoint)

    def keep_best(self, validation_loss: float) -> None:
        """Keeps the weights when the validation loss is the least so far."""
        if validation_loss < self.best:
            self.best = validation_loss
            state = {"shape": self.shape.as_dict(), "weights": self.optimiser.master_state(self.model)}
            self.write(state, self.folder / "best.pt")

    def _resume(self) -> None:
        state = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        self.optimiser.load_state_dict(state["optimiser"])
        self.take_up(state)


def computed_in(device: torch.device) -> torch.dtype:
    """bf16, but fp32 on processors without it, where products in bf16 take some twenty times as long."""
    has_bf16 = device.type != "cpu" or any(torch.cpu.get_capabilities().get(name) for name in _OF_BF16)
    return torch.bfloat16 if has_bf16 else torch.float32
