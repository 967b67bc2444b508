"""How long each configuration may take, to choose among them.

`Scorer` is the seam: `RooflineScorer` is an analytic estimate from public figures alone, `perfcast.triton.learned` has
forecasts for devices that launches were measured on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from perfcast.triton.configurations import Config
from perfcast.triton.counting import count
from perfcast.triton.counts import Counts
from perfcast.triton.devices import Device
from perfcast.triton.errors import KernelError
from perfcast.triton.kernels import Kernel
from perfcast.triton.launch import Launch
from perfcast.triton.occupancy import Occupancy, occupancy
from perfcast.triton.resources import Resources, resources, why_invalid
from perfcast.triton.roofline import LAUNCH_FLOOR, Bound, bound, matrix_seconds

#: Seconds from a request to memory until its data is there: the order of what microbenchmarks find.
_LATENCY: Final = 7e-7
#: Bytes a clock between an SM and the second-level cache; half of the path's width, as microbenchmarks find.
_L2_BYTES_A_CLOCK: Final = 32
_MOST_KNOWN: Final = 500
_CORES: Final = {(7, 0): 64, (7, 5): 64, (8, 0): 64}
_CORES_SINCE: Final = 128


@dataclass(frozen=True)
class Scored:
    """One configuration.

    Attributes:
        config: as the kernel's list has it.
        launch: with it.
        score: seconds by which configurations are ordered; infinite where it cannot run or nothing can be told.
        invalid: why it cannot run on the device; None where nothing says so.
        counts, resources, occupancy, bound: what the score rests on; None where the source does not tell, and
            `reason` says why.
    """

    config: Config
    launch: Launch | None
    score: float
    invalid: str | None = None
    counts: Counts | None = None
    resources: Resources | None = None
    occupancy: Occupancy | None = None
    bound: Bound | None = None
    reason: str | None = None


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


class RooflineScorer:
    """The roofline with what a configuration changes: occupancy, waves of blocks, and traffic to the cache.

    The slowest of three, of the busiest SM (it runs ceil(programs / SMs) blocks): matrix products and arithmetic at
    peak; what must come from memory, slowed where too few bytes are in flight to cover its latency (Little's law); what
    all programs ask of the second-level cache. Each wave of resident blocks adds one latency; registers beyond the
    limit slow the arithmetic in proportion. An estimate: it orders, and does not forecast.
    """

    about = "analytic estimate from public figures, not a forecast"
    is_forecast = False

    def __init__(self) -> None:
        self._known: dict[object, Counts | str] = {}

    def score(self, kernel: Kernel, launches: Sequence[Launch], device: Device) -> list[Scored]:
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        return [self._scored(kernel, launch, device) for launch in launches]

    def _counts(self, kernel: Kernel, launch: Launch) -> Counts | str:
        """What is counted, or why nothing is. Neither warps and stages nor the device change it."""
        values = (*launch.tensors.items(), *launch.scalars.items(), *launch.optional)
        key = (kernel.node, launch.config.values, launch.grid, values)
        found = self._known.get(key)
        if found is None:
            try:
                found = count(kernel, launch)
            except KernelError as error:
                found = str(error)
            # Another thread may have emptied it meanwhile, or found the same.
            self._known[key] = found
        return found

    def _scored(self, kernel: Kernel, launch: Launch, device: Device) -> Scored:
        config = launch.config
        impossible = why_invalid(Resources(0, 0), config, device)
        if impossible is not None:
            return Scored(config, launch, math.inf, impossible)
        counts = self._counts(kernel, launch)
        if isinstance(counts, str):
            return Scored(config, launch, math.inf, reason=counts)
        taken = resources(counts, config, device)
        resident = occupancy(
            device, warps=config.num_warps, registers=taken.registers, shared_memory=taken.shared_memory
        )
        invalid = why_invalid(taken, config, device)
        least = bound(counts, launch, device)
        seconds, reason = math.inf, None
        if least is None:
            reason = "the grid is not known; give it as --grid, or as 'grid: N' in the workload"
        elif invalid is None:
            seconds = estimate(counts, launch, device, taken, max(resident.blocks, 1), least)
        return Scored(config, launch, seconds, invalid, counts, taken, resident, least, reason)


def estimate(counts: Counts, launch: Launch, device: Device, taken: Resources, resident: int, least: Bound) -> float:
    """Seconds, as `RooflineScorer` says.

    Args:
        resident: blocks that an SM holds at once.
        least: the roofline's bound.
    """
    programs = launch.programs or 1
    busiest = math.ceil(programs / device.sms)
    arithmetic = max(matrix_seconds(counts, device), counts.flops / device.fp32)
    compute = busiest * device.sms * arithmetic * max(1.0, taken.wanted / taken.limit)
    in_flight = min(resident, busiest) * max(taken.shared_memory, counts.largest, 1.0)
    needed = device.bandwidth / device.sms * _LATENCY
    memory = least.memory * max(1.0, needed / in_flight)
    cache = programs * counts.requested / l2_bandwidth(device)
    waves = math.ceil(programs / (device.sms * resident))
    return max(compute, memory, cache) + waves * _LATENCY + LAUNCH_FLOOR


def l2_bandwidth(device: Device) -> float:
    """Bytes a second of the second-level cache, which no data sheet gives: by SMs and the clock behind `fp32`."""
    clock = device.fp32 / (device.sms * 2 * _CORES.get(device.capability, _CORES_SINCE))
    return device.sms * _L2_BYTES_A_CLOCK * clock
