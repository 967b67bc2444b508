"""The state of a run: what it has spent of its budget, which frames are alive, how much memory they hold.

Each file has a part of it, which knows those above: `shared_state`, `spending`, `shrunk_sizes`, `held_memory`,
`taken_places`, `new_objects`. Here is what is left: where runs begin, and calls within them.
"""

from __future__ import annotations

import decimal
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, Final

from perfcast.trial.interpreter.accounting.dict_entries import Entries
from perfcast.trial.interpreter.accounting.first_entries import FirstEntries
from perfcast.trial.interpreter.accounting.free_lists import Places
from perfcast.trial.interpreter.accounting.generator_sizes import READERS
from perfcast.trial.interpreter.accounting.held_memory import LEAST_STRIDE
from perfcast.trial.interpreter.accounting.leftover_memory import Remains
from perfcast.trial.interpreter.accounting.new_objects import NewObjects
from perfcast.trial.interpreter.accounting.operation_recency import Recent
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.shared_state import SharedState
from perfcast.trial.interpreter.accounting.shortened_loops import Loops
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.stops import TooDeep

#: Bytes of a call's frame without its names, as CPython 3.11 has it.
_FRAME: Final = 133
#: Bytes of the part of a deque that holds elements, and how often one is referred to that a frame alone holds.
_QUEUE: Final = 528
_NAMED: Final = counted(3, lent=2)
#: Calls within calls; each takes about a dozen frames of Python's own.
_MOST_CALLS = 120
#: Calls within calls that hold little by their names.
_FEW_CALLS: Final = 3
#: What the machine keeps whatever is run apart: all of what `SharedState` has, and of nothing else.
_COMMON: Final = frozenset({*vars(SharedState())})


class Machine(NewObjects):
    """One for a unit; `begin` starts each run anew."""

    def __init__(self) -> None:
        super().__init__()
        #: Of the run.
        self.number = 0
        #: Loops of a run that leaves some of them earlier, or that tells which they are; None of any other.
        self.loops: Loops | None = None
        #: Whether who looks for files finds none, see `perfcast.trial.stdlib.system.absent_files`; and whether a module
        #: is imported then.
        self.is_without_files = self.is_importing = False
        #: In which the user's own projects and what they import lie.
        self.folders: tuple[str, ...] = ()
        #: Gives an abstract class of the standard library as it is written, see `World.abstract`.
        self.abstract: Callable[[type], Class | None] = lambda _: None
        #: Containers in which texts were not found, where somebody wants to know.
        self.sought: list[Collection[Any]] | None = None
        #: On which tasks run, see `perfcast.trial.stdlib.concurrency.tasks`; None before there are any.
        self.loop: Any = None
        self.begin(0, ())

    def new_place(self) -> int:
        """One for a loop that small runs may leave earlier, among caps that shrink."""
        self._last_place -= 1
        return self._last_place

    def begin(self, limit: float, arguments: object, lasting: object = None) -> None:
        """
        Args:
            limit: what the run may spend, about in nanoseconds.
            arguments: what the call is made with, which is not counted as held; lasting: nor is what is there for all
                calls.
        """
        self.number += 1
        self._begin_spending(limit)
        self._begin_memory(arguments, lasting)
        self._begin_objects()
        self._held_aside: dict[int, int] = {}
        self._left_at = -1
        self._kept.clear()
        #: Whether tensors keep how they were computed.
        self.keeps_steps = True
        #: What products of matrices are computed with, where that is another type than theirs.
        self.lower_precision: Any = None
        #: Operations of pandas that were called, and what they left behind.
        self.recent, self.remains = Recent(), Remains()
        decimal.setcontext(self.decimals)

    @contextmanager
    def apart(self, limit: float) -> Iterator[None]:
        """What is run within belongs to no run: neither costs it anything nor is it held by it.

        Args:
            limit: what it may spend.
        """
        kept = {name: value for name, value in vars(self).items() if name not in _COMMON}
        waiting, tables, records = self.waiting[:], len(self.tables), set(self.records)
        self.waiting.clear()
        self.counts, self.limit, self.spent, self.frames, self.suspended = self._new_counts(), limit, 0.0, [], {}
        self.loops = None
        self.places = Places(self.at_whole_size, self.counts.told.kept)
        self.fresh = self.held = self.aside = 0
        self.recent, self.remains = Recent(), Remains()
        # What is made here is made once, and failed it would fail for good.
        self._until = inf
        self._last, self._looked_at = None, {}
        self._entries, self.first_entries, self.tables_of = Entries(), FirstEntries(), Counter()
        try:
            yield
        finally:
            vars(self).update(kept)
            self.waiting[:] = waiting
            self.lasting_tables += self.tables[tables:]
            del self.tables[tables:]
            self.lasting_records.update({kind: self.records[kind] for kind in self.records.keys() - records})

    def start(self) -> None:
        """Begins to count: what is there now was there before the call."""
        self.counts = self._new_counts()
        self._count_from_here()
        self._longest_queue = 0
        if self.live is not None:
            # A network is made of many layers, and as many does it run through.
            self.spent_before, self.spent = self.spent, 0.0
            self._next_look = self._next_look_at_less = 0.0

    @contextmanager
    def without_files(self, *, is_importing: bool = False) -> Iterator[None]:
        """What is run within finds no files.

        Args:
            is_importing: it is what a module does when it is imported.
        """
        before = self.is_without_files, self.is_importing
        self.is_without_files, self.is_importing = True, self.is_importing or is_importing
        try:
            yield
        finally:
            self.is_without_files, self.is_importing = before

    def enter(self, frame: Any) -> None:
        if len(self.frames) >= _MOST_CALLS:
            raise TooDeep("recursion too deep")
        self.frames.append(frame)
        self.counts.calls += 1
        depth = len(self.frames)
        if depth > self.counts.depth:
            self.counts.depth = depth
            self.counts.stack = sum(_FRAME + 8 * len(one.names) for one in self.frames)

    def leave(self, *result: Any) -> None:
        # What a call held is known before it is gone.
        depth = len(self.frames)
        if depth == 1 or (self.fresh > LEAST_STRIDE and self._is_much_or_due(0) and self._may_be_more_or_due()):
            self.look(*result)
        elif depth > max(self._left_at, _FEW_CALLS):
            # Numbers that the names of calls within calls hold are seen nowhere else.
            self.glance(*result)
        self._left_at = max(self._left_at, depth)
        frame = self.frames.pop()
        if self._held_aside:
            self.aside -= self._held_aside.pop(id(frame), 0)
        if self.has_queue and any(
            type(value) is deque and value and sys.getrefcount(value) <= _NAMED + self.references(value)
            for value in frame.names.values()
        ):
            # One that is not empty is emptied by way of another one.
            self.briefly(_QUEUE)

    def hold_aside(self, size: int) -> None:
        """Notes bytes that are held until the function under way ends."""
        if size and self.frames:
            self.put_aside(size)
            frame = id(self.frames[-1])
            self._held_aside[frame] = self._held_aside.get(frame, 0) + size

    def take_back(self, size: int, number: int) -> None:
        """Notes that it is gone, if the run of that number still goes on."""
        if self.number == number:
            self.aside -= size

    def alive_while(self, size: int, elements: Iterator[Any]) -> Iterator[Any]:
        """The elements; so many bytes count as held from the first one until the iterator ends or is closed."""
        self.put_aside(size)
        number = self.number
        try:
            yield from elements
        finally:
            self.take_back(size, number)


READERS[Machine.alive_while.__code__] = lambda names: (names["size"], ())
