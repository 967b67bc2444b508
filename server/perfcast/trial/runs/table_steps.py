"""The largest table of a workload, as full as it is at the workload's own size.

A dictionary's table doubles at once, a set's grows to the fourfold, so that what is held may be half or twice of what
it is on average. How many entries there are goes on more smoothly than the bytes that they take.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final

from perfcast.trial.interpreter.accounting.largest_table import MOST_ALIKE, Table
from perfcast.trial.runs.cost_series import CostSeries

#: Runs with such a table that tell how many entries it has, and of the last ones how many have it at least.
_TELLING: Final = 3
_OF_LAST: Final = 2
#: log2 of by how much the number of entries is in doubt where all ways agree on it; where it is in so much doubt, the
#: table is as likely to be as full as any.
_LEAST_DOUBT: Final = 0.005
_MOST_DOUBT: Final = 0.5
#: Numbers of entries that are tried within the doubt, to either side.
_TRIED: Final = 4


class GrowingTable:
    """The largest tables at the peaks of runs.

    Args:
        sizes: of the runs, their binary logarithms, ascending.
    """

    def __init__(self, sizes: Sequence[float], tables: Sequence[Table]) -> None:
        last = self._last = tables[-1]
        of_kind = [one.entries > 0 and (one.entry, one.alike) == (last.entry, last.alike) for one in tables]
        found = [(size, table) for size, table, is_one in zip(sizes, tables, of_kind, strict=True) if is_one]
        self._tables = [table for _, table in found[-_TELLING:]]
        self._entries = CostSeries([size for size, _ in found], [[math.log2(1.0 + one.entries) for _, one in found]])
        numbers = [one.entries for one in self._tables]
        # What does not grow is not what there is most of.
        self._tells = (
            len(numbers) == _TELLING
            and sum(of_kind[-_TELLING:]) >= _OF_LAST
            and last.alike <= MOST_ALIKE
            and numbers[0] < numbers[1] < numbers[2]
        )

    def held(self, smooth: float, size: float) -> float:
        """The most bytes that are held at once, as log2(1 + bytes).

        Args:
            smooth: the same, with tables as full as they are on average.
        """
        if not self._tells:
            return smooth
        found = self._entries.estimates(0, size)
        doubt = _LEAST_DOUBT + (max(found) - min(found)) / 2
        if doubt > _MOST_DOUBT:
            return smooth
        middle = statistics.median(found)
        tried = (2.0 ** (middle + doubt * step / _TRIED) - 1.0 for step in range(-_TRIED, _TRIED + 1))
        return statistics.fmean(self._held_with(smooth, max(1, round(entries))) for entries in tried)

    def _held_with(self, smooth: float, entries: int) -> float:
        """With so many entries: as the table grew, or now."""
        table = self._last._replace(entries=entries)
        beside = max(0.0, 2.0**smooth - self._times() * self._last.average_nbytes(entries))
        now = table.alike * table.nbytes + beside
        then = table.alike * table.nbytes + table.growth_nbytes + beside * table.first_entries / entries
        return math.log2(1.0 + max(now, then))

    def _times(self) -> float:
        """How many times as much as one table takes on average is part of the smooth estimate."""
        return statistics.fmean(
            one.alike + (one.growth_nbytes / one.nbytes if one.has_old_places and one.nbytes else 0.0)
            for one in self._tables
        )
