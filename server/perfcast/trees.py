"""Boosted trees in ONNX Runtime, a graph a metric."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

Floats = npt.NDArray[np.float64]


def graph_file(metric: str, *, estimated: bool = False) -> str:
    """The file of a metric's trees; `estimated`: of those for calls that no trial run tells of."""
    return f"prior_{metric}_estimated.onnx" if estimated else f"prior_{metric}.onnx"


class Trees:
    """By how much costs differ from what was counted. For one thread at a time."""

    def __init__(self, folder: Path, metrics: Sequence[str], width: int, *, estimated: bool = False) -> None:
        """
        Args:
            width: features of a row.
            estimated: as of `graph_file`.

        Raises:
            ValueError: the trees are of other features.
            one of onnxruntime's exceptions: a file does not load.
        """
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        files = [graph_file(metric, estimated=estimated) for metric in metrics]
        self._sessions = [
            ort.InferenceSession(str(folder / file), options, providers=["CPUExecutionProvider"]) for file in files
        ]
        for file, session in zip(files, self._sessions, strict=True):
            learned = session.get_inputs()[0].shape[1]
            if learned != width:
                raise ValueError(f"{file} was learned on {learned} features, and there are {width}")

    def corrections(self, rows: npt.NDArray[np.float32]) -> Floats:
        """[rows, features] -> [rows, metrics], binary logarithms to add."""
        found = [session.run(None, {"features": rows})[0][:, 0] for session in self._sessions]
        return np.stack(found, axis=1).astype(np.float64)
