"""What one launch of a kernel moves and computes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from perfcast.triton.program.layout import Conversion, Reduction, Scan

#: Amounts of work, of which programs of one launch may have more or less.
_AVERAGED: Final = ("flops", "scattered", "reads", "waits", "ahead", "exchanges", "shuffled", "functions", "integers")


@dataclass(frozen=True)
class Counts:
    """Of one program of a launch, the mean over its programs.

    Attributes:
        loaded, stored: bytes by pointer; what a mask leaves out is not counted. Atomics count as both.
        products: operations of matrix products (two a multiply-add) by kind: 'fp16', 'tf32', 'int8' ...
        flops: floating-point operations outside matrix products, each function of the language as one.
        staged: bytes that a loop loads for operands of matrix products: what its software pipeline holds per stage.
            What cannot be copied to shared memory by itself is `resident`.
        pipelined: bytes that loops hold which ask for a pipeline themselves (``tl.range(..., num_stages=...)``).
        resident: bytes of operands of matrix products that are loaded before a loop, or computed.
        handed: bytes of the largest result of a matrix product that becomes an operand of another one by way of shared
            memory, where no warps multiply together.
        carried: bytes of the blocks that the heaviest loop carries from round to round, accumulators of products apart
            in `accumulated`.
        rows: of the left operand of the smallest matrix product; 0 without one.
        largest: bytes of the largest block that is loaded outside of loops, or made.
        held: bytes of the blocks that are needed at once, where that is most, by kind: 'data', 'offsets' (integers)
            and 'pointers'.
        exchanged: bytes of the largest block whose elements change threads, by the operation that makes them; 'turned'
            is what is written along another axis than it was read.
        reductions: the different ones that are made.
        scans: running sums and the like.
        conversions: blocks of which threads may need other elements than they have.
        scattered: bytes loaded and stored whose neighbours in a block do not lie side by side in memory.
        reads: loads and atomics, each round of a loop anew.
        waits: loads and atomics that are made one after the other: those of one round are under way at once but where
            one says where the next one reads, and so are those of short loops of constant length. What `ahead` has is
            not among them.
        ahead: rounds of loops that load nothing but operands of matrix products, as they can before their turn.
        exchanges, shuffled: how often blocks' elements change threads, for matrix products left out, and their bytes.
        functions: elements that a function is computed of which takes many instructions, quotients among them.
        integers: elements of operations on whole numbers, addresses among them.
        atomics: bytes that are changed in memory by atomics, by pointer.
        notes: what is not certain about the counts.
    """

    loaded: Mapping[str, float] = field(default_factory=dict)
    stored: Mapping[str, float] = field(default_factory=dict)
    products: Mapping[str, float] = field(default_factory=dict)
    flops: float = 0.0
    staged: float = 0.0
    pipelined: float = 0.0
    resident: float = 0.0
    handed: float = 0.0
    carried: float = 0.0
    accumulated: float = 0.0
    rows: int = 0
    largest: float = 0.0
    held: Mapping[str, float] = field(default_factory=dict)
    exchanged: Mapping[str, float] = field(default_factory=dict)
    reductions: frozenset[Reduction] = frozenset()
    conversions: frozenset[Conversion] = frozenset()
    scans: frozenset[Scan] = frozenset()
    scattered: float = 0.0
    reads: float = 0.0
    waits: float = 0.0
    ahead: float = 0.0
    exchanges: float = 0.0
    shuffled: float = 0.0
    functions: float = 0.0
    integers: float = 0.0
    atomics: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def requested(self) -> float:
        """Bytes that the program asks of the memory system."""
        return sum(self.loaded.values()) + sum(self.stored.values())


def mean(counts: list[Counts]) -> Counts:
    """The mean of the counts of several programs; sizes of blocks are the greatest."""

    def of(maps: list[Mapping[str, float]]) -> dict[str, float]:
        names = dict.fromkeys(name for one in maps for name in one)
        return {name: sum(one.get(name, 0.0) for one in maps) / len(maps) for name in names}

    def most(maps: list[Mapping[str, float]]) -> dict[str, float]:
        return {name: max(one.get(name, 0.0) for one in maps) for name in dict.fromkeys(n for one in maps for n in one)}

    return Counts(
        loaded=of([one.loaded for one in counts]),
        stored=of([one.stored for one in counts]),
        products=of([one.products for one in counts]),
        staged=max(one.staged for one in counts),
        pipelined=max(one.pipelined for one in counts),
        resident=max(one.resident for one in counts),
        handed=max(one.handed for one in counts),
        carried=max(one.carried for one in counts),
        accumulated=max(one.accumulated for one in counts),
        rows=min((one.rows for one in counts if one.rows), default=0),
        largest=max(one.largest for one in counts),
        held=most([one.held for one in counts]),
        exchanged=most([one.exchanged for one in counts]),
        reductions=frozenset().union(*(one.reductions for one in counts)),
        conversions=frozenset().union(*(one.conversions for one in counts)),
        scans=frozenset().union(*(one.scans for one in counts)),
        atomics=of([one.atomics for one in counts]),
        **{name: sum(getattr(one, name) for one in counts) / len(counts) for name in _AVERAGED},
        notes=tuple(dict.fromkeys(note for one in counts for note in one.notes)),
    )
