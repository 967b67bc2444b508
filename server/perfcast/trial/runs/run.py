"""What one trial run has cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from perfcast.trial.interpreter.accounting.cache_penalty import NO_LONGER, Longer
from perfcast.trial.interpreter.accounting.counts import Counts
from perfcast.trial.interpreter.accounting.heap_walk import as_objects
from perfcast.trial.interpreter.accounting.integers import NO_NUMBERS, WholeNumbers
from perfcast.trial.interpreter.accounting.largest_table import NO_TABLE, Table
from perfcast.trial.interpreter.accounting.prices import BYTE, FUNCTION
from perfcast.trial.interpreter.accounting.scattered_memory import NOWHERE, Reach
from perfcast.trial.interpreter.accounting.whole_sizes import Told
from perfcast.trial.quantities import QUANTITIES
from perfcast.trial.runs.extrapolation import may_be_superpolynomial

#: Bytes of calls' frames that a thread has room for from the start, and of what it gets each time that they are full.
_ROOM: Final = 15_000
_CHUNK: Final = 16_240
#: Of the largest whole number that CPython has but one of.
SMALL_BITS: Final = 8


class Failure(NamedTuple):
    """The exception that a run ended with: see `perfcast.trial.interpreter.errors.handlers`."""

    in_short: str
    in_full: str


@dataclass(frozen=True)
class Run:
    """One run that came to an end.

    Attributes:
        size: its binary logarithm.
        costs: by `QUANTITIES`, as log2(1 + cost).
        parts: of the time, in nanoseconds, see `parts_of`.
        raised: whether it ended with an exception; error, error_in_full: that one in short and in full, else ''.
        spent: what of the allowance it took; needed: with how much it ended. The last look at the memory is over it.
        grown, small_result, bounds, cache_maxsizes, capacities, told: see `Counts`.
        buffer: elements of NumPy's buffers, which tell what sizes were raised to, where it depends on that, else 0.
        smooth: the peak as in `costs`, with tables as large as they are on average, see `Counts.step`.
        scratch: see `Counts`, as log2(1 + bytes).
        numbers: whole numbers that are held at the peak; table: the largest one.
        first: of a run that comes after one that has changed what lasts, that one; None of others.
        is_cold: it has changed what lasts, and there is none that comes after it.
        longer: what it takes more for inputs that are made anew, which is no part of the costs; reach: how much there
            was around what it looked up, which is none either.
    """

    size: float
    costs: tuple[float, ...]
    parts: tuple[float, ...]
    raised: bool
    spent: float
    needed: float
    grown: tuple[int, ...] = ()
    small_result: tuple[int, ...] = ()
    bounds: Mapping[int, int] = field(default_factory=dict)
    smooth: float = 0.0
    scratch: float = 0.0
    numbers: WholeNumbers = NO_NUMBERS
    error: str = ""
    error_in_full: str = ""
    buffer: int = 0
    first: Run | None = None
    is_cold: bool = False
    longer: Longer = NO_LONGER
    reach: Reach = NOWHERE
    cache_maxsizes: Mapping[int, int] = field(default_factory=dict)
    capacities: Mapping[int, int] = field(default_factory=dict)
    table: Table = NO_TABLE
    told: Told = field(default_factory=Told)

    @property
    def changes_lasting(self) -> bool:
        """Whether a call leaves something for those after it."""
        return self.is_cold or self.first is not None

    @property
    def small_bits(self) -> int:
        """Of the longest number that CPython has but one of, among what is held at the peak."""
        return self.grown.index(self.grown[-1]) if self.grown else 0

    def among(self, share: float, part: float = 1.0) -> Run:
        """The same as one of a workload whose sizes were raised to `share`.

        A number up to 256, of which CPython has but one, was raised to it too: among the larger sizes it is a larger
        number, and an object.

        Args:
            part: of references to such numbers, those that are to one of their own.
        """
        if share >= 1:
            return self
        if self.first is not None:
            return replace(replace(self, first=None).among(share, part), first=self.first.among(share, part))
        bits = int(SMALL_BITS * share)
        costs = dict(zip(QUANTITIES, self.costs, strict=True))
        more = part * max(0.0, 1.0 + self.grown[bits] - 2.0 ** costs["peak"])
        costs["peak"] = math.log2(2.0 ** costs["peak"] + more)
        costs["result"] = math.log2(2.0 ** costs["result"] + part * as_objects(self.small_result)[bits])
        return replace(self, costs=tuple(costs.values()), smooth=math.log2(2.0**self.smooth + more))


def may_grow_superpolynomially(runs: Sequence[Run]) -> bool:
    """Whether the time of the runs may grow faster than any power of their size, see `may_be_superpolynomial`."""
    return may_be_superpolynomial([run.size for run in runs], [run.costs[0] for run in runs])


def run_of(counts: Counts, error: Failure | None, spent: float, limit: float, buffer: int) -> Run:
    """A run that has cost so much.

    Args:
        buffer: elements of NumPy's buffers.
    """
    return Run(
        0.0,
        costs_of(counts),
        parts_of(counts),
        error is not None,
        spent,
        min(limit, spent),
        tuple(counts.grown),
        tuple(counts.small_result),
        counts.bounds,
        math.log2(1.0 + max(0.0, counts.peak - counts.step)),
        math.log2(1.0 + counts.scratch),
        counts.numbers,
        error.in_short if error else "",
        error.in_full if error else "",
        buffer if counts.takes_share else 0,
        cache_maxsizes=counts.cache_maxsizes,
        capacities=counts.capacities,
        table=counts.table,
        told=counts.told,
        longer=counts.longer,
        reach=counts.scattered.reach,
    )


def of_one_kind(runs: list[Run]) -> list[Run]:
    """The runs; where one has changed what lasts and none could come after it, all as they were the first time. Runs of
    several kinds have no course in common."""
    if not any(run.is_cold for run in runs):
        return runs
    return [run if run.first is None else replace(run.first, size=run.size) for run in runs]


def parts_of(counts: Counts) -> tuple[float, ...]:
    """Nanoseconds of what grows each in its own way."""
    return (
        counts.syntax + FUNCTION * counts.calls,
        counts.native,
        counts.digits,
        BYTE * counts.allocated,
        counts.array_calls,
        counts.array_work,
    )


def costs_of(counts: Counts) -> tuple[float, ...]:
    """By `QUANTITIES`, as log2(1 + cost)."""
    found = (
        *(sum(parts_of(counts)), counts.syntax, counts.native + counts.digits, counts.array_work, counts.allocated),
        *(counts.peak, counts.result, counts.calls, counts.depth, counts.stack),
    )
    return tuple(math.log2(1.0 + cost) for cost in found)


def with_stack(held: float, frames: float) -> float:
    """The peak with what frames take of memory beside objects; all as log2(1 + bytes)."""
    chunks = math.ceil((2.0**frames - 1.0 - _ROOM) / _CHUNK)
    return math.log2(2.0**held + max(0, chunks) * _CHUNK)
