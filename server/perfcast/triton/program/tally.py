"""Adds up what a program does while it is followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from perfcast.triton.program.blocks import Block, Place
from perfcast.triton.program.counts import Counts
from perfcast.triton.program.layout import Conversion, Layout, Reduction, Scan, at_once

#: What registers are taken up by; masks take up none that count.
_HELD: Final = ("data", "offsets", "pointers")
#: Exchanges that are a part of what products take, or of writing to memory.
_OF_PRODUCTS: Final = frozenset({"dot", "dot_left", "dot_right", "store"})
#: What grows with each round of a loop.
_WORK: Final = (
    *("loaded", "stored", "products", "flops", "scattered", "reads", "exchanges", "shuffled", "functions"),
    *("integers", "atomics", "waited"),
)
#: A method of `Tally` and what it is given.
Effect = tuple[Callable[..., None], tuple[Any, ...]]
Spread = TypeVar("Spread", Layout, Reduction, Scan)


@dataclass
class Tally:
    """The counts so far.

    Attributes:
        times: how often what is being followed happens: the rounds of the loops around it.
        depth: stages of the pipeline that the loop itself asks for; 0 where it does not.
        stretch: tells apart rounds of loops, and what lies outside of them. Loads of one stretch wait for those alone
            that say where they read.
        stretch_times: how often it is gone through.
        waited: how often a load at a place waits, by its stretch and the length of the chain that it ends.
    """

    times: float = 1.0
    loaded: Counter[str] = field(default_factory=Counter)
    stored: Counter[str] = field(default_factory=Counter)
    products: Counter[str] = field(default_factory=Counter)
    flops: float = 0.0
    depth: int = 0
    staged: dict[int, float] = field(default_factory=dict)
    pipelined: dict[int, float] = field(default_factory=dict)
    resident: dict[object, float] = field(default_factory=dict)
    handed: float = 0.0
    carried: float = 0.0
    accumulated: float = 0.0
    rows: int = 0
    largest: float = 0.0
    held: dict[str, float] = field(default_factory=dict)
    exchanged: dict[str, float] = field(default_factory=dict)
    reductions: set[Reduction] = field(default_factory=set)
    conversions: set[Conversion] = field(default_factory=set)
    scans: set[Scan] = field(default_factory=set)
    accesses: dict[tuple[tuple[int, ...], int], int] = field(default_factory=dict)
    written: set[tuple[Layout, float]] = field(default_factory=set)
    scattered: float = 0.0
    reads: float = 0.0
    exchanges: float = 0.0
    shuffled: float = 0.0
    functions: float = 0.0
    integers: float = 0.0
    atomics: Counter[str] = field(default_factory=Counter)
    stretch: int = 0
    stretch_times: float = 1.0
    waited: dict[tuple[int, int, int], float] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    _stretches: int = 0
    _uncopied: set[int] = field(default_factory=set)
    _read: dict[int, float] = field(default_factory=dict)
    _widths: dict[int, float] = field(default_factory=dict)

    def add(self, effects: Iterable[Effect]) -> None:
        for method, given in effects:
            method(self, *given)

    def load(self, pointer: str, size: float) -> None:
        self.loaded[pointer] += self.times * size  # type: ignore[assignment]
        self.reads += self.times

    def wait(self, place: Place, chain: int, copied: bool) -> None:
        """A load that ends a chain of so many.

        Args:
            copied: what it loads can go to shared memory by itself, while the program goes on.
        """
        self.waited[self.stretch, chain, place[0]] = self.stretch_times
        if not copied:
            self._uncopied.add(place[0])

    @contextmanager
    def looping(self) -> Iterator[None]:
        """What comes behind a loop belongs to the stretch that lies before it."""
        outside = self.stretch, self.stretch_times
        try:
            yield
        finally:
            self.stretch, self.stretch_times = outside

    def enter(self, times: float) -> None:
        """A new stretch begins that is gone through so often."""
        self._stretches += 1
        self.stretch, self.stretch_times = self._stretches, times

    def _waits(self) -> tuple[float, float]:
        """How often the program waits for loads, and how often for such alone as a loop can load ahead."""
        most: dict[tuple[int, int], float] = {}
        here: set[tuple[int, int]] = set()
        for (stretch, chain, place), times in self.waited.items():
            at = stretch, chain
            most[at] = max(most.get(at, 0.0), times)
            if place not in self.staged or place in self._uncopied:
                here.add(at)
        ahead = sum(times for at, times in most.items() if at not in here)
        return sum(most.values()) - ahead, ahead

    def store(self, pointer: str, size: float) -> None:
        self.stored[pointer] += self.times * size  # type: ignore[assignment]

    def compute(self, block: Block) -> None:
        """A block of floating-point numbers, by an operation on each element."""
        self.flops += self.times * block.elements
        self.enlarge(block.size)

    def sort(self, block: Block, passes: float) -> None:
        """A block of which each element is compared with others, and changes place with them, so many times."""
        self.exchanged["sort"] = max(self.exchanged.get("sort", 0.0), block.size)
        self.exchanges += self.times * passes
        self.shuffled += self.times * passes * block.size
        if block.dtype.is_float:
            self.flops += self.times * passes * block.elements
        else:
            self.work(passes * block.elements)
        self.enlarge(block.size)

    def enlarge(self, size: float) -> None:
        """A block of so many bytes is loaded or made."""
        self.largest = max(self.largest, size)

    def multiply(self, kind: str, operations: float) -> None:
        self.products[kind] += self.times * operations  # type: ignore[assignment]

    def accumulate(self, rows: int, size: float) -> None:
        """The result of a matrix product, by the rows of its left operand."""
        self.rows = min(self.rows or rows, rows)
        self.accumulated = max(self.accumulated, size)

    def read(self, place: Place, block: Block) -> None:
        """A block that is loaded in a place."""
        self._read[place[0]] = block.size
        self._widths[place[0]] = block.dtype.bits / 8
        if self.depth > 1:
            self.pipelined[place[0]] = block.size * (self.depth - 1)

    def turn(self, blocks: Sequence[Block]) -> None:
        """Blocks of which all but one change threads, that were read along different axes."""
        self.exchange("turned", min(map(self._size_as_read, blocks)))

    def _size_as_read(self, block: Block) -> float:
        """Bytes of a block in the narrowest of the types that what it was computed from was read in."""
        return min([block.size, *(block.elements * self._widths[place[0]] for place in block.sources)])

    def access(self, layout: Layout) -> None:
        """A block is read or written: of all that lie alike, what one thread takes at once all do."""
        key = layout.shape, layout.fast
        self.accesses[key] = max(self.accesses.get(key, 1), layout.each)

    def write(self, layout: Layout, width: float) -> None:
        """A block of elements of so many bytes is written as it lies: of them a thread takes no more than it can."""
        self.written.add((layout, width))

    def convert(self, conversion: Conversion) -> None:
        self.conversions.add(conversion)

    def reduce(self, reduction: Reduction) -> None:
        self.reductions.add(reduction)

    def scan(self, scan: Scan) -> None:
        self.scans.add(scan)

    def _agreed(self, one: Spread) -> Spread:
        return replace(one, each=self.accesses.get((one.shape, one.fast), one.each))

    def _conversions(self) -> Iterator[Conversion]:
        for one in self.conversions:
            yield replace(one, before=self._agreed(one.before), after=self._agreed(one.after))
        for layout, width in self.written:
            before = self._agreed(layout)
            yield Conversion(layout.shape, width, before, replace(before, each=min(before.each, at_once(width))))

    def stage(self, operand: Block, fits: bool) -> None:
        """An operand of a matrix product.

        What a loop loads for it is held in shared memory once a stage of the loop's software pipeline, and goes on from
        registers where it is changed element by element. An operand that is loaded before, put together of others, or
        of what cannot be copied there by itself, is held once.

        Args:
            fits: the result of another product is in the threads already that need it for this one.
        """
        in_loop = {place for place, loop in operand.sources if loop > 0}
        for place in in_loop:
            self.staged[place] = self._read[place]
        if not operand.sources:
            if not fits:
                self.handed = max(self.handed, operand.size)
        elif operand.layout is None or not in_loop or in_loop & self._uncopied or self._is_narrowed(operand):
            key = operand.loaded or tuple(sorted(operand.sources))
            self.resident[key] = max(self.resident.get(key, 0.0), operand.size)

    def _is_narrowed(self, block: Block) -> bool:
        """Whether it has less bits than what it was computed from."""
        return any(self._widths[place[0]] > block.dtype.bits / 8 for place in block.sources)

    def so_far(self) -> dict[str, Any]:
        """The amounts of work, for `repeat`."""
        return {name: copy(getattr(self, name)) for name in _WORK}

    def repeat(self, before: Mapping[str, Any], times: float) -> None:
        """What was done since `so_far` gave that was done so often."""
        for name, amount in before.items():
            now = getattr(self, name)
            if isinstance(now, dict):
                for key in now:
                    begin = amount.get(key, 0.0)
                    now[key] = begin + times * (now[key] - begin)
            else:
                setattr(self, name, amount + times * (now - amount))

    def hold(self, blocks: Iterable[Block]) -> None:
        """Blocks that are needed at one moment, each once."""
        sizes = dict.fromkeys((*_HELD, "masks"), 0.0)
        for block in blocks:
            kind, size = block.held
            sizes[kind] += size
        for kind in _HELD:
            if sizes[kind] > self.held.get(kind, -1.0):
                self.held[kind] = sizes[kind]

    def exchange(self, operation: str, size: float) -> None:
        """An operation that moves elements from thread to thread, by shuffles or through shared memory."""
        self.exchanged[operation] = max(self.exchanged.get(operation, 0.0), size)
        if operation not in _OF_PRODUCTS:
            self.exchanges += self.times
            self.shuffled += self.times * size

    def change(self, pointer: str, size: float) -> None:
        """Bytes that atomics change in memory."""
        self.atomics[pointer] += self.times * size  # type: ignore[assignment]

    def work(self, elements: float) -> None:
        """Elements of an operation on whole numbers."""
        self.integers += self.times * elements

    def call(self, elements: float) -> None:
        """Elements that a function of many instructions is computed of."""
        self.functions += self.times * elements

    def scatter(self, size: float) -> None:
        """Bytes moved of which neighbours do not lie side by side."""
        self.scattered += self.times * size

    def note(self, text: str) -> None:
        self.notes.setdefault(text)

    def counts(self) -> Counts:
        waits, ahead = self._waits()
        left_out = self._uncopied.union(self.pipelined)
        return Counts(
            loaded=dict(self.loaded),
            stored=dict(self.stored),
            products=dict(self.products),
            flops=self.flops,
            staged=sum(size for place, size in self.staged.items() if place not in left_out),
            pipelined=sum(self.pipelined.values()),
            resident=sum(self.resident.values()),
            handed=self.handed,
            carried=self.carried,
            accumulated=self.accumulated,
            rows=self.rows,
            largest=self.largest,
            held=dict(self.held),
            exchanged=dict(self.exchanged),
            reductions=frozenset(map(self._agreed, self.reductions)),
            conversions=frozenset(self._conversions()),
            scans=frozenset(map(self._agreed, self.scans)),
            scattered=self.scattered,
            reads=self.reads,
            waits=waits,
            ahead=ahead,
            exchanges=self.exchanges,
            shuffled=self.shuffled,
            functions=self.functions,
            integers=self.integers,
            atomics=dict(self.atomics),
            notes=tuple(self.notes),
        )
