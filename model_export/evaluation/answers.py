"""What the model and the trees whose guess it reads answer about the test split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from model_export.evaluation import forecasts
from model_export.prior.files import Key, guessed_of
from model_export.training.inputs import Corpus
from perfcast.prior import METRICS, Guess, KernelFeatures, Prior, SourceFeatures
from perfcast.rlm import RegressionModel
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

#: Quantiles that the model is asked for.
LEVELS = tuple(round(level, 2) for level in np.linspace(0.05, 0.95, 19))
_MIDDLE = 0.5


@dataclass(frozen=True)
class Answers:
    """The model's answers about the test split.

    Attributes:
        rows: the records.
        quantiles: [METRICS, records, LEVELS].
        untried: [METRICS, records], medians where nothing may be tried out.
        guesses: what the bundle's trees guess of the records, by `model_export.prior.files.key_of` and metric.
    """

    rows: Sequence[Mapping[str, Any]]
    quantiles: Floats
    untried: Floats
    guesses: Mapping[Key, Mapping[str, Guess]]

    def at(self, number: int, level: float) -> Floats:
        """[records]: one quantile of the metric of that number."""
        found: Floats = self.quantiles[number, :, LEVELS.index(level)]
        return found


def answers_of(model: RegressionModel, prior: Prior, corpus: Corpus) -> Answers:
    """Asks the model about the test split, with trial runs and without, and the trees whose guess it reads.

    Args:
        prior: the trees of the model's bundle.
    """
    test = corpus.split("test")
    quantiles = np.empty((len(METRICS), len(test), len(LEVELS)))
    untried = np.empty((len(METRICS), len(test)))
    guesses: dict[Key, dict[str, Guess]] = {}
    for program, reading in forecasts.readings(model, corpus, test):
        if isinstance(reading.features, KernelFeatures):
            raise TypeError(f"{program.rows[0]['program']}: a kernel among the records of functions")
        # Trial runs take most of the time; the trees are given those that the model has had made.
        features = tried_once(reading.features)
        tried, not_tried = replace(reading, features=features), replace(reading, features=replace(features, tried=None))
        quantiles[:, program.places] = forecasts.answers(model, program, tried, METRICS, LEVELS)
        untried[:, program.places] = forecasts.answers(model, program, not_tried, METRICS, (_MIDDLE,))[:, :, 0]
        guesses |= guessed_of(prior, features, program.rows)
    return Answers(test, quantiles, untried, guesses)


def tried_once(features: SourceFeatures) -> SourceFeatures:
    """The same, whose trial runs of one workload are made once, however often they are asked for."""
    make = features.tried
    if make is None:
        return features
    known: dict[str, Sequence[float]] = {}

    def tried(workloads: Sequence[Workload]) -> list[Sequence[float]]:
        missing = {text: workload for workload in workloads if (text := str(workload)) not in known}
        if missing:
            known.update(zip(missing, make(list(missing.values())), strict=True))
        return [known[str(workload)] for workload in workloads]

    return replace(features, tried=tried)
