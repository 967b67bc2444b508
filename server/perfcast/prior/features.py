"""Sources and workloads as vectors: syntax counted, sizes read off, and a static estimate of how they multiply."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfcast.prior.syntax import syntax_features
from perfcast.prior.workload import workload_features
from perfcast.static import NAMES as ESTIMATES
from perfcast.static import Analysis
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

_UNKNOWN = np.full(len(ESTIMATES), -1.0)


@dataclass(frozen=True)
class SourceFeatures:
    """What is known of a source before there is a workload; None for a text that does not parse."""

    syntax: Floats
    analysis: Analysis | None


class FeatureMaker:
    """Vectors of always the same length.

    Args:
        names: functions, attributes and keywords whose use is looked at, see `syntax.common_names`.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._nothing = syntax_features(ast.Module([], []), self.names)

    def read(self, text: str) -> SourceFeatures:
        """Of a normal form."""
        try:
            return SourceFeatures(syntax_features(ast.parse(text), self.names), Analysis(text))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return SourceFeatures(self._nothing, None)

    def rows(self, source: SourceFeatures, workloads: Sequence[Workload]) -> Floats:
        """[workloads, features]."""
        return np.stack([self._row(source, workload) for workload in workloads])

    def _row(self, source: SourceFeatures, workload: Workload) -> Floats:
        estimate = _UNKNOWN if source.analysis is None else source.analysis.estimate(workload)
        return np.concatenate([workload_features(workload), estimate, source.syntax])
