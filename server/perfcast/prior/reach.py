"""Workloads that stand for others, and what they are guessed to cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

#: What a guess may rest on: a trial run of the very workload, runs of smaller ones that were carried on, or the text
#: alone. Each errs otherwise; and what is tried errs more in the file of a project, among other code than its own, than
#: a program that was written to be one.
RUN: Final = "run"
CARRIED: Final = "carried"
ESTIMATED: Final = "estimated"
RUN_THERE: Final = "run in a project"
CARRIED_THERE: Final = "carried in a project"
BASES: Final = (RUN, CARRIED, ESTIMATED, RUN_THERE, CARRIED_THERE)
#: What stands for them where nothing is known of projects.
WITHOUT_PROJECTS: Final[Mapping[str, str]] = {RUN_THERE: RUN, CARRIED_THERE: CARRIED}


class Guess(NamedTuple):
    """What trees say of one metric.

    Attributes:
        cost: in the metric's unit.
        doubt: binary orders of magnitude that such guesses are off by; NaN where nobody knows.
    """

    cost: float
    doubt: float = math.nan


#: What is said of a metric that nothing is guessed of.
NO_GUESS: Final = Guess(math.nan)


@dataclass(frozen=True)
class WithinReach:
    """Workloads that cost no more than what was measured, in place of others.

    Attributes:
        workloads: one for each that was given.
        metrics: what is guessed.
        guesses: [workloads, metrics], of these, in the metrics' units.
        beyond: [workloads, metrics], binary logarithms of how much more the given ones cost; 0 where they are these.
        bases: what each guess rests on, one of `BASES`.
        doubts: [workloads, metrics], see `Guess`.
    """

    workloads: Sequence[Workload]
    metrics: tuple[str, ...]
    guesses: Floats
    beyond: Floats
    bases: Sequence[str]
    doubts: Floats


def named(metrics: Sequence[str], costs: Floats, doubts: Floats) -> list[dict[str, Guess]]:
    """[workloads, metrics] both -> by metric, one for each workload."""
    rows = zip(costs.tolist(), doubts.tolist(), strict=True)
    return [dict(zip(metrics, map(Guess, *row), strict=True)) for row in rows]
