"""Boosted trees in ONNX Runtime, a graph a metric, and the names that their features look at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from perfcast.prior.features import METRICS, FeatureMaker, SourceFeatures, counted
from perfcast.trial.worker import TrialProcess
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

NAMES_FILE: Final = "prior.json"
#: What guesses are never below or above, as binary logarithms: a few trial runs say nothing of what is beyond a
#: terabyte or a day.
_LEAST: Final = -40.0
_MOST: Final = np.array([40.0, 16.4])


def graph_file(metric: str) -> str:
    """The file of a metric's trees."""
    return f"prior_{metric}.onnx"


FILES: Final = (NAMES_FILE, *map(graph_file, METRICS))


class Prior:
    """Guesses costs. One thread at a time."""

    def __init__(self, folder: Path) -> None:
        """
        Raises:
            OSError, ValueError or one of onnxruntime's exceptions: a file does not load.
        """
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        names = json.loads((folder / NAMES_FILE).read_text(encoding="utf-8"))["names"]
        self._process = TrialProcess()
        self._process.start()
        self._maker = FeatureMaker(names, lambda text: partial(self._process.estimate, text))
        self._sessions = [
            ort.InferenceSession(str(folder / graph_file(metric)), options, providers=["CPUExecutionProvider"])
            for metric in METRICS
        ]

    @property
    def tries(self) -> bool:
        """Whether trial runs are made; of what is read from now on."""
        return self._maker.tries

    @tries.setter
    def tries(self, tries: bool) -> None:
        self._maker.tries = tries

    def read(self, text: str) -> SourceFeatures:
        """What the trees see of a normal form; for `costs`."""
        return self._maker.read(text)

    def costs(self, source: SourceFeatures, workloads: Sequence[Workload]) -> Floats:
        """[workloads, METRICS], in the metrics' units."""
        rows = self._maker.rows(source, workloads).astype(np.float32)
        corrections = [session.run(None, {"features": rows})[0][:, 0] for session in self._sessions]
        guesses = counted(rows.astype(np.float64)) + np.stack(corrections, axis=1)
        found: Floats = 2.0 ** np.clip(guesses, _LEAST, _MOST)
        return found
