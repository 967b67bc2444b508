"""Sizes that what a unit does has nothing to do with, such as that of a list that is gone through beside a shorter one.

Where a unit does much for each element of others, these are as small as they may be in all the runs that there is time
for: only such a size grows from one run to the next, and all workloads seem to cost the same. With it cut to what the
others are, all of them grow together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from perfcast.trial.runs.run import Run
from perfcast.trial.runs.series import Made, Series
from perfcast.trial.scaling import FEW
from perfcast.workload import Argument, Workload

#: Binary orders by which what runs cost differs at most where none has to do with what grew.
_ALIKE: Final = 0.05


def with_idle_sizes_cut(series: Series, workload: Workload) -> Workload | None:
    """The workload with such sizes as large as others; None where its runs do not show that there are any."""
    return None if series.shrinking.tells_size or not end_well(series) else _cut(series.made, workload)


def has_idle_sizes(made: Sequence[Made], workload: Workload) -> bool:
    """Whether runs of the workload show that it has."""
    return len(made) > 1 and not made[-1][2].raised and _cut(made, workload) is not None


def _cut(made: Sequence[Made], workload: Workload) -> Workload | None:
    if _differ(made[0][2], made[-1][2]):
        return None
    first, last, whole = (_sizes(one) for one in (made[0][0], made[-1][0], workload))
    held_up = [size for small, large, size in zip(*map(_joined, (first, last, whole)), strict=True) if small == large]
    most = max(held_up, default=0)
    if most <= FEW:
        return None
    cut = Workload(tuple(map(_with_less, workload.arguments, whole, first, last, [most] * len(whole))))
    return cut if cut != workload else None


def end_well(series: Series) -> bool:
    """Whether there are several runs, and the largest came to its end."""
    return len(series.runs) > 1 and not (series.refused or series.runs[-1].raised)


def grow(series: Series) -> bool:
    """Whether the largest run costs other than the smallest."""
    return _differ(series.runs[0], series.runs[-1])


def _differ(first: Run, last: Run) -> bool:
    return any(abs(one - other) >= _ALIKE for one, other in zip(first.costs, last.costs, strict=True))


def _sizes(workload: Workload) -> list[Sequence[int]]:
    return [one.type.shape or one.sizes for one in workload.arguments]


def _joined(sizes: list[Sequence[int]]) -> list[int]:
    return [size for own in sizes for size in own]


def _with_less(
    argument: Argument, whole: Sequence[int], first: Sequence[int], last: Sequence[int], most: int
) -> Argument:
    """The argument with those of its sizes that grew at most so large."""
    sizes = tuple(
        min(size, most) if small < large else size for size, small, large in zip(whole, first, last, strict=True)
    )
    if argument.type.shape:
        return replace(argument, type=replace(argument.type, shape=sizes))
    return replace(argument, sizes=sizes)
