"""What a launch's blocks take of an SM, how many of them it holds, and the least time that the launch takes."""

from __future__ import annotations

from dataclasses import dataclass

from perfcast.triton.bounds.resources import Resources, resources
from perfcast.triton.bounds.roofline import Bound, bound
from perfcast.triton.gpus.devices import Device
from perfcast.triton.gpus.occupancy import Occupancy, occupancy
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.program.counts import Counts


@dataclass(frozen=True)
class Placement:
    """Of one launch on one device.

    Attributes:
        taken: by a block.
        occupied: what fits on an SM.
        least: the roofline's bound; None where the grid is not known.
    """

    taken: Resources
    occupied: Occupancy
    least: Bound | None

    @property
    def resident(self) -> int:
        """Blocks that an SM holds at once, 1 where an estimate says that not even one fits."""
        return max(self.occupied.blocks, 1)


def placed(counts: Counts, launch: Launch, device: Device) -> Placement:
    """As far as the source's counts tell."""
    config = launch.config
    taken = resources(counts, config, device)
    occupied = occupancy(device, warps=config.num_warps, registers=taken.registers, shared_memory=taken.shared_memory)
    return Placement(taken, occupied, bound(counts, launch, device))
