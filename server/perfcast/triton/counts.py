"""What one launch of a kernel moves and computes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Counts:
    """Of one program of a launch, the mean over its programs.

    Attributes:
        loaded, stored: bytes by pointer; what a mask leaves out is not counted. Atomics count as both.
        products: operations of matrix products (two a multiply-add) by kind: 'fp16', 'tf32', 'int8' ...
        flops: floating-point operations outside matrix products, each function of the language as one.
        staged: bytes of the operands of matrix products that a loop loads: what its software pipeline holds per stage.
        carried: bytes of the blocks that the heaviest loop carries from round to round, accumulators of products apart
            in `accumulated`.
        rows: of the left operand of the smallest matrix product; 0 without one.
        largest: bytes of the largest block that is loaded outside of loops, or made.
        notes: what is not certain about the counts.
    """

    loaded: Mapping[str, float] = field(default_factory=dict)
    stored: Mapping[str, float] = field(default_factory=dict)
    products: Mapping[str, float] = field(default_factory=dict)
    flops: float = 0.0
    staged: float = 0.0
    carried: float = 0.0
    accumulated: float = 0.0
    rows: int = 0
    largest: float = 0.0
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

    return Counts(
        loaded=of([one.loaded for one in counts]),
        stored=of([one.stored for one in counts]),
        products=of([one.products for one in counts]),
        flops=sum(one.flops for one in counts) / len(counts),
        staged=max(one.staged for one in counts),
        carried=max(one.carried for one in counts),
        accumulated=max(one.accumulated for one in counts),
        rows=min(one.rows for one in counts),
        largest=max(one.largest for one in counts),
        notes=tuple(dict.fromkeys(note for one in counts for note in one.notes)),
    )
