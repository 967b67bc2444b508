"""The metrics that are forecast: what the rest of the server knows about each."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Metric:
    """One metric.

    Attributes:
        name: as in prompts, JSON and the API.
        unit: what its numbers are in, 'B' or 's'.
        label: one word for a line of text.
        title: for a heading.
        floor: the smallest amount worth telling apart from nothing, in `unit`.
    """

    name: str
    unit: str
    label: str
    title: str
    floor: float


PEAK_MEMORY = Metric("peak_memory", "B", "peak", "Peak memory", 1.0)
CPU_TIME = Metric("cpu_time", "s", "time", "CPU time", 1e-9)

METRICS: Mapping[str, Metric] = MappingProxyType({metric.name: metric for metric in (PEAK_MEMORY, CPU_TIME)})
