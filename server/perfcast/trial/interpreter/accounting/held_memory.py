"""How much a run holds: looks at what is alive, and the most that ever was."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.free_lists import Places
from perfcast.trial.interpreter.accounting.heap_walk import BITS, Walk, as_objects
from perfcast.trial.interpreter.accounting.integers import NO_NUMBERS, WholeNumbers
from perfcast.trial.interpreter.accounting.largest_table import NO_TABLE, Table, table_of
from perfcast.trial.interpreter.accounting.live_tensor_bytes import Live
from perfcast.trial.interpreter.accounting.object_sizes import NUMBER, moved, step_of
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.shrunk_sizes import ShrunkSizes
from perfcast.trial.libraries.numpy.array_bytes import HEADER, allocated

#: What an object costs that is looked at, in what a run may spend.
_LOOKED_AT: Final = 0.7
#: What is to be spent between two looks for each reference that was followed, so that looking takes no longer than the
#: unit does.
_LOOK_AGAIN: Final = 2.0
#: The same where what was made since is too little to be more than ever with what was held.
_LOOK_AGAIN_AT_LESS: Final = 16.0
#: Bytes that are allocated between two looks at the memory, at least; and as a part of what was held then.
LEAST_STRIDE = 64
STRIDE: Final = 0.3
#: What is no smaller a part of what is held, or of the most that was, is looked at whatever looking takes.
GOOD_PART: Final = 0.1
#: The same of what a call has made that ends, or a container among others that comes to have all of its elements.
_SMALL_PART: Final = 0.02
#: As much as the peak, but for what comes and goes.
_NEARLY: Final = 0.97
#: References to an array that only the last look has, where these are gone through.
_REPLACED: Final = counted(4, lent=3)
#: Of `as_objects`, where there are none.
_NONE_SMALL: Final = (0,) * (BITS - 1)


class HeldMemory(ShrunkSizes):
    """The part of the machine that adds up what is alive, no more often than the work done in between pays for."""

    def _begin_memory(self, arguments: object, lasting: object) -> None:
        """
        Args:
            arguments, lasting: as of `Machine.begin`.
        """
        self.frames: list[Any] = []
        #: Frames of generators that have begun and not ended.
        self.suspended: dict[int, Any] = {}
        #: Of those that are gone before their end, which they still do something for.
        self.dropped: set[int] = set()
        #: The call has ended, and only its result is left.
        self.has_ended = False

        #: Bytes that were held at the last look, and that were made since.
        self.held = self.fresh = 0
        #: Bytes of what the interpreter itself holds: iterators, generators, functions of comprehensions, and what was
        #: made for a call alone.
        self.aside = 0
        #: Free lists, with what they keep.
        self.places = Places(self.at_whole_size, self.counts.told.kept)
        #: Numbers with a fraction, most of them at once; CPython keeps the places of a few.
        self.floats = 0
        self._small, self._numbers = _NONE_SMALL, NO_NUMBERS
        self._gathered = self._ranges = self._beside_range = 0
        self._given_at = -1

        self._looked_at: dict[int, Any] = {}
        self._last: Any = None
        self._grown: tuple[Any, float] | None = None
        #: By how many bytes tables are larger than on average, and the largest of them: of those that the last look
        #: came by, and of one that is there for a call alone.
        self._tables_seen: tuple[float, Table] = 0.0, NO_TABLE
        self.table_aside: tuple[float, Table] | None = None
        self._next_look = self._next_look_at_less = 0.0
        self._stride = LEAST_STRIDE
        self._is_unseen = False

        #: Bytes of tensors, where they tell when they come and go; then nobody need look for them.
        self.live: Live | None = None
        self._lived = 0

        self.waiting.clear()
        self.before.begin(arguments, self.constants, lasting)
        self.outside = self.before.outside

    def _count_from_here(self) -> None:
        """What is held now was there before the call."""
        self.places = Places(self.at_whole_size, self.counts.told.kept)
        self.held = self.aside = self.fresh = 0
        self._small, self._numbers, self._tables_seen = _NONE_SMALL, NO_NUMBERS, (0.0, NO_TABLE)
        self._lived = 0 if self.live is None else self.live.nbytes

    def look(self, *others: Any) -> Walk:
        """Adds up what the frames and `others` hold; where time is up, nothing is done after it."""
        if self.is_late:
            self.limit = 0.0
        walk = Walk(self.outside, is_last=self.has_ended)
        if self._is_unseen:
            return walk
        held: list[Collection[Any]] = []
        for frame in (*self.frames, *self.suspended.values()):
            held.append(frame.names.values())
            if frame.loops:
                held.append(frame.loops.values())
        held += self.waiting, others
        held.reverse()
        walk.add_in_turn(held)
        for container, size, floats in self.before.changed.values():
            walk.add_parts(container)
            walk.total += moved(container, size)
            if floats:
                walk.put_in_place(container, floats)
        self.held = walk.total + (0 if self.has_ended else self.places.looked(walk))
        self._lived = 0 if self.live is None else self.live.nbytes
        # Where things tell when they go, nothing may be kept for being known.
        self._looked_at = {} if self.live else {id(value): value for value in (*others, *self.waiting)}
        self._last = None
        growing = walk.growing
        self._small = as_objects(tuple(growing)) if any(growing) else _NONE_SMALL
        self._numbers = WholeNumbers(walk.larger, walk.repeated, walk.bits) if walk.larger else NO_NUMBERS
        self._tables_seen = walk.total - walk.smooth, walk.table
        rises = self._rises(self.held + self.aside)
        if rises:
            self._grown = None
            self._note_tables()
        elif self._grown is not None:
            # The table has more entries by now, and on average one of as many grew later.
            table, part = self._grown
            self.counts.step = min(self.counts.step, part * step_of(table))
            self._note_entries(table_of(table))
        if not rises and self.held + self.aside >= _NEARLY * self.counts.peak:
            # Tables that all grew at once have more entries by now.
            self.counts.step = min(self.counts.step, walk.total - walk.smooth)
            self._note_entries(walk.table)
        if not rises:
            self._note_small(self.held + self.aside)
        self.fresh = 0
        self.floats = max(self.floats, walk.floats)
        self.spent += _LOOKED_AT * walk.objects
        self._next_look = self.spent + _LOOK_AGAIN * walk.walked
        self._next_look_at_less = self.spent + _LOOK_AGAIN_AT_LESS * walk.walked
        return walk

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """What is made within was there before the call: nobody need look at it before the end."""
        before, self._is_unseen = self._is_unseen, True
        try:
            yield
        finally:
            self._is_unseen = before

    def glance(self, *others: Any) -> None:
        """As `look`, where as much was done since the last time as looking takes."""
        if self.spent >= self._next_look:
            self.look(*others)

    def look_at_much(self, *others: Any) -> None:
        """As `glance`, and in any case where a good part of the most that was ever held is new since the last time."""
        if self.fresh > GOOD_PART * self.counts.peak:
            self.look(*others)
        else:
            self.glance(*others)

    def about_to_go_through(self, values: Any) -> None:
        """Has a glance at what was made before a generator begins, which is there while it runs."""
        if self.fresh > LEAST_STRIDE:
            self.glance(values)

    def loop_ended(self) -> None:
        """Has a glance at what a loop made, which what follows may let go; numbers that names hold are seen nowhere
        else."""
        if len(self.frames) == 1 or self.fresh > LEAST_STRIDE:
            self.glance()

    def begins_range(self, bits: int) -> bool:
        """Loops begin with a range, so now and then it is worth a glance what is there: numbers that names hold are
        seen nowhere else.

        Args:
            bits: of its largest number.

        Returns:
            Whether more is held than beside any range before, or the number is larger.
        """
        self._ranges += 1
        if not self._ranges & (self._ranges - 1):
            self.glance()
        held = self.held + self.aside + bits
        if held <= self._beside_range:
            return False
        self._beside_range = held
        return True

    def given(self, depth: int, *values: Any) -> None:
        """Notes what a call is given by name, beside what those calls were given that it is within: small dictionaries,
        which are no reason to look but for the places that they take.

        Args:
            depth: of the call; at each one a look is worth the time, while there are few places.
        """
        if depth > self._given_at and not self.places.has_enough and self.live is None:
            self._given_at = depth
            self.look(*values)

    def gathered(self, *values: Any, size: int = 0, gone: Sequence[Any] = ()) -> None:
        """Has a look at what is held together with values of which `size` bytes were not noted, if that is most.

        Args:
            gone: what was there until now, and is gone then.
        """
        most = self.held + self.aside + self.fresh + size
        # What is no more than was looked at before is no more than was found then.
        if most > max(self.counts.peak, self._gathered):
            self._gathered = most
            self.look(*values, *gone)
            if gone:
                self.look(*values)

    def gathered_beside(self, beside: int, *values: Any, size: int = 0, gone: Sequence[Any] = ()) -> None:
        """The same, where so many bytes more are held until then; other arguments as those of `gathered`."""
        self.put_aside(beside)
        self.gathered(*values, size=size, gone=gone)
        self.aside -= beside

    def briefly(self, size: int, step: float = 0.0) -> None:
        """Notes bytes that are held for a moment.

        Args:
            step: by how many they are more than on average, as in `Counts`.
        """
        since = 0 if self.live is None else self.live.nbytes - self._lived
        if self._looked_at and self.held + self.aside + since + size > self.counts.peak:
            self._let_go_of_replaced()
        if self._rises(self.held + self.aside + since + size) and step:
            self.counts.step = step

    def _let_go_of_replaced(self) -> None:
        """Takes off arrays that only the last look still refers to: their names were bound to others since."""
        for place, value in [*self._looked_at.items()]:
            is_gone = type(value) is np.ndarray and sys.getrefcount(value) <= _REPLACED
            # Those without elements that count are of no matter.
            if is_gone and allocated(value) > HEADER and not self.outside.holds(value):
                del self._looked_at[place]
                self.held -= allocated(value)

    def works_with(self, size: int) -> None:
        """As `briefly`, of what nothing is left of: beside what else is held, it may be too little to be seen in small
        runs, and is extrapolated by itself."""
        self.counts.scratch = max(self.counts.scratch, size)
        self.briefly(size)

    def beside(self, aside: int) -> None:
        """Notes that what is held now was there while the interpreter held so many bytes."""
        self._rises(self.held + aside)

    def put_aside(self, size: int) -> None:
        """Notes what the interpreter holds until it is taken back."""
        self.aside += size
        self._rises(self.held + self.aside)

    def numbered(self, size: int, numbers: int, bits: int) -> None:
        """Notes bytes that are held for a moment beside so many new numbers of so many bits."""
        if bits >= BITS:
            self.briefly(size + NUMBER * numbers)
            return
        self.briefly(size)
        held, more, grown = self.held + self.aside + size, NUMBER * numbers, self.counts.grown
        if held + more + self._small[0] > grown[-1]:
            self.counts.grown = [
                max(most, held + small + (more if place < bits else 0))
                for place, (most, small) in enumerate(zip(grown, self._small, strict=True))
            ]

    def hold(self, value: Any) -> Any:
        """Notes that a value waits for another one to be evaluated, until `release`."""
        self.waiting.append(value)
        return value

    def release(self, value: Any) -> Any:
        """The other one; the one that waited for it last waits no longer."""
        if self.waiting:
            self.waiting.pop()
        return value

    def is_known(self, value: Any) -> bool:
        """Whether the last look came by a value that only what is evaluated holds."""
        return id(value) in self._looked_at

    def references(self, value: Any) -> int:
        """How many of a value's references are kept here."""
        is_grown = self._grown is not None and self._grown[0] is value
        return (value is self._last) + (id(value) in self._looked_at) + is_grown

    def _is_due(self, size: int) -> bool:
        """Whether what was made since the last look, with these bytes just now, is worth another one."""
        stride = self._stride + STRIDE * self.held
        return self.fresh > stride and (self.spent >= self._next_look or size > stride)

    def _is_worth_a_look(self, size: int = 0) -> bool:
        """Whether what was made since the last look, with so many bytes more, may be more than ever, and not by so
        little that looking takes longer than the unit does."""
        if self.held + self.aside + self.fresh + size <= self.counts.peak:
            return False
        return self._is_much_or_due(size)

    def _is_much_or_due(self, size: int) -> bool:
        """Whether what was made since the last look, with so many bytes more, is more than a small part of the most
        that was ever held; or as much was done as looking takes."""
        return self.fresh + size > _SMALL_PART * self.counts.peak or self.spent >= self._next_look

    def _may_be_more_or_due(self) -> bool:
        """Whether what was made since the last look may be more than ever with what was held then; or several times as
        much was done as looking takes."""
        return self.held + self.aside + self.fresh > self.counts.peak or self.spent >= self._next_look_at_less

    def _rises(self, held: int) -> bool:
        """Notes bytes that are held at once. Whether they are the most so far."""
        if held <= self.counts.peak:
            return False
        self.counts.peak = held
        self.counts.numbers = self._numbers
        self._note_small(held)
        if self.table_aside is not None:
            self._note_tables()
        return True

    def _note_small(self, held: int) -> None:
        """Notes what they would be with small numbers, those of the last look, as objects."""
        grown = self.counts.grown
        # Both get less with the bits.
        if self._small is not _NONE_SMALL and held + self._small[0] > grown[-1]:
            self.counts.grown = [max(most, held + more) for most, more in zip(grown, self._small, strict=True)]

    def _note_tables(self) -> None:
        """Notes the tables of a peak, those that the last look came by and the one that is there for a call alone."""
        seen, aside = self._tables_seen, self.table_aside or (0.0, NO_TABLE)
        self.counts.step = seen[0] + aside[0]
        self.counts.table = max(seen[1], aside[1], key=lambda table: table.nbytes if table.entries else 0)

    def _note_entries(self, table: Table) -> None:
        """Notes what has become of the largest table of the peak, if it is as large as it was."""
        then = self.counts.table
        if table.nbytes == then.nbytes and table.entry == then.entry:
            self.counts.table = then._replace(entries=max(then.entries, table.entries))
