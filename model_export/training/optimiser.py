"""AdamW whose state and master weights are fp32 while the model computes in bf16."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import torch
from torch import Tensor, nn

#: The part of all steps in which the learning rate rises, and of the peak that it comes down to.
_WARM_UP: Final = 0.05
_FLOOR: Final = 0.02


class MasterAdamW:
    """Updates fp32 copies and writes them back rounded, since steps are smaller than bf16's resolution."""

    def __init__(self, model: nn.Module, *, weight_decay: float, clip: float) -> None:
        self.parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self.masters = [parameter.detach().float().clone() for parameter in self.parameters]
        self.clip = clip
        matrices = [master for master in self.masters if master.dim() > 1]
        vectors = [master for master in self.masters if master.dim() <= 1]
        self.inner = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}],
            betas=(0.9, 0.98),
            fused=True,
        )

    def step(self, learning_rate: float, average: Callable[[list[Tensor]], None] | None = None) -> float:
        """One update from the gradients at hand, which it clears; returns their norm before clipping.

        Args:
            average: puts the mean over all processes in the gradients' place.
        """
        for master, parameter in zip(self.masters, self.parameters, strict=True):
            master.grad = None if parameter.grad is None else parameter.grad.float()
            parameter.grad = None
        if average is not None:
            average([master.grad for master in self.masters if master.grad is not None])
        norm = torch.nn.utils.clip_grad_norm_(self.masters, self.clip)
        for group in self.inner.param_groups:
            group["lr"] = learning_rate
        if torch.isfinite(norm):
            self.inner.step()
        with torch.no_grad():
            for master, parameter in zip(self.masters, self.parameters, strict=True):
                parameter.copy_(master)
        return float(norm)

    def state_dict(self) -> dict[str, Any]:
        return {"inner": self.inner.state_dict(), "masters": self.masters}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        self.inner.load_state_dict(state["inner"])
        with torch.no_grad():
            for master, parameter, saved in zip(self.masters, self.parameters, state["masters"], strict=True):
                master.copy_(saved)
                parameter.copy_(saved)

    def load_masters(self, model: nn.Module, state: Mapping[str, Tensor]) -> None:
        """Takes over weights by the names that `master_state` gives."""
        by_identity = {id(p): m for p, m in zip(self.parameters, self.masters, strict=True)}
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                by_identity[id(parameter)].copy_(state[name])
                parameter.copy_(state[name])

    def master_state(self, model: nn.Module) -> dict[str, Tensor]:
        """The model's state with the masters' precision."""
        by_identity = {id(p): m for p, m in zip(self.parameters, self.masters, strict=True)}
        return {name: by_identity[id(parameter)].clone() for name, parameter in model.named_parameters()}


def cosine(progress: float, peak: float) -> float:
    """The learning rate at `progress` in 0..1: linear warm-up, then a cosine down to a small part of the peak."""
    if progress < _WARM_UP:
        return peak * max(progress, 1e-3) / _WARM_UP
    phase = min(1.0, (progress - _WARM_UP) / (1 - _WARM_UP))
    return peak * (_FLOOR + (1 - _FLOOR) * 0.5 * (1 + math.cos(math.pi * phase)))
