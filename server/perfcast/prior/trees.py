"""Boosted trees in ONNX Runtime, a graph a metric, and the names that their features look at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from perfcast.prior.features import FeatureMaker, SourceFeatures
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

#: Metrics that there is a first guess for, in the order of columns.
METRICS: Final = ("peak_memory", "cpu_time")
NAMES_FILE: Final = "prior.json"
#: What a guess is never above or below, as a binary logarithm.
_LEAST, _MOST = -40.0, 60.0


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
        self._maker = FeatureMaker(json.loads((folder / NAMES_FILE).read_text(encoding="utf-8"))["names"])
        self._sessions = [
            ort.InferenceSession(str(folder / graph_file(metric)), options, providers=["CPUExecutionProvider"])
            for metric in METRICS
        ]

    def read(self, text: str) -> SourceFeatures:
        """What the trees see of a normal form; for `costs`."""
        return self._maker.read(text)

    def costs(self, source: SourceFeatures, workloads: Sequence[Workload]) -> Floats:
        """[workloads, METRICS], in the metrics' units."""
        rows = self._maker.rows(source, workloads).astype(np.float32)
        guesses = [session.run(None, {"features": rows})[0][:, 0] for session in self._sessions]
        found: Floats = 2.0 ** np.clip(np.stack(guesses, axis=1).astype(np.float64), _LEAST, _MOST)
        return found
