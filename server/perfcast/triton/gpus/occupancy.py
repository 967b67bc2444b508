"""How many blocks of a kernel an SM holds at once.

The rule is that of NVIDIA's CUDA Occupancy Calculator: registers are handed to warps in units of 256, and to as many
warps as a multiple of four allows; shared memory to blocks in units of 128 bytes (256 before compute capability 8), and
from 8.0 on one KiB a block is the driver's own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from perfcast.triton.gpus.devices import (
    REGISTER_GRANULARITY,
    REGISTERS,
    REGISTERS_THREAD,
    THREADS_BLOCK,
    THREADS_WARP,
    WARP_GRANULARITY,
    Device,
)

_RESERVED_SHARED: Final = 1024


@dataclass(frozen=True)
class Occupancy:
    """What fits on an SM.

    Attributes:
        blocks: resident at once; 0 where not even one fits.
        warps: of those blocks.
        share: of the warps that an SM can hold, 0 to 1.
        limited_by: 'warps', 'registers', 'shared memory' or 'blocks'.
    """

    blocks: int
    warps: int
    share: float
    limited_by: str


def occupancy(device: Device, *, warps: int, registers: int = 0, shared_memory: int = 0) -> Occupancy:
    """The occupancy of blocks of `warps` warps with so many registers a thread and bytes of shared memory a block."""
    limits = device.limits
    of_warps = limits.warps // warps if warps * THREADS_WARP <= min(THREADS_BLOCK, limits.threads) else 0
    possible = {"warps": of_warps, "blocks": limits.blocks}
    if registers > REGISTERS_THREAD:
        possible["registers"] = 0
    elif registers > 0:
        a_warp = math.ceil(registers * THREADS_WARP / REGISTER_GRANULARITY) * REGISTER_GRANULARITY
        holding = REGISTERS // a_warp // WARP_GRANULARITY * WARP_GRANULARITY
        possible["registers"] = holding // warps
    if shared_memory > limits.shared_memory_block:
        possible["shared memory"] = 0
    elif shared_memory > 0 or device.capability >= (8, 0):
        reserved = _RESERVED_SHARED if device.capability >= (8, 0) else 0
        unit = limits.shared_granularity
        a_block = math.ceil((shared_memory + reserved) / unit) * unit
        possible["shared memory"] = limits.shared_memory // a_block
    limited_by, blocks = min(possible.items(), key=lambda item: item[1])
    return Occupancy(blocks, blocks * warps, blocks * warps / limits.warps, limited_by)
