"""First guesses, of functions and of kernels alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from perfcast.prior.features import METRICS, SourceFeatures
from perfcast.prior.functions import NAMES_FILE, FunctionPrior
from perfcast.prior.kernels import KernelPrior
from perfcast.prior.reach import ESTIMATED, Guess, WithinReach, named
from perfcast.source.locations.place import Place, here
from perfcast.trees import graph_file
from perfcast.triton.features import KERNEL_METRICS, KernelFeatures, is_kernel
from perfcast.workload import Workload

#: Of a bundle.
FILES: Final = (
    NAMES_FILE,
    *map(graph_file, (*METRICS, *KERNEL_METRICS)),
    *(graph_file(metric, estimated=True) for metric in METRICS),
    *(graph_file(metric, estimated=estimated, doubt=True) for metric in METRICS for estimated in (False, True)),
    *(graph_file(metric, doubt=True) for metric in KERNEL_METRICS),
)


class Prior:
    """Guesses costs. One thread at a time.

    Attributes:
        trials: that guesses of functions rest on.
    """

    def __init__(self, folder: Path) -> None:
        """
        Raises:
            OSError, ValueError or one of onnxruntime's exceptions: a file does not load.
        """
        self._functions = FunctionPrior(folder)
        self._kernels = KernelPrior(folder)
        self.trials = self._functions.trials

    def read(self, text: str, place: Place | None = None) -> SourceFeatures | KernelFeatures:
        """What the trees see of a normal form, of a file that lies there; for `guesses`."""
        return self._kernels.read(text) if is_kernel(text) else self._functions.read(text, place or here())

    def guesses(
        self, source: SourceFeatures | KernelFeatures, workloads: Sequence[Workload], device: str
    ) -> list[dict[str, Guess]]:
        """By metric: one for each workload."""
        if isinstance(source, KernelFeatures):
            return named(KERNEL_METRICS, *self._kernels.guesses(source, workloads, device))
        return named(METRICS, *self._functions.guesses(source, workloads))

    def within_reach(
        self, source: SourceFeatures | KernelFeatures, workloads: Sequence[Workload], device: str
    ) -> WithinReach:
        """As `guesses`, of workloads that cost no more than what was measured (`FunctionPrior.within_reach`)."""
        if isinstance(source, KernelFeatures):
            guesses, doubts = self._kernels.guesses(source, workloads, device)
            bases = [ESTIMATED] * len(workloads)
            return WithinReach(workloads, KERNEL_METRICS, guesses, np.zeros_like(guesses), bases, doubts)
        return self._functions.within_reach(source, workloads)
