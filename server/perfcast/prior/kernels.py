"""First guesses at what a launch of a kernel takes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from perfcast.trees import Trees, graph_file
from perfcast.triton.features import (
    KERNEL_FLOORS,
    KERNEL_METRICS,
    KernelFeatures,
    estimated,
    kernel_rows,
    read_kernel,
)
from perfcast.triton.gpus.devices import DEVICES, standing_for
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

_LEAST: Final = np.log2([KERNEL_FLOORS[metric] for metric in KERNEL_METRICS])
_MOST: Final = 60.0
_NOISE: Final = 0.25


class KernelPrior:
    """Guesses registers, shared memory and time of launches. One thread at a time."""

    def __init__(self, folder: Path) -> None:
        """
        Raises:
            one of onnxruntime's exceptions: a file does not load.
        """
        width = kernel_rows(read_kernel(""), [Workload(())], DEVICES["H100"]).shape[1]
        self._costs, self._doubts = (
            Trees(folder, [graph_file(metric, doubt=doubt) for metric in KERNEL_METRICS], width)
            for doubt in (False, True)
        )

    def read(self, text: str) -> KernelFeatures:
        """What the trees see of a kernel's normal form."""
        return read_kernel(text)

    def guesses(self, source: KernelFeatures, workloads: Sequence[Workload], device: str) -> tuple[Floats, Floats]:
        """Costs in the metrics' units and their doubts, as `WithinReach.doubts`: both [launches, KERNEL_METRICS].

        Args:
            device: 'sm_90' and the like, or a GPU's name; times are those of a device of that architecture.
        """
        rows = kernel_rows(source, workloads, standing_for(device)).astype(np.float32)
        costs: Floats = 2.0 ** corrected(estimated(rows.astype(np.float64)), self._costs.logarithms(rows))
        doubts: Floats = 2.0 ** self._doubts.logarithms(rows)
        return costs, doubts


def corrected(counted: Floats, corrections: Floats) -> Floats:
    """Estimates with what the trees add: [launches, KERNEL_METRICS], binary logarithms.

    What shared memory holds is laid out in whole blocks, and the estimate is mostly exact: a small correction is noise.
    """
    found = corrections.copy()
    shared = found[:, KERNEL_METRICS.index("shared_memory")]
    shared[np.abs(shared) < _NOISE] = 0.0
    return np.clip(counted + found, _LEAST, _MOST)
