"""The metrics that are forecast: what the rest of the server knows about each."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Metric:
    """One metric.

    Attributes:
        name: as in prompts, JSON and the API.
        unit: what its numbers are in, 'B', 's' or 'regs'.
        label: one word for a line of text; empty where the unit says it.
        title: for a heading.
        floor: the smallest amount worth telling apart from nothing, in `unit`.
        most: nobody waits for more, or has it.
        is_of_machine: another one on another machine.
    """

    name: str
    unit: str
    label: str
    title: str
    floor: float
    most: float = math.inf
    is_of_machine: bool = False


PEAK_MEMORY = Metric("peak_memory", "B", "peak", "Peak memory", 1.0, 2.0**47)
CPU_TIME = Metric("cpu_time", "s", "time", "CPU time", 1e-9, 30 * 86400.0, is_of_machine=True)
REGISTERS = Metric("registers", "regs", "", "Registers a thread", 1.0)
SHARED_MEMORY = Metric("shared_memory", "B", "shared", "Shared memory a block", 1.0)
GPU_TIME = Metric("gpu_time", "s", "time", "GPU time", 1e-9, is_of_machine=True)
SPILLS = Metric("spills", "regs", "spilled", "Spilled registers a thread", 1.0)


def _by_name(*metrics: Metric) -> Mapping[str, Metric]:
    return MappingProxyType({metric.name: metric for metric in metrics})


METRICS = _by_name(PEAK_MEMORY, CPU_TIME)
"""Of a call of a function."""
KERNEL_METRICS = _by_name(REGISTERS, SHARED_MEMORY, GPU_TIME)
"""Of a launch of a kernel."""
ALL_METRICS: Mapping[str, Metric] = MappingProxyType({**METRICS, **KERNEL_METRICS})
MEASURED_METRICS: Mapping[str, Metric] = MappingProxyType({**ALL_METRICS, SPILLS.name: SPILLS})
"""What can be measured, forecast or not."""
