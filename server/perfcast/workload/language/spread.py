"""Where on the line of time the moments lie that an argument holds, itself or within instances."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.workload.language.workload import Workload


class Spread(NamedTuple):
    """
    Attributes:
        days: over which moments are spread; None for a year.
        in_utc: they have a zone.
    """

    days: int | None = None
    in_utc: bool = False


#: Of moments of which nothing is said.
USUAL: Final = Spread()


def spread_of(workload: Workload) -> Spread:
    """The fewest days that an argument says: where sizes shrink, those that say none get their share of a year, too,
    and what is said besides stays before it. In a zone where one is."""
    days = min((one.days for one in workload.arguments if one.days is not None), default=None)
    return Spread(days, any(one.in_utc for one in workload.arguments))


def spread_over(workload: Workload, spread: Spread) -> Workload:
    """The same workload with its moments spread like that; as it is where nothing is said."""
    if spread == USUAL:
        return workload
    days, in_utc = spread
    return Workload(
        tuple(
            one if one.has_value else replace(one, days=one.days if days is None else days, in_utc=one.in_utc or in_utc)
            for one in workload.arguments
        )
    )
