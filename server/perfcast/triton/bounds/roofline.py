"""The least time that a launch can take on a device: the roofline model of Williams, Waterman and Patterson (2009).

Bytes are those that must come from memory at least once, with cold caches; operations those that the source says. No
kernel is faster than the slower of the two at the device's public rates, but for what caches hold from before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from perfcast.triton.gpus.devices import Device
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.program.counts import Counts

#: Seconds from one kernel's start to the next on an idle stream: an assumption, the order of what is measured.
LAUNCH_FLOOR: Final = 2e-6


@dataclass(frozen=True)
class Bound:
    """A lower bound, not a forecast.

    Attributes:
        seconds: at least.
        limited_by: 'memory', 'compute' or 'launch'.
        memory, compute: seconds of either alone.
        bytes: read from and written to memory.
        operations: floating-point and matrix operations.
    """

    seconds: float
    limited_by: str
    memory: float
    compute: float
    bytes: float
    operations: float


def bound(counts: Counts, launch: Launch, device: Device) -> Bound | None:
    """The bound for the launch; None where the grid is not known."""
    programs = launch.programs
    if programs is None:
        return None
    moved = _moved(counts.loaded, launch, programs) + _moved(counts.stored, launch, programs)
    memory = moved / device.bandwidth
    compute = programs * max(matrix_seconds(counts, device), counts.flops / device.fp32)
    seconds = max(memory, compute)
    limited_by = "launch" if seconds < LAUNCH_FLOOR else "memory" if memory >= compute else "compute"
    operations = programs * (sum(counts.products.values()) + counts.flops)
    return Bound(seconds + LAUNCH_FLOOR, limited_by, memory, compute, moved, operations)


def matrix_seconds(counts: Counts, device: Device) -> float:
    """Seconds that one program's matrix products take at the peak rate of the whole device."""
    return sum(operations / device.peak(kind) for kind, operations in counts.products.items())


def _moved(by_pointer: Mapping[str, float], launch: Launch, programs: int) -> float:
    """Bytes that must be moved: no more of a tensor than it has."""
    return sum(
        min(programs * size, launch.tensors[name].size) if name in launch.tensors else programs * size
        for name, size in by_pointer.items()
    )
