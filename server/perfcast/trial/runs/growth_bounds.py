"""Where growth ends that small runs show: at a constant that a number has not reached yet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from perfcast.trial.runs.run import Run

#: The power of the size that a number must grow with to be more than one of the sizes, and how much of a cost's power
#: it must be for the cost to be that of the number.
_FASTER: Final = 1.5
_SHARE: Final = 0.8
#: Between two runs whose numbers tell how fast they grow.
_LEAST_STEP: Final = 0.1


def bounds(runs: Sequence[Run], is_steep: bool, power: float) -> tuple[float, float]:
    """Binary logarithms of the sizes where the first bound is met, and the first of those that are believed to count.

    What may grow beyond all bounds is believed to meet any; what grows as a number does that was computed, such as a
    sum, to meet that number's. Infinity where there is none.

    Args:
        runs: that came to an end, small ones first.
        is_steep, power: of their time, see `perfcast.trial.runs.extrapolation`.
    """
    if len(runs) < 2 or runs[-1].size - runs[-2].size < _LEAST_STEP:
        return math.inf, math.inf
    met = list(_met(runs, [run.bounds for run in runs]))
    believed = [size for _, size, grows in met if is_steep or _FASTER <= grows <= power / _SHARE]
    sizes = [size for _, size, _ in met]
    return max(runs[-1].size, min(sizes, default=math.inf)), max(runs[-1].size, min(believed, default=math.inf))


def full_caches(runs: Sequence[Run]) -> float:
    """The size where a function remembers as many results as it has room for: memory grows no further by them."""
    if len(runs) < 2 or runs[-1].size - runs[-2].size < _LEAST_STEP:
        return math.inf
    sizes = [size for _, size, _ in _met(runs, [run.cache_maxsizes for run in runs])]
    return max(runs[-1].size, min(sizes, default=math.inf))


def ahead(runs: Sequence[Run], size: float) -> set[int]:
    """Bounds that no run has met, and that larger ones up to `size` will: numbers as large grow by then."""
    if len(runs) < 2 or runs[-1].size - runs[-2].size < _LEAST_STEP:
        return set()
    noted = [{**run.capacities, **run.cache_maxsizes, **run.bounds} for run in runs]
    return {most for most, met, _ in _met(runs, noted) if met < size}


def _met(runs: Sequence[Run], bounds: Sequence[Mapping[int, int]]) -> Iterator[tuple[int, float, float]]:
    """Each bound that the run before had not met, the size where it is met, and the number's power of the size.

    One that the first run had not was computed, as both numbers are of ``min(rest, largest)``, and may be larger where
    sizes are.
    """
    before, last = runs[-2:]
    for most, number in bounds[-1].items():
        if most not in bounds[0]:
            continue
        earlier = bounds[-2].get(most, most)
        if earlier < number:
            grows = (math.log2(number) - math.log2(earlier)) / (last.size - before.size)
            yield most, last.size + (math.log2(most) - math.log2(number)) / grows, grows
