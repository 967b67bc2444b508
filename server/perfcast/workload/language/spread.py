"""The days over which moments are spread that an argument holds, itself or within instances."""

from __future__ import annotations

from dataclasses import replace

from perfcast.workload.language.workload import Workload


def days_of(workload: Workload) -> int | None:
    """The fewest that an argument says: where sizes shrink, those that say none get their share of a year, too, and
    what is said besides stays before it. None for a year."""
    return min((one.days for one in workload.arguments if one.days is not None), default=None)


def spread_over(workload: Workload, days: int | None) -> Workload:
    """The same workload with its moments spread over so many days; as it is for None."""
    if days is None:
        return workload
    return Workload(tuple(one if one.has_value else replace(one, days=days) for one in workload.arguments))
