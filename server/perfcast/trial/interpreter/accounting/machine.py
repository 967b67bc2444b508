"""The state of a run: what it has spent of its budget, which frames are alive, how much memory they hold."""

from __future__ import annotations

import decimal
import sys
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf, log
from time import process_time
from typing import Any, Final

from perfcast.trial.interpreter.accounting.counts import Counts
from perfcast.trial.interpreter.accounting.dict_entries import Entries
from perfcast.trial.interpreter.accounting.dict_growth import may_have_grown, old_places, part_of_growth
from perfcast.trial.interpreter.accounting.first_entries import FirstEntries
from perfcast.trial.interpreter.accounting.free_lists import Places
from perfcast.trial.interpreter.accounting.generator_sizes import READERS
from perfcast.trial.interpreter.accounting.heap_walk import (
    BITS,
    FEW_ENTRIES,
    KEYS,
    LIST,
    LONGEST_TUPLE,
    TABLE,
    Walk,
    as_objects,
    has_small_table,
)
from perfcast.trial.interpreter.accounting.integers import NO_NUMBERS, WholeNumbers
from perfcast.trial.interpreter.accounting.largest_table import NO_TABLE, Table, table_of
from perfcast.trial.interpreter.accounting.leftover_memory import Remains
from perfcast.trial.interpreter.accounting.live_tensor_bytes import Live
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_LIST, NUMBER, POINTER, moved, shallow, step_of
from perfcast.trial.interpreter.accounting.operation_recency import Recent
from perfcast.trial.interpreter.accounting.prices import CALL, CALLS, ELEMENT, ELEMENTS, OPERATOR, PUT_BEHIND
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.shared_state import SharedState
from perfcast.trial.interpreter.accounting.shortened_loops import Loops
from perfcast.trial.interpreter.objects.types import Class, Instance
from perfcast.trial.interpreter.stops import OutOfSteps, Stop, TooDeep
from perfcast.trial.libraries.numpy.buffers import BUFFER
from perfcast.trial.scaling import FEW

#: Bytes of a call's frame without its names, as CPython 3.11 has it.
_FRAME: Final = 133
#: Bytes of the part of a deque that holds elements, and how often one is referred to that a frame alone holds.
_QUEUE: Final = 528
_NAMED: Final = counted(3, lent=2)
#: How often the last object is referred to that nobody else has.
_GONE: Final = 2
#: What an object costs that is looked at, in what a run may spend.
_LOOKED_AT: Final = 0.7
#: What is to be spent between two looks for each reference that was followed, so that looking takes no longer than the
#: unit does.
_LOOK_AGAIN: Final = 2.0
#: The same where what was made since is too little to be more than ever with what was held.
_LOOK_AGAIN_AT_LESS: Final = 16.0
#: Calls within calls; each takes about a dozen frames of Python's own.
_MOST_CALLS = 120
#: Calls within calls that hold little by their names.
_FEW_CALLS: Final = 3
#: What of the allowance an element takes that is asked for, and a task that takes its turn.
ASKED: Final = 2.0
#: And a character that is moved.
_MOVED: Final = 0.02
_SCHEDULED: Final = 150.0
#: Characters of the longest text, which is cheap to make and not to keep.
LONGEST: Final = 5_000_000
#: Different bounds of numbers that are noted.
_MOST_BOUNDS: Final = 256
#: Bytes of a method for what is missing, which puts it into the dictionary itself.
_MISSED: Final = 72
#: Bytes that are allocated between two looks at the memory, at least; and as a part of what was held then.
LEAST_STRIDE = 64
_STRIDE = 0.3
#: What is no smaller a part of what is held, or of the most that was, is looked at whatever looking takes.
GOOD_PART: Final = 0.1
#: The same of what a call has made that ends, or a container among others that comes to have all of its elements.
_SMALL_PART: Final = 0.02
#: As much as the peak, but for what comes and goes.
_NEARLY: Final = 0.97
#: Classes made in a run that are there at once, at most: CPython looks for garbage about as often.
_MOST_CLASSES: Final = 20
#: What the machine keeps whatever is run apart: all of what `SharedState` has, and of nothing else.
_COMMON: Final = frozenset({*vars(SharedState())})
#: Entries of a dictionary's second smallest table, and of the smallest set.
_SECOND_TABLE: Final = 10
_FIRST_SET: Final = 4
#: Types whose instances have places of their own when they are made by a call.
_CALLED: Final[dict[type, int]] = {list: LIST, dict: TABLE}
#: Of `as_objects`, where there are none.
_NONE_SMALL: Final = (0,) * (BITS - 1)
#: Their elements are moved at once.
_TEXTS: Final = (str, bytes, bytearray, array)


class Machine(SharedState):
    """One for a unit; `begin` starts each run anew."""

    def __init__(self) -> None:
        super().__init__()
        #: What the run may spend, about in nanoseconds.
        self.limit = 0.0
        #: Of the run.
        self.number = 0
        #: Caps that shrink as sizes do, with what they are in this run, see `perfcast.trial.runs.element_caps`.
        self.caps: dict[int, int] = {}
        #: Loops of a run that leaves some of them earlier, or that tells which they are; None of any other.
        self.loops: Loops | None = None
        #: Elements that NumPy converts at a time, raised to the power that the run's sizes are raised to.
        self.buffer = BUFFER
        #: The largest of the run's sizes.
        self.largest = 1.0
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
        self._all_there: Any = None
        self._last_size = 0
        self._until = inf
        self.begin(0, ())

    def new_place(self) -> int:
        """One for a loop that small runs may leave earlier, among caps that shrink."""
        self._last_place -= 1
        return self._last_place

    @contextmanager
    def ending_at(self, until: float) -> Iterator[None]:
        """A run ends when this process has taken so many seconds of CPU time, as if it had spent all that it may: at
        the next step after a look, which is what takes longer than the unit does."""
        before, self._until = self._until, until
        try:
            yield
        finally:
            self._until = before

    @property
    def is_late(self) -> bool:
        """Whether the time is up at which runs end."""
        return process_time() > self._until

    def begin(self, limit: float, arguments: object, lasting: object = None) -> None:
        """
        Args:
            limit: what the run may spend, about in nanoseconds.
            arguments: what the call is made with, which is not counted as held; lasting: nor is what is there for all
                calls.
        """
        self.limit = limit
        self.number += 1
        self.counts = Counts()
        #: What the run has spent of its limit; and before the unit's own code began.
        self.spent = self.spent_before = 0.0
        #: Of an element that is passed over, in nanoseconds; that of the function under way.
        self.price = OPERATOR
        self._end: Stop | None = None
        self._limit_then = limit

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
        #: Kinds of tuples with named fields that the run has made.
        self.kinds = 0
        #: Numbers with a fraction, most of them at once; CPython keeps the places of a few.
        self.floats = 0
        #: Classes -> how many instances' attributes became tables in the call.
        self.tables_of: Counter[Any] = Counter()
        #: Whether a deque was made.
        self.has_queue = False
        self._classes = 0
        self._entries = Entries()
        self.first_entries = FirstEntries()
        self._small, self._numbers = _NONE_SMALL, NO_NUMBERS
        self._held_aside: dict[int, int] = {}
        self._kept = set[int]()
        self._gathered = self._ranges = self._beside_range = self._longest_queue = 0
        self._given_at = self._left_at = -1

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
        #: Whether tensors keep how they were computed.
        self.keeps_steps = True
        #: What products of matrices are computed with, where that is another type than theirs.
        self.lower_precision: Any = None
        #: Operations of pandas that were called, and what they left behind.
        self.recent, self.remains = Recent(), Remains()

        self.waiting.clear()
        self.before.begin(arguments, self.constants, lasting)
        self.outside = self.before.outside
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
        self.counts, self.limit, self.spent, self.frames, self.suspended = Counts(), limit, 0.0, [], {}
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
        self.counts = Counts()
        self.places = Places(self.at_whole_size, self.counts.told.kept)
        self.held = self.aside = self.fresh = self._longest_queue = 0
        self._small, self._numbers, self._tables_seen = _NONE_SMALL, NO_NUMBERS, (0.0, NO_TABLE)
        self._lived = 0 if self.live is None else self.live.nbytes
        if self.live is not None:
            # A network is made of many layers, and as many does it run through.
            self.spent_before, self.spent = self.spent, 0.0
            self._next_look = self._next_look_at_less = 0.0

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """What is made within was there before the call: nobody need look at it before the end."""
        before, self._is_unseen = self._is_unseen, True
        try:
            yield
        finally:
            self._is_unseen = before

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

    def step(self, time: float) -> None:
        """Pays for syntax."""
        self.counts.syntax += time
        self.spent += time
        if self.spent > self.limit:
            raise self.end_of_run()

    def end_of_run(self) -> Stop:
        """What ends the run where nothing more may be spent."""
        end = self._end or OutOfSteps()
        self.lets_go_on()
        return end

    def ends_soon(self, end: Stop) -> None:
        """Has the next step end the run."""
        if self._end is None:
            self._limit_then = self.limit
        self._end, self.limit = end, -1.0

    def lets_go_on(self) -> None:
        """Forgets what a generator that is gone would end the run with: what follows may do without."""
        if self._end is not None:
            self._end, self.limit = None, max(self.limit, self._limit_then)

    def pass_over(self, elements: float) -> None:
        """Pays for elements that a built-in function goes through."""
        self.counts.native += self.price * elements
        self.spent += 5.0 + 1.4 * elements
        if self.spent > self.limit:
            raise self.end_of_run()

    def pay_for_digits(self, time: float, words: int = 0) -> None:
        """Pays for what an operator takes because whole numbers are long, in nanoseconds of the unit's, and for what it
        makes of 64 bits each."""
        self.counts.digits += time + self.price * words
        self.spent += 20.0 + 1.4 * words
        if self.spent > self.limit:
            raise self.end_of_run()

    def counted(self, values: Iterable[Any]) -> Iterator[Any]:
        """The elements one by one, each paid for as one that a built-in function goes through."""
        for value in values:
            self.pass_over(1)
            yield value

    def pay(self, time: float) -> None:
        """Pays for what a built-in function does, in nanoseconds of the unit's; here it is as fast."""
        self.counts.native += time
        self.spent += time
        if self.spent > self.limit:
            raise self.end_of_run()

    def schedules(self, time: float) -> None:
        """Pays for what an event loop or a library does for the unit, which here is next to nothing."""
        self.counts.native += time
        self.allows(_SCHEDULED)

    def allows(self, time: float = ASKED) -> None:
        """Spends on what costs the unit nothing that is counted, in nanoseconds."""
        self.spent += time
        if self.spent > self.limit:
            raise self.end_of_run()

    def copies(self, value: Any) -> None:
        """Pays for an object that is put together of the elements of others; of a text they are but moved, which takes
        no longer than the bytes that are allocated."""
        if isinstance(value, _TEXTS):
            self.spent += 5.0 + _MOVED * len(value)
            if self.spent > self.limit or len(value) > LONGEST:
                raise OutOfSteps
        else:
            self.pass_over(len(value))

    def call(self, name: str) -> float:
        """Pays for calling a built-in function, and sets the price of its elements; gives the one before."""
        self.counts.native += CALLS.get(name, CALL)
        before, self.price = self.price, ELEMENTS.get(name, ELEMENT)
        return before

    def array(self, elements: int, call: float, work: float) -> None:
        """Pays for one of NumPy's operations.

        Args:
            elements: that it goes through.
            call: nanoseconds of the call; work: of all the elements.
        """
        self.counts.array_calls += call
        self.counts.array_work += work
        # NumPy is as fast here as it is in the unit: elements are nearly free beside interpreted syntax.
        self.spent += 110.0 + 0.06 * elements
        if self.spent > self.limit:
            raise self.end_of_run()

    def buffered(self, elements: int) -> int:
        """How many of so many elements one of NumPy's buffers takes."""
        count = self.in_buffer(elements)
        if elements > FEW:
            self.counts.told.buffered[elements] = count
        return count

    def in_buffer(self, elements: int) -> int:
        """As `buffered`, where it is not for the run under way."""
        return min(elements, self.buffer)

    @property
    def share(self) -> float:
        """The power that the workload's sizes were raised to in this run."""
        self.counts.takes_share = True
        return self.share_aside

    @property
    def share_aside(self) -> float:
        """As `share`, where so little hangs on it that runs of other ones are as good."""
        return log(self.buffer) / log(BUFFER)

    @property
    def is_shrunk(self) -> bool:
        """Whether the workload's sizes are other ones than the run's."""
        answer = self.counts.told.is_shrunk = self.buffer != BUFFER
        return answer

    def whole(self, size: int) -> float:
        """Elements of what has so many in this run, at the workload's own sizes, which the run's are smaller than: a
        share of the largest size stays that share of it, and what goes as its square goes on as that."""
        self.counts.takes_share |= size > FEW
        return self.at_whole_size(size)

    def growth(self, size: int) -> float:
        """How many times as many elements what has so many in this run has at the workload's own sizes."""
        return self.whole(size) / size

    def exceeds(self, size: int, bound: float) -> bool:
        """Whether what has so many elements in this run has more than a bound at the workload's own sizes."""
        answer = self.counts.told.exceeds[size, bound] = self.at_whole_size(size) > bound
        return answer

    def at_whole_size(self, size: int) -> float:
        """As `whole`, where what comes of it is noted by who asks."""
        share = self.share_aside
        if share == 1 or size <= 1 or self.largest <= 1:
            return size
        power = round(log(size) / log(self.largest))
        return float(size * self.largest ** (power * (1 / share - 1)))

    def scalar(self, time: float) -> None:
        """Pays for an operation with one of an array's numbers."""
        self.counts.native += time
        self.spent += 20.0
        if self.spent > self.limit:
            raise self.end_of_run()

    def bounded(self, number: int, bound: int) -> None:
        """Notes that a number is not used beyond a bound."""
        self._note_bound(self.counts.bounds, number, bound)

    def remembers(self, number: int, room: int) -> None:
        """Notes that a function remembers so many results, and no more than there is room for."""
        self._note_bound(self.counts.cache_maxsizes, number, room)

    def capacity(self, length: int, most: int) -> int:
        """Notes that code asks whether something has so many elements. Gives how many these are in this run."""
        if most <= FEW:
            return most
        most = self.caps.get(most, most)
        self._note_bound(self.counts.capacities, length, most)
        return most

    @staticmethod
    def _note_bound(bounds: dict[int, int], number: int, bound: int) -> None:
        if number > 1 and bound > 1 and (bound in bounds or len(bounds) < _MOST_BOUNDS):
            bounds[bound] = max(bounds.get(bound, 0), min(number, bound))

    def made(self, value: Any) -> Any:
        """Notes a new object, and now and then looks how much is held."""
        size = shallow(value)
        self.counts.allocated += size
        if isinstance(value, dict):
            self.begins_table(value)
        if size and not self.places.has_enough:
            self.places.made((value,), self.outside)
        if value is not self._last:
            if self._last is not None and sys.getrefcount(self._last) <= _GONE:
                # The new one takes its room.
                self.fresh -= min(self.fresh, self._last_size)
            self.fresh += size
            self._last, self._last_size = value, size
        if self._is_due(size):
            self.look(value)
        elif self.held + self.aside + size > self.counts.peak and id(value) not in self._looked_at:
            self._rises(self.held + self.aside + size - self.places.left_for(value))
        return value

    def begins_table(self, table: dict[Any, Any]) -> None:
        """Notes that a dictionary is there with what it holds, which was not filled as one before."""
        self._entries.begins(table)
        self.first_entries.begins(table)

    def holds(self, value: Any, size: int) -> None:
        """Notes that what was just made came with parts of so many bytes."""
        self.counts.allocated += size
        if id(value) not in self._looked_at:
            self.fresh += size
            self.briefly(sys.getsizeof(value) + size)

    def made_beside(self, value: Any, size: int) -> None:
        """Notes that so many bytes were held while what was just made was."""
        if size:
            self.briefly(size if id(value) in self._looked_at else sys.getsizeof(value) + size)

    def collected(self, value: Any) -> Any:
        """Notes that a container among `waiting` has all of its elements."""
        size = shallow(value)
        self.counts.allocated += size
        if value is self._all_there:
            # It was looked at with its last element.
            self._all_there = None
            return value
        self.fresh += size
        if self._is_worth_a_look():
            self.look(value)
        return value

    def grown(self, value: Any, size: int) -> Any:
        """Notes that an object has got some bytes larger where it is."""
        self.counts.allocated += size
        self.fresh += size
        if self._is_due(size):
            self.look(value)
        else:
            self._rises(self.held + self.aside + self.fresh)
        return value

    def joined(self, left: str, right: str) -> str:
        """A text put behind the one that a name holds: CPython lets that one grow where it is."""
        self.copies(right)
        self.counts.native += PUT_BEHIND
        if len(left) + len(right) > LONGEST:
            raise OutOfSteps
        self.counts.allocated += len(right)
        self.fresh += len(right)
        if self._is_due(len(right)):
            # The shorter text stands for the longer one: it is the same object.
            self.look()
        self.held += len(right)
        self.briefly(0)
        return left + right

    def made_from(self, source: Any, value: Any) -> None:
        """Notes that what is about to be noted is there beside what it was made of, which nobody else has."""
        if self.live is None:
            self.briefly((0 if self.is_known(source) else shallow(source)) + shallow(value))
            self.places.made((source, value), self.outside)

    def made_of(self, value: Any, operands: Iterable[Any]) -> Any:
        """Notes an array that was made of what may be held by nobody else."""
        self.counts.allocated += shallow(value)
        if self.live is None:
            self.look(value, *operands)
        else:
            self.briefly(0)
        return value

    def made_over(self, value: Any, operands: Iterable[Any]) -> Any:
        """Notes an array whose elements take the place of another one's, which is gone; `operands` are the others."""
        if self.live is None:
            self.look(value, *operands)
        return value

    def _is_due(self, size: int) -> bool:
        """Whether what was made since the last look, with these bytes just now, is worth another one."""
        stride = self._stride + _STRIDE * self.held
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

    def _note_entries(self, table: Table) -> None:
        """Notes what has become of the largest table of the peak, if it is as large as it was."""
        then = self.counts.table
        if table.nbytes == then.nbytes and table.entry == then.entry:
            self.counts.table = then._replace(entries=max(then.entries, table.entries))

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

    def all_collected(self) -> None:
        """Notes that the container that waits has all of its elements, and what they came from is still there."""
        if self._is_worth_a_look(sys.getsizeof(self.waiting[-1])):
            self.look()
            self._all_there = self.waiting[-1]

    def loop_ended(self) -> None:
        """Has a glance at what a loop made, which what follows may let go; numbers that names hold are seen nowhere
        else."""
        if len(self.frames) == 1 or self.fresh > LEAST_STRIDE:
            self.glance()

    def changes(self, container: Any) -> None:
        """Notes that something is put into an object; what an argument comes to hold in the call counts."""
        if self.outside.holds(container) and id(container) not in self.before.changed:
            self.before.changes(container)
            # The more there is to look through, the less often.
            has_length = hasattr(container, "__len__") and not isinstance(container, Instance)
            self._stride += 16 * len(container) if has_length else LEAST_STRIDE

    def shrinks(self, values: Any, take: Callable[[], Any]) -> Any:
        """What `take` gives, which takes elements out of a list. Where that is an argument, and what is left is moved
        into a smaller place, that one is new."""
        if type(values) is not list or not self.outside.holds(values):
            if self._shrinks_soon(values):
                self.look()
            return take()
        self.changes(values)
        before = sys.getsizeof(values)
        taken = take()
        if sys.getsizeof(values) < before and values:
            self.look(taken)
        return taken

    def dequeues(self, queue: deque[Any]) -> None:
        """Has a look before elements are taken out of a queue that has more blocks than ever: it may get shorter from
        here on, and blocks go with their elements."""
        size = sys.getsizeof(queue)
        if size > self._longest_queue and self._is_worth_a_look():
            self._longest_queue = size
            self.look()

    def _shrinks_soon(self, values: Any) -> bool:
        """Whether a list of the call's own moves to a smaller place as it loses an element, and is a good part of what
        is held."""
        size = sys.getsizeof(values) if type(values) is list else 0
        return (
            size > LEAST_STRIDE + _STRIDE * self.held and len(values) * 2 * POINTER <= size - EMPTY_LIST + 2 * POINTER
        )

    def briefly(self, size: int, step: float = 0.0) -> None:
        """Notes bytes that are held for a moment.

        Args:
            step: by how many they are more than on average, as in `Counts`.
        """
        since = 0 if self.live is None else self.live.nbytes - self._lived
        if self._rises(self.held + self.aside + since + size) and step:
            self.counts.step = step

    def works_with(self, size: int) -> None:
        """As `briefly`, of what nothing is left of: beside what else is held, it may be too little to be seen in small
        runs, and is extrapolated by itself."""
        self.counts.scratch = max(self.counts.scratch, size)
        self.briefly(size)

    def aside_of(self, value: Any, counted: int | None = None) -> int:
        """Bytes of a container that nobody else holds; they no longer count among what is held. Its place does, if
        that stays.

        Args:
            counted: what they were counted as, where that is not all of them.
        """
        size = shallow(value) if counted is None else counted
        is_known = id(value) in self._looked_at
        place, new = self.places.put_aside(value, is_known) if size else (0, 0)
        if is_known:
            del self._looked_at[id(value)]
            self.held -= size - place
        else:
            self.held += new
        return size - place

    def keeps(self, size: int) -> None:
        """Notes that tuples of that size in all were made of arguments, which CPython keeps for the next time."""
        if size not in self._kept:
            self._kept.add(size)
            self.counts.lingering += size
            self.put_aside(size)

    def made_by_call(self, kind: Any) -> None:
        """Notes what was made by calling something: a list or a dictionary, if that is its type.

        CPython keeps the places of some that are gone for displays and comprehensions, and a call takes none of them:
        one after the other, they stay.
        """
        if kind in _CALLED and self.live is None:
            self.places.takes_new(_CALLED[kind])

    def resized_tuple(self, length: int) -> None:
        """Notes that a tuple came to its length after it was made, as of an iterator that does not say how much it
        gives: it takes none of the places that are there, beside which its own stays."""
        if 0 < length <= LONGEST_TUPLE and self.live is None:
            self.places.takes_new(length)

    def leaves_tuples(self, elements: int, count: int) -> None:
        """Notes that so many tuples of so many elements, none of which was noted, were there at once and are gone:
        CPython keeps their places for others, beside what is made later."""
        if 0 < elements <= LONGEST_TUPLE and self.live is None:
            self.held += self.places.needs(elements, self.places.kept(elements, count))

    def spares_names(self) -> None:
        """Notes that CPython keeps the places of a table of names, which it copied to give them on, and copies the next
        one to other places."""
        self.held += self.places.leaves(KEYS)
        self._rises(self.held + self.aside)

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

    def given(self, depth: int, *values: Any) -> None:
        """Notes what a call is given by name, beside what those calls were given that it is within: small dictionaries,
        which are no reason to look but for the places that they take.

        Args:
            depth: of the call; at each one a look is worth the time, while there are few places.
        """
        if depth > self._given_at and not self.places.has_enough and self.live is None:
            self._given_at = depth
            self.look(*values)

    def hold(self, value: Any) -> Any:
        """Notes that a value waits for another one to be evaluated, until `release`."""
        self.waiting.append(value)
        return value

    def release(self, value: Any) -> Any:
        """The other one; the one that waited for it last waits no longer."""
        if self.waiting:
            self.waiting.pop()
        return value

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

    def beside(self, aside: int) -> None:
        """Notes that what is held now was there while the interpreter held so many bytes."""
        self._rises(self.held + aside)

    def is_known(self, value: Any) -> bool:
        """Whether the last look came by a value that only what is evaluated holds."""
        return id(value) in self._looked_at

    def references(self, value: Any) -> int:
        """How many of a value's references are kept here."""
        is_grown = self._grown is not None and self._grown[0] is value
        return (value is self._last) + (id(value) in self._looked_at) + is_grown

    def aside_for_call(self, value: Any) -> int:
        """As `aside_of`, of what is there for a call alone; a table is until `table_aside` is what it was before."""
        if isinstance(value, dict | set):
            step = step_of(value)
            self.table_aside = step, table_of(value)
            if self.is_known(value):
                self._tables_seen = self._tables_seen[0] - step, self._tables_seen[1]
        return self.aside_of(value)

    def put_aside(self, size: int) -> None:
        """Notes what the interpreter holds until it is taken back."""
        self.aside += size
        self._rises(self.held + self.aside)

    def makes_class(self, stays: int, meanwhile: int) -> None:
        """Notes that a class was made. It and its attributes refer to each other: bytes of them stay after the call.

        Of many, those before have been collected as garbage meanwhile.
        """
        self._classes += 1
        if self._classes <= _MOST_CLASSES:
            self.counts.lingering += stays
            self.put_aside(stays)
        self.briefly(meanwhile)

    def passes(self, *kinds: int) -> None:
        """Notes that places are taken for a moment, and stay; their kinds are named as often as there are some."""
        self.held += sum(self.places.needs(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))
        self._rises(self.held + self.aside)

    def opens(self, *kinds: int) -> None:
        """As `passes`, of one place of each kind, which others are needed beside until `closes`."""
        more = sum(map(self.places.opens, kinds))
        if more:
            self.held += more
            self._rises(self.held + self.aside)

    def closes(self, *kinds: int) -> None:
        self.places.closes(*kinds)

    def named_one_by_one(self, table: dict[str, Any]) -> None:
        """Notes that a dictionary was made of what is given by name: its smallest table stays where there is more."""
        if len(table) > FEW_ENTRIES:
            self.passes(KEYS)

    def copied_table(self, table: Any) -> Any:
        """Notes that a dictionary was copied as it is: it takes none of the places of small tables that are there."""
        if has_small_table(table):
            self.places.takes_new(KEYS)
        return table

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

    def inserted(self, table: dict[Any, Any] | set[Any], before: int) -> None:
        """Notes that something was put into a table of `before` entries: if it grew, its old places were held too."""
        old = self._entries.renewed(table, before) if isinstance(table, dict) else 0
        if old:
            self.look(table)
            self.briefly(old)
            return
        if may_have_grown(table, before):
            self.look(table)
            _, size, _ = self.before.changed.get(id(table), (None, 0, []))
            if size <= old_places(table):
                self._with_old_places(table, self.held + (_MISSED if type(table) is defaultdict else 0))

    def filled(self, table: Any, new: int = 0) -> None:
        """As `inserted`, of a table that was made of other elements one by one.

        Args:
            new: bytes of those that nothing else holds, of the first `entries_at_growth`.
        """
        self._with_old_places(table, self.held + new + sys.getsizeof(table))
        self.briefly(sys.getsizeof(table))

    def _with_old_places(self, table: Any, held: int) -> None:
        """The smaller table is about that part of the larger one by which it grows."""
        if len(table) <= (FEW_ENTRIES if isinstance(table, dict) else _FIRST_SET):
            return
        old = old_places(table)
        if isinstance(table, dict) and type(next(iter(table))) is str:
            # The smallest one stays.
            kept = self.places.needs(KEYS)
            self.held += kept
            old = kept + (old if len(table) > _SECOND_TABLE else 0)
        part = part_of_growth(table)
        if self._rises(held + old + self.aside):
            self._grown = table, part
            self.counts.step = part * step_of(table)
            self.counts.table = table_of(table, has_old_places=True)

    def enter(self, frame: Any) -> None:
        if len(self.frames) >= _MOST_CALLS:
            raise TooDeep("recursion too deep")
        self.frames.append(frame)
        self.counts.calls += 1
        depth = len(self.frames)
        if depth > self.counts.depth:
            self.counts.depth = depth
            self.counts.stack = sum(_FRAME + 8 * len(one.names) for one in self.frames)

    def alive_while(self, size: int, elements: Iterator[Any]) -> Iterator[Any]:
        """The elements; so many bytes count as held from the first one until the iterator ends or is closed."""
        self.put_aside(size)
        number = self.number
        try:
            yield from elements
        finally:
            self.take_back(size, number)

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


READERS[Machine.alive_while.__code__] = lambda names: (names["size"], ())
