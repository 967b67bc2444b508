"""What one trial run has cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from perfcast.trial.machine import Counts
from perfcast.trial.memory import NUMBER
from perfcast.trial.prices import ARRAY_CALL, ARRAY_ELEMENT, BYTE, FUNCTION

#: Of the largest whole number that CPython has but one of.
_SMALL_BITS: Final = 8
QUANTITIES: Final = ("time", "syntax", "native", "array_work", "allocated", "peak", "result", "calls", "depth")


@dataclass(frozen=True)
class Run:
    """One run that came to an end.

    Attributes:
        size: its binary logarithm.
        costs: by `QUANTITIES`, as log2(1 + cost).
        parts: of the time, in nanoseconds, see `parts_of`.
        raised: whether it ended with an exception.
        spent: what of the allowance it took; needed: with how much it ended. The last look at the memory is over it.
        small, small_result, room: see `Counts`.
    """

    size: float
    costs: tuple[float, ...]
    parts: tuple[float, ...]
    raised: bool
    spent: float
    needed: float
    small: tuple[int, ...] = ()
    small_result: tuple[int, ...] = ()
    room: float = math.inf

    def among(self, share: float) -> Run:
        """The same as one of a workload whose sizes were raised to `share`.

        A number up to 256, of which CPython has but one, was raised to it too: among the larger sizes it is a larger
        number, and an object.
        """
        if share >= 1:
            return self
        costs = list(self.costs)
        for name, counts in (("peak", self.small), ("result", self.small_result)):
            more = NUMBER * sum(count for bits, count in enumerate(counts) if bits > _SMALL_BITS * share)
            index = QUANTITIES.index(name)
            costs[index] = math.log2(2.0 ** costs[index] + more)
        return replace(self, costs=tuple(costs))


def parts_of(counts: Counts) -> tuple[float, ...]:
    """Nanoseconds of what grows each in its own way."""
    return (
        counts.syntax + FUNCTION * counts.calls,
        counts.native,
        BYTE * counts.allocated,
        ARRAY_CALL * counts.array_calls,
        ARRAY_ELEMENT * counts.array_work,
    )


def costs_of(counts: Counts) -> tuple[float, ...]:
    """By `QUANTITIES`, as log2(1 + cost)."""
    found = (
        *(sum(parts_of(counts)), counts.syntax, counts.native, counts.array_work, counts.allocated, counts.peak),
        *(counts.result, counts.calls, counts.depth),
    )
    return tuple(math.log2(1.0 + cost) for cost in found)
