"""Adds up what a program does while it is followed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from perfcast.triton.blocks import Block
from perfcast.triton.counts import Counts


@dataclass
class Tally:
    """The counts so far. `times` is how often what is being followed happens: the rounds of the loops around it."""

    times: float = 1.0
    loaded: Counter[str] = field(default_factory=Counter)
    stored: Counter[str] = field(default_factory=Counter)
    products: Counter[str] = field(default_factory=Counter)
    flops: float = 0.0
    staged: dict[tuple[int, int], float] = field(default_factory=dict)
    carried: float = 0.0
    accumulated: float = 0.0
    rows: int = 0
    largest: float = 0.0
    notes: dict[str, None] = field(default_factory=dict)

    def load(self, pointer: str, size: float) -> None:
        self.loaded[pointer] += self.times * size  # type: ignore[assignment]

    def store(self, pointer: str, size: float) -> None:
        self.stored[pointer] += self.times * size  # type: ignore[assignment]

    def compute(self, elements: float) -> None:
        self.flops += self.times * elements

    def multiply(self, kind: str, operations: float) -> None:
        self.products[kind] += self.times * operations  # type: ignore[assignment]

    def stage(self, operand: Block) -> None:
        """An operand of a matrix product: held in shared memory once a stage where a loop loads it."""
        if operand.loaded is not None and operand.loaded[1] > 0:
            self.staged[operand.loaded] = operand.size

    def note(self, text: str) -> None:
        self.notes.setdefault(text)

    def counts(self) -> Counts:
        return Counts(
            loaded=dict(self.loaded),
            stored=dict(self.stored),
            products=dict(self.products),
            flops=self.flops,
            staged=sum(self.staged.values()),
            carried=self.carried,
            accumulated=self.accumulated,
            rows=self.rows,
            largest=self.largest,
            notes=tuple(self.notes),
        )
