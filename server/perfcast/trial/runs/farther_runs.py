"""Runs that went farther for one workload of a call, for others of the same call.

What a workload is shrunk to hangs little on how large it is: a list of 30,000 and one of 300,000 both come by lists of
4,000. So runs that went farther for the one tell how the cost of the other goes on, as far as they were what it would
be shrunk to, too. Where costs at several sizes are asked for, all of them rest on the same runs then. Numbers tell less
of one another: what has 17 divisors says nothing of what has none.
"""

from __future__ import annotations

import math
from dataclasses import replace

from perfcast.trial.runs.element_caps import Caps
from perfcast.trial.runs.run import Run
from perfcast.trial.runs.series import Series, telling
from perfcast.trial.scaling import FEW, exponent, largest, shrunk
from perfcast.workload import Workload


class FartherRuns:
    """Those of one question."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._known: list[Series] = []

    def keep(self, series: Series) -> None:
        """Keeps runs that went farther."""
        self._known.append(series)

    def clear(self) -> None:
        self._known.clear()

    def beyond(self, series: Series, workload: Workload) -> Series | None:
        """Those of other workloads that go farther than this one's own, as runs of it; None where there are none."""
        if any(isinstance(one.value, int) and one.value > FEW for one in workload.arguments):
            return None
        for known in reversed(self._known):
            if known.shrinking == series.shrinking and not known.shrinking.tells_size and self._are_of(known, workload):
                runs = self._runs(known, workload)
                if runs and series.runs[-1].size < runs[-1].size < math.log2(largest(workload)):
                    return replace(series, runs=runs, made=known.made)
        return None

    def _are_of(self, known: Series, workload: Workload) -> bool:
        """Whether the workload would be shrunk to the largest of them."""
        small, _, _ = known.made[-1]
        offsets, kept = self._caps.offsets, known.shrinking.largest_kept
        share = exponent(small, workload, offsets, kept)
        values = known.shrinking.values
        return shrunk(workload, share, values=values, offsets=offsets, largest_kept=kept) == small

    def _runs(self, known: Series, workload: Workload) -> list[Run]:
        most, runs = math.log2(largest(workload)), list[Run]()
        for small, _, run in known.made:
            size = most * exponent(small, workload, self._caps.offsets, known.shrinking.largest_kept)
            if not runs or size > runs[-1].size:
                runs.append(replace(run, size=size))
        return telling(runs, most)
