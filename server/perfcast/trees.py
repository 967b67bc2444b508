"""Boosted trees in ONNX Runtime, a graph a metric."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

Floats = npt.NDArray[np.float64]


def graph_file(metric: str, *, estimated: bool = False, doubt: bool = False) -> str:
    """The file of a metric's trees.

    Args:
        estimated: of those for calls that no trial run tells of.
        doubt: of those that say how far off the others are.
    """
    return f"{'doubt' if doubt else 'prior'}_{metric}{'_estimated' if estimated else ''}.onnx"


class Trees:
    """By how much costs differ from what was counted, or how far off that is. For one thread at a time."""

    def __init__(self, folder: Path, files: Sequence[str], width: int) -> None:
        """
        Args:
            files: one a metric, see `graph_file`.
            width: features of a row.

        Raises:
            ValueError: the trees are of other features.
            one of onnxruntime's exceptions: a file does not load.
        """
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._sessions = [
            ort.InferenceSession(str(folder / file), options, providers=["CPUExecutionProvider"]) for file in files
        ]
        for file, session in zip(files, self._sessions, strict=True):
            learned = session.get_inputs()[0].shape[1]
            if learned != width:
                raise ValueError(f"{file} was learned on {learned} features, and there are {width}")

    def logarithms(self, rows: npt.NDArray[np.float32]) -> Floats:
        """[rows, features] -> [rows, metrics], binary."""
        found = [session.run(None, {"features": rows})[0][:, 0] for session in self._sessions]
        return np.stack(found, axis=1).astype(np.float64)
