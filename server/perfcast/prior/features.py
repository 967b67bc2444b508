"""Sources and workloads as vectors: syntax counted, sizes read off, a static estimate of work, trial runs."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.prior.syntax import syntax_features
from perfcast.prior.workload import workload_features
from perfcast.source.locations.place import Place, here
from perfcast.source.parsing.syntax import parsed
from perfcast.static import NAMES as ESTIMATES
from perfcast.static import Analysis
from perfcast.trial import NAMES as TRIED
from perfcast.trial.runs.schedule import FIRST
from perfcast.triton.features import KERNEL_FLOORS
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

#: Metrics that there is a first guess for, in the order of columns.
METRICS = ("peak_memory", "cpu_time")
#: Below this nothing is told apart, neither in what is learned nor in what it is judged by: the bytes of a frame, the
#: resolution of a timer. Those of kernels beside them.
FLOORS: Final[Mapping[str, float]] = {"peak_memory": 64.0, "cpu_time": 1e-7, **KERNEL_FLOORS}

_NO_ESTIMATE = np.full(len(ESTIMATES), -1.0)
_NO_TRIALS = [-1.0] * len(TRIED)
#: Where the trial runs and the static estimate of each metric stand in a vector, and log2 of what they count in.
_TRIED = tuple(TRIED.index(name) for name in ("trial_peak", "trial_time"))
_ESTIMATED = tuple(len(TRIED) + ESTIMATES.index(name) for name in ("log2_peak", "log2_time"))
_UNITS = np.array([0.0, math.log2(1e-9)])
_LEAST = np.log2([FLOORS[metric] for metric in METRICS])
_RUNS, _RAISED, _WHOLE, _SIZE = (TRIED.index(f"trial_{name}") for name in ("runs", "raised", "whole", "size"))


#: Characters of the longest text that is looked into; it would hold up other forecasts, and the model reads far less.
LONGEST: Final = 50_000
#: Of a syntax tree.
_BYTES_A_CHARACTER: Final = 60

#: Workloads -> rows of `perfcast.trial.NAMES`.
Tried = Callable[[Sequence[Workload]], Sequence[Sequence[float]]]


def tried_here(text: str, place: Place) -> Tried:
    """Trial runs in this process, which is for code that nobody made to do harm. Raises SyntaxError."""
    from perfcast.trial import Trials

    trials = Trials(text, place)
    return lambda workloads: [trials.estimate(workload) for workload in workloads]


@dataclass(frozen=True)
class SourceFeatures:
    """What is known of a source before there is a workload.

    Attributes:
        analysis, tried: None for a text that does not parse.
        nbytes: about as many as it takes.
        is_in_project: whether it lies in a file, among others.
    """

    syntax: Floats
    analysis: Analysis | None
    tried: Tried | None
    nbytes: int
    is_in_project: bool = False


class FeatureMaker:
    """Vectors of always the same length.

    Args:
        names: functions, attributes and keywords whose use is looked at, see `syntax.common_names`.
        try_out: makes the trial runs of a normal form; gives None for one of which none are made.
    """

    def __init__(self, names: Sequence[str], try_out: Callable[[str, Place], Tried | None] = tried_here) -> None:
        self._try_out = try_out
        self.names = tuple(names)
        self._nothing = syntax_features(ast.Module([], []), self.names)

    @property
    def width(self) -> int:
        """Features of a row."""
        return self._row(SourceFeatures(self._nothing, None, None, 0), Workload(()), _NO_TRIALS).size

    def read(self, text: str, place: Place | None = None) -> SourceFeatures:
        """Of a normal form, of a file that lies there."""
        if len(text) > LONGEST:
            return SourceFeatures(self._nothing, None, None, 0)
        try:
            syntax, analysis = syntax_features(parsed(text), self.names), Analysis(text)
            tried = self._try_out(text, place or here())
            is_in_project = place is not None and place.file != ""
            return SourceFeatures(syntax, analysis, tried, _BYTES_A_CHARACTER * len(text), is_in_project)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return SourceFeatures(self._nothing, None, None, 0)

    def rows(self, source: SourceFeatures, workloads: Sequence[Workload]) -> Floats:
        """[workloads, features]."""
        none: list[Sequence[float]] = [_NO_TRIALS] * len(workloads)
        tried = none if source.tried is None else source.tried(workloads)
        return np.stack([self._row(source, *both) for both in zip(workloads, tried, strict=True)])

    def _row(self, source: SourceFeatures, workload: Workload, tried: Sequence[float]) -> Floats:
        estimate = _NO_ESTIMATE if source.analysis is None else source.analysis.estimate(workload)
        return np.concatenate([tried, estimate, workload_features(workload), source.syntax])


def has_run(rows: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.bool_]:
    """[rows], whether a trial run came to its end without an exception."""
    found: npt.NDArray[np.bool_] = (rows[:, _RUNS] > 0) & (rows[:, _RAISED] <= 0)
    return found


def is_whole(rows: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.bool_]:
    """[rows], whether the largest trial run was one of the whole workload."""
    found: npt.NDArray[np.bool_] = rows[:, _WHOLE] == 1
    return found


def of_shapes(rows: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.bool_]:
    """[rows], whether all that is known is one run of the whole workload, whose tensors had no elements.

    Of networks' modules no record was learned from, and what they take rests on shapes alone: there is nothing to
    correct.
    """
    found: npt.NDArray[np.bool_] = (rows[:, _RUNS] == 1) & is_whole(rows) & (rows[:, _SIZE] > FIRST)
    return found & has_run(rows)


def counted(rows: Floats) -> Floats:
    """What the trial runs, or where there are none the static estimate, say by themselves; the trees correct it.

    Runs that ended with an exception say little: made-up inputs are to blame more often than the code.

    Args:
        rows: [rows, features].

    Returns:
        [rows, METRICS], log2 of the cost in the metrics' units.
    """
    costs = np.where(has_run(rows)[:, None], rows[:, _TRIED], rows[:, _ESTIMATED])
    found: Floats = np.maximum(costs + _UNITS, _LEAST)
    return found


def untried(rows: Floats) -> Floats:
    """The rows as they are where no trial runs are made: a copy, [rows, features]."""
    found = rows.copy()
    found[:, : len(TRIED)] = -1.0
    return found
