"""Workloads that stand for others, and what they are guessed to cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class WithinReach:
    """Workloads that cost no more than what was measured, in place of others.

    Attributes:
        workloads: one for each that was given.
        metrics: what is guessed.
        guesses: [workloads, metrics], of these, in the metrics' units.
        beyond: [workloads, metrics], binary logarithms of how much more the given ones cost; 0 where they are these.
    """

    workloads: Sequence[Workload]
    metrics: tuple[str, ...]
    guesses: Floats
    beyond: Floats


def named(metrics: Sequence[str], guesses: Floats) -> list[dict[str, float]]:
    """[workloads, metrics] -> by metric, one for each workload."""
    return [dict(zip(metrics, row, strict=True)) for row in guesses.tolist()]
