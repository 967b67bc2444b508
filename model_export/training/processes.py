"""The processes that train one model together, one a GPU, as `accelerate launch -m model_export train` starts them."""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar

import torch
from accelerate import Accelerator
from accelerate.utils import broadcast
from torch import Tensor

Item = TypeVar("Item")


class Processes:
    """This process among those of its run; the only one where nothing else was said.

    Attributes:
        accelerator: for networks that it is to prepare, whose gradients it averages as they come.
        device: that this one computes on.
        count: of the processes.
        number: of this one.
        is_first: whether it is the one that logs and writes.
    """

    def __init__(self, device: str, *, mixed_precision: str = "no", accumulate: int = 1) -> None:
        """
        Args:
            device: cpu or cuda.
            mixed_precision: no or bf16, of networks that the accelerator prepares.
            accumulate: batches a step of such networks.
        """
        self.accelerator = Accelerator(
            cpu=device == "cpu", mixed_precision=mixed_precision, gradient_accumulation_steps=accumulate
        )
        self.device: torch.device = self.accelerator.device
        self.count: int = self.accelerator.num_processes
        self.number: int = self.accelerator.process_index
        self.is_first: bool = self.accelerator.is_main_process
        if self.count > 1:
            # The group's threads, still there when the interpreter ends, may abort it.
            atexit.register(self.accelerator.end_training)

    def first_goes_ahead(self) -> AbstractContextManager[None]:
        """The first process does what is inside before the others do: it writes what they then find."""
        return self.accelerator.main_process_first()  # type: ignore[no-any-return]

    def share(self, items: Iterable[Item]) -> Iterator[Item]:
        """Every so many-th item, this process's; the last ones are left out where they do not suffice for all."""
        together: list[Item] = []
        for item in items:
            together.append(item)
            if len(together) == self.count:
                yield together[self.number]
                together = []

    def average(self, tensors: Sequence[Tensor]) -> None:
        """Puts the mean over the processes in the place of each."""
        if self.count == 1:
            return
        flat = self.accelerator.reduce(torch.cat([tensor.flatten() for tensor in tensors]), "mean")
        for tensor, part in zip(tensors, flat.split([tensor.numel() for tensor in tensors]), strict=True):
            tensor.copy_(part.view_as(tensor))

    def agreed(self, number: float) -> float:
        """The first process's number."""
        if self.count == 1:
            return number
        return float(broadcast(torch.tensor([number], device=self.device)))
