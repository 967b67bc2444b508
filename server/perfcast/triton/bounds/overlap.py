"""How long a launch takes where all that it does goes on at once, by public figures: the roofline with what a
configuration changes, occupancy, waves of blocks, and traffic to the cache.

Estimates have it for kernels of matrix products alone (`perfcast.triton.ranking.scoring`): most launches wait for one
thing after the other. The trees read it of all.
"""

from __future__ import annotations

import math
from typing import Final

from perfcast.triton.bounds.resources import Resources
from perfcast.triton.bounds.roofline import LAUNCH_FLOOR, Bound, matrix_seconds
from perfcast.triton.gpus.devices import Device
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.program.counts import Counts

#: Seconds from a request to memory until its data is there: the order of what microbenchmarks find.
_LATENCY: Final = 7e-7
#: Bytes a clock between an SM and the second-level cache; half of the path's width, as microbenchmarks find.
_L2_BYTES_A_CLOCK: Final = 32
_CORES: Final = {(7, 0): 64, (7, 5): 64, (8, 0): 64}
_CORES_SINCE: Final = 128


def overlapped_seconds(
    counts: Counts, launch: Launch, device: Device, taken: Resources, resident: int, least: Bound
) -> float:
    """The slowest of three, of the busiest SM (it runs ceil(programs / SMs) blocks): matrix products and arithmetic at
    peak; what must come from memory, slowed where too few bytes are in flight to cover its latency (Little's law); what
    all programs ask of the second-level cache. Each wave of resident blocks adds one latency; registers beyond the
    limit slow the arithmetic in proportion.

    Args:
        resident: blocks that an SM holds at once, at least 1.
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
