"""Numbers that are far below the sizes beside them, such as the capacity of a cache: they stay as they are.

Shrunk as sizes are, such a number is as small as it may be in all but the largest runs, and what it bounds seems to
begin to grow in these. Kept, it takes runs to get so far that several have room for it below their sizes: else it would
grow as fast as they do in just those that tell how it goes on.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from perfcast.trial.runs.growing_runs import Growing
from perfcast.trial.runs.series import Series, tells
from perfcast.trial.scaling import modest_numbers
from perfcast.workload import Workload

#: The largest one.
_MOST: Final = 128
#: How many times as large the last run is at least: one of a quarter of its size has room for the number.
_BELOW: Final = 16


def with_modest_numbers_kept(series: Series, workload: Workload, growing: Growing) -> Series:
    """Runs with such numbers as they are, where there are any and both these runs and those get far enough."""
    modest = modest_numbers(workload, _MOST)
    if not modest or not _gets_beyond(series, max(modest)):
        return series
    kept = growing.series(workload, replace(series.shrinking, largest_kept=_MOST))
    return kept if _gets_beyond(kept, max(modest)) else series


def _gets_beyond(series: Series, number: int) -> bool:
    return tells(series) and series.runs[-1].size >= math.log2(_BELOW * number)
