"""The counters that every part of the interpreter adds to."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from perfcast.static.sizes import own_size
from perfcast.static.values import (
    MOST,
    Collection,
    Frame,
    Number,
    Text,
    Value,
    different,
    distinct_values,
    join,
)

_MOST_STEPS: Final = 2000
_TEMPORARIES_KEPT: Final = 4


class OutOfSteps(Exception):
    """The function is too long to be walked to its end; what was counted so far stands."""


class Machine(ABC):
    """What is counted, and how often the code that is looked at runs.

    Attributes:
        multiplicity: how often the code that is evaluated now runs in one call of the unit.
        lines: lines of Python executed.
        operations: expressions evaluated.
        native: elements gone through by what is written in C.
        allocated: bytes.
        scale: elements of the largest argument, the guess for a loop of which nothing else is known.
        states: the places that a search through the arguments can be at.
    """

    def __init__(self) -> None:
        self.multiplicity = 1.0
        self.lines = self.operations = self.native = self.arithmetic = self.allocated = self.calls = 0.0
        self.longest_loop = 0.0
        self.nesting = self.deepest = 0
        self.recursion = 0.0
        self.memoised = False
        self.unknowns = 0
        self.early_exit = False
        self.scale = 1.0
        self.states = 1.0
        self.peak_of_calls = 0.0
        self.steps = 0
        self.passing = 0.0
        self._temporaries: list[tuple[float, Value]] = []

    @abstractmethod
    def call(self, function: Value, arguments: Sequence[Value], times: float = 1.0) -> Value:
        """Calls a value of the program so often, on values that are known already."""

    @abstractmethod
    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        """What an expression gives; its cost is counted."""

    def quietly(self, node: ast.expr, frame: Frame) -> Value:
        """What an expression gives, at no cost."""
        saved, unknowns = self.multiplicity, self.unknowns
        self.multiplicity = 0.0
        try:
            return self.evaluate(node, frame)
        finally:
            self.multiplicity, self.unknowns = saved, unknowns

    def step(self) -> None:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise OutOfSteps

    def work(self, elements: float, lines: float = 0.0) -> None:
        """Goes through elements natively; `lines` of Python run in libraries."""
        self.native = min(MOST, self.native + self.multiplicity * elements)
        if lines:
            self.lines += self.multiplicity * lines

    def compute(self, elements: float, lines: float = 0.0) -> None:
        """Arithmetic on the elements of arrays."""
        self.arithmetic = min(MOST, self.arithmetic + self.multiplicity * elements)
        if lines:
            self.lines += self.multiplicity * lines

    def allocate(self, size: float) -> None:
        self.allocated = min(MOST, self.allocated + self.multiplicity * size)

    def in_passing(self, size: float) -> None:
        """Notes what a library needs during a call beside what it gives."""
        if self.multiplicity:
            self.passing = min(MOST, max(self.passing, size))

    def make(self, value: Value) -> Value:
        """Counts a value as newly allocated, and remembers the largest for the peak."""
        if isinstance(value, Collection):
            value.population = max(self.multiplicity, 1.0)
        size = own_size(value)
        if isinstance(value, Collection) and isinstance(value.element, Number | Text) and value.element.fresh:
            size += value.length * own_size(value.element)
        self.allocate(size)
        if self.multiplicity and size > 64.0:
            self._temporaries.append((size, value))
            if len(self._temporaries) > _TEMPORARIES_KEPT:
                self._temporaries.remove(min(self._temporaries, key=_size))
        return value

    def fresh_list(self, length: float, element: Value) -> Value:
        """A new one of such elements."""
        return self.make(Collection("list", min(MOST, max(0.0, length)), element))

    def grow(self, target: Collection, element: Value, amount: float = 1.0, key: Value | None = None) -> None:
        """Adds elements to a container, `amount` each time that the code runs."""
        added = amount * self.multiplicity / max(target.population, 1e-9)
        if target.kind in ("set", "dict"):
            values = distinct_values(element if key is None else key)
            target.length = min(MOST, max(target.length, different(target.length + added, values)))
        else:
            target.length = min(MOST, target.length + added)
        self.allocate(12.0 * amount if target.kind != "dict" else 40.0 * amount)
        self.native += self.multiplicity * amount
        target.items = None
        target.element = join(target.element, element)
        if key is not None:
            target.key = join(target.key, key)

    def counters(self) -> tuple[float, ...]:
        """All that has been counted so far."""
        return self.lines, self.operations, self.native, self.arithmetic, self.allocated, self.calls

    def rescale(self, since: tuple[float, ...], factor: float) -> None:
        """Counts what came since then as having run less often."""
        now = self.counters()
        self.lines, self.operations, self.native, self.arithmetic, self.allocated, self.calls = (
            old + (new - old) * factor for old, new in zip(since, now, strict=True)
        )

    def guess(self) -> None:
        """Notes that something had to be guessed."""
        if self.multiplicity:
            self.unknowns += 1

    def largest_temporary(self, seen: set[int]) -> float:
        """Bytes of the largest value made that no name holds."""
        return max((size for size, value in self._temporaries if id(value) not in seen), default=0.0)


def _size(entry: tuple[float, Value]) -> float:
    return entry[0]
