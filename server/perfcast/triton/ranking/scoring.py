"""How long each configuration may take, to choose among them.

`Scorer` is the seam: `PacedScorer` estimates from the source's counts, `perfcast.triton.ranking.learned` has forecasts
for devices that launches were measured on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from perfcast.triton.bounds.overlap import overlapped_seconds
from perfcast.triton.bounds.pace import PRODUCTS, parts_of
from perfcast.triton.bounds.placement import Placement, placed
from perfcast.triton.bounds.resources import Resources, why_invalid
from perfcast.triton.bounds.roofline import LAUNCH_FLOOR, Bound
from perfcast.triton.errors import KernelError
from perfcast.triton.finding.kernels import Kernel
from perfcast.triton.gpus.devices import Device
from perfcast.triton.gpus.occupancy import Occupancy
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.program.counting import count
from perfcast.triton.program.counts import Counts
from perfcast.triton.program.remembered import Remembered

_MOST_KNOWN: Final = 500


@dataclass(frozen=True)
class Scored:
    """One configuration.

    Attributes:
        config: as the kernel's list has it.
        launch: with it.
        score: seconds by which configurations are ordered; infinite where it cannot run or nothing can be told, NaN
            where it is yet to be scored.
        invalid: why it cannot run on the device; None where nothing says so.
        counts, there: what the score rests on; None where the source does not tell, and `reason` says why.
    """

    config: Config
    launch: Launch | None
    score: float
    invalid: str | None = None
    counts: Counts | None = None
    there: Placement | None = None
    reason: str | None = None

    @property
    def resources(self) -> Resources | None:
        return None if self.there is None else self.there.taken

    @property
    def occupancy(self) -> Occupancy | None:
        return None if self.there is None else self.there.occupied

    @property
    def bound(self) -> Bound | None:
        return None if self.there is None else self.there.least


class Scorer(Protocol):
    """Orders the configurations of one kernel."""

    @property
    def about(self) -> str:
        """What the scores are, for whoever reads them."""

    @property
    def is_forecast(self) -> bool:
        """Whether they are forecasts of times, by a model that knows times of the device."""

    def score(self, kernel: Kernel, launches: Sequence[Launch], device: Device) -> list[Scored]:
        """One for each launch, in order; `Scored.config` is the launch's."""


class LaunchCounter:
    """Counts launches and places them on a device; what is counted of a launch is known for its other warps and stages.

    It scores nothing: of what can be scored, `Scored.score` is NaN.
    """

    def __init__(self) -> None:
        self._known: dict[object, Counts | str] = {}

    def counted(self, kernel: Kernel, launches: Sequence[Launch], device: Device) -> list[Scored]:
        """One for each launch, in order."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        remembered = Remembered()
        return [self._one(kernel, launch, device, remembered) for launch in launches]

    def _counts(self, kernel: Kernel, launch: Launch, remembered: Remembered) -> Counts | str:
        """What is counted, or why nothing is. Neither warps and stages nor the device change it."""
        values = (*launch.tensors.items(), *launch.scalars.items(), *launch.optional)
        key = (kernel.node, launch.config.values, launch.grid, values)
        found = self._known.get(key)
        if found is None:
            try:
                found = count(kernel, launch, remembered)
            except KernelError as error:
                found = str(error)
            # Another thread may have emptied it meanwhile, or found the same.
            self._known[key] = found
        return found

    def _one(self, kernel: Kernel, launch: Launch, device: Device, remembered: Remembered) -> Scored:
        config = launch.config
        impossible = why_invalid(Resources(0, 0), config, device)
        if impossible is not None:
            return Scored(config, launch, math.inf, impossible)
        counts = self._counts(kernel, launch, remembered)
        if isinstance(counts, str):
            return Scored(config, launch, math.inf, reason=counts)
        there = placed(counts, launch, device)
        invalid, reason = why_invalid(there.taken, config, device), None
        if there.least is None:
            reason = "the grid is not known; give it as --grid, or as 'grid: N' in the workload"
        can_be_scored = there.least is not None and invalid is None
        return Scored(config, launch, math.nan if can_be_scored else math.inf, invalid, counts, there, reason)


class PacedScorer:
    """The sum of what a launch waits for, at the paces of `perfcast.triton.bounds.pace`: it orders, and does not
    forecast.

    Memory is no faster than its data sheet says, so that nothing is below the roofline's bound. A kernel of matrix
    products, whose pace differs from one generation of tensor cores to the next, has `perfcast.triton.bounds.overlap`
    in the place of what it multiplies and moves. Registers that do not suffice slow the rest in proportion, but for the
    start."""

    about = "estimate from the source's counts at paces measured on compute capability 9.0, not a forecast"
    is_forecast = False

    def __init__(self, counter: LaunchCounter | None = None) -> None:
        """
        Args:
            counter: where others share what it counts.
        """
        self._counter = counter or LaunchCounter()

    def score(self, kernel: Kernel, launches: Sequence[Launch], device: Device) -> list[Scored]:
        return [_estimated(one, device) for one in self._counter.counted(kernel, launches, device)]


def _estimated(one: Scored, device: Device) -> Scored:
    if not math.isnan(one.score) or one.launch is None or one.counts is None or one.there is None:
        return one
    least, there = one.there.least, one.there
    assert least is not None
    parts = parts_of(one.counts, one.launch, device, there.resident, least)
    seconds = parts.pop("launch")
    parts["memory"] = max(parts["memory"], least.memory)
    if one.counts.products:
        for name in ("memory", *PRODUCTS):
            del parts[name]
        # It slows what spills by itself, and begins with a start of its own.
        overlapped = overlapped_seconds(one.counts, one.launch, device, there.taken, there.resident, least)
        seconds += overlapped - LAUNCH_FLOOR
    spilled = max(1.0, there.taken.wanted / there.taken.limit)
    return replace(one, score=seconds + spilled * sum(parts.values()))
