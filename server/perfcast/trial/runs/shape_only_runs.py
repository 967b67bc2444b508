"""Workloads of tensors too large to be interpreted, run at full size by shapes alone."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from perfcast.trial.interpreter.stops import OutOfSteps, Stop
from perfcast.trial.interpreter.syntax.repeated_iterations import cut_short
from perfcast.trial.libraries.torch.shape_only import without_elements
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.run import Run, of_one_kind
from perfcast.trial.runs.schedule import ALLOWANCE, FIRST
from perfcast.trial.runs.series import MOST_CELLS, Series
from perfcast.trial.scaling import cells, largest, shrunk
from perfcast.workload import Workload
from perfcast.workload.arrays.tensors import is_tensor

#: As `ALLOWANCE`, of a run whose tensors have no elements, each operation of which counts as a few dozen of them.
LARGE_ALLOWANCE: Final = 1.5 * ALLOWANCE
#: The same, where turns of loops are left out besides: what trains a network does much in each.
_CUT_SHORT_ALLOWANCE: Final = 4.0 * ALLOWANCE
#: Exponents by which numbers shrink that say how often something is done to such tensors.
_LESS_OFTEN: Final = (0.3, 0.5, 0.7)


class ByShapes:
    """What runs them, for one unit."""

    def __init__(self, running: Running) -> None:
        self._running = running

    def whole(self, workload: Workload) -> Series | None:
        """The whole run, of tensors without elements: what is too large to be tried, or takes no other shapes than its
        layers have, is told by shapes alone. None where that ends otherwise than it should."""
        if cells(_without_tensors(workload)) > MOST_CELLS:
            return None
        try:
            with without_elements():
                run = self._running.run(workload, LARGE_ALLOWANCE, {})
        except OutOfSteps:
            return self._with_few_turns(workload) or self._less_often(workload)
        except (Stop, Exception):
            return None
        return self._whole(run, workload)

    def _with_few_turns(self, workload: Workload) -> Series | None:
        """The same, of what does so much over and over: the turns of its loops that are alike are not all run."""
        try:
            with without_elements(), cut_short():
                run = self._running.run(workload, _CUT_SHORT_ALLOWANCE, {})
        except (Stop, Exception):
            return None
        return self._whole(run, workload)

    def _whole(self, run: Run, workload: Workload) -> Series | None:
        """One run of the workload as it is; None where it ended otherwise than it should."""
        size = _size_by_shapes(workload)
        return None if run.raised else Series([replace(run, size=math.log2(size))], False, [], size)

    def _less_often(self, workload: Workload) -> Series | None:
        """The same, of what does so much to tensors so many times: as many times less, to tensors of the same shapes.
        None where no number says how often."""
        numbers = _without_tensors(workload)
        most = math.log2(largest(workload))
        runs: list[Run] = []
        for share in _LESS_OFTEN:
            less = iter(shrunk(numbers, share).arguments)
            small = Workload(tuple(one if is_tensor(one.type) else next(less) for one in workload.arguments))
            if small == workload:
                return None
            try:
                with without_elements():
                    run = self._running.run(small, LARGE_ALLOWANCE, {})
            except OutOfSteps:
                break
            except (Stop, Exception):
                return None
            if run.raised:
                return None
            runs.append(replace(run.among(share), size=share * most))
        return Series(of_one_kind(runs), False, []) if len(runs) > 1 else None


def _size_by_shapes(workload: Workload) -> float:
    """By which one run that is told by shapes is told from a first one that is small, see `Schedule`."""
    return float(max(largest(workload), 2.0 ** (FIRST + 1.0)))


def _without_tensors(workload: Workload) -> Workload:
    return Workload(tuple(one for one in workload.arguments if not is_tensor(one.type)))
