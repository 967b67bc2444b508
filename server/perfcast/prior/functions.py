"""First guesses at what a call of a function costs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from perfcast.prior.features import METRICS, FeatureMaker, SourceFeatures, counted, has_run, is_whole, of_shapes
from perfcast.prior.reach import CARRIED, CARRIED_THERE, ESTIMATED, RUN, RUN_THERE, WithinReach
from perfcast.prior.trial_runs import TrialRuns
from perfcast.source.locations.place import Place
from perfcast.trees import Trees, graph_file
from perfcast.trial.scaling import shrunk
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

NAMES_FILE: Final = "prior.json"
#: Estimates, as binary logarithms, from which on a call costs as much as the dearest that were measured: 128 MiB, an
#: eighth of a second. Of calls that seem to cost as much those alone were measured that cost less. And what such a call
#: is shrunk to, at most: half of that.
_REACH: Final = np.array([27.0, -3.0])
_MEASURED: Final = np.array([26.0, -4.0])
#: Powers that its sizes are raised to for that, the first that will do.
_POWERS: Final = (0.85, 0.7, 0.55, 0.4)
#: What guesses are never below or above, as binary logarithms: a few trial runs say nothing of what is beyond a
#: terabyte or a day.
_LEAST: Final = -40.0
_MOST: Final = np.array([40.0, 16.4])


class FunctionPrior:
    """Guesses peak memory and time of calls. One thread at a time.

    Attributes:
        trials: that guesses rest on.
    """

    def __init__(self, folder: Path) -> None:
        """
        Raises:
            OSError, ValueError or one of onnxruntime's exceptions: a file does not load.
        """
        names = json.loads((folder / NAMES_FILE).read_text(encoding="utf-8"))["names"]
        self.trials = TrialRuns()
        self._maker = FeatureMaker(names, self.trials.of)
        # What no run tells is off by much more, and by other things: trees that knew both knew neither as well.
        self._of_runs, self._of_estimates, self._doubts_of_runs, self._doubts_of_estimates = (
            Trees(
                folder, [graph_file(metric, estimated=estimated, doubt=doubt) for metric in METRICS], self._maker.width
            )
            for doubt in (False, True)
            for estimated in (False, True)
        )

    def read(self, text: str, place: Place) -> SourceFeatures:
        """What the trees see of a normal form; for `guesses`."""
        return self._maker.read(text, place)

    def guesses(self, source: SourceFeatures, workloads: Sequence[Workload]) -> tuple[Floats, Floats]:
        """Costs in the metrics' units and their doubts, as `WithinReach.doubts`: both [workloads, METRICS]."""
        rows = self._rows(source, workloads)
        return self._costs(rows), self._doubts(rows)

    def within_reach(self, source: SourceFeatures, workloads: Sequence[Workload]) -> WithinReach:
        """The workloads, those that cost more than any that was measured shrunk until they do not.

        All that was ever learned from ended in a quarter of a second, and took no more than 256 MiB. To trees and
        model alike an estimate of a minute is therefore a wrong one; they are asked about less, and the estimate says
        how much more the whole costs. Of what cannot be shrunk, a network with all its weights, nothing is known but
        the estimate of its trial runs: the most that was measured stands for it.
        """
        chosen: list[Workload] = list(workloads)
        rows = self._rows(source, workloads)
        estimates = counted(rows.astype(np.float64))
        bases = _bases(rows, is_in_project=source.is_in_project)
        whole: list[int] = []
        for index in np.flatnonzero((estimates > _REACH).any(axis=1)).tolist():
            smaller = [shrunk(workloads[index], power) for power in _POWERS]
            found = self._shrunk(source, smaller)
            is_shrunk = has_run(found).any() and str(smaller[-1]) != str(workloads[index])
            if has_run(rows[[index]]).all() and not is_shrunk:
                whole.append(index)
                continue
            fits = _fit(found)
            place = int(fits.argmax()) if fits.any() else len(smaller) - 1
            chosen[index], rows[index] = smaller[place], found[place]
        beyond = np.maximum(estimates - counted(rows.astype(np.float64)), 0.0)
        guesses = self._costs(rows)
        most = np.minimum(estimates[whole], _MEASURED)
        guesses[whole], beyond[whole] = 2.0**most, estimates[whole] - most
        return WithinReach(chosen, METRICS, guesses, beyond, bases, self._doubts(rows))

    def _shrunk(self, source: SourceFeatures, workloads: Sequence[Workload]) -> npt.NDArray[np.float32]:
        """Rows of workloads each less than the one before: up to the first that will do, of all where none does."""
        found: list[npt.NDArray[np.float32]] = []
        for workload in workloads:
            row = self._rows(source, [workload])
            found.append(row)
            if (has_run(row) & _fit(row)).all():
                return np.concatenate(found)
        # What was tried comes from all of them together.
        return self._rows(source, workloads)

    def _rows(self, source: SourceFeatures, workloads: Sequence[Workload]) -> npt.NDArray[np.float32]:
        return self._maker.rows(source, workloads).astype(np.float32)

    def _costs(self, rows: npt.NDArray[np.float32]) -> Floats:
        ran = has_run(rows)
        guesses = counted(rows.astype(np.float64))
        for trees, those in ((self._of_runs, ran & ~of_shapes(rows)), (self._of_estimates, ~ran)):
            if those.any():
                guesses[those] += trees.logarithms(rows[those])
        found: Floats = 2.0 ** np.clip(guesses, _LEAST, _MOST)
        return found

    def _doubts(self, rows: npt.NDArray[np.float32]) -> Floats:
        """As `WithinReach.doubts`."""
        ran = has_run(rows)
        found = np.full((len(rows), len(METRICS)), np.nan)
        for trees, those in ((self._doubts_of_runs, ran & ~of_shapes(rows)), (self._doubts_of_estimates, ~ran)):
            if those.any():
                found[those] = 2.0 ** trees.logarithms(rows[those])
        return found


def _fit(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """[rows], whether they cost no more than what was measured."""
    found: npt.NDArray[np.bool_] = np.all(counted(rows.astype(np.float64)) <= _MEASURED, axis=1)
    return found


def _bases(rows: npt.NDArray[np.float32], *, is_in_project: bool) -> list[str]:
    run, carried = (RUN_THERE, CARRIED_THERE) if is_in_project else (RUN, CARRIED)
    ran, whole = has_run(rows), is_whole(rows)
    return [(run if all_of_it else carried) if one else ESTIMATED for one, all_of_it in zip(ran, whole, strict=True)]
