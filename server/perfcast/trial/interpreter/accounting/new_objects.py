"""What is made, grows, shrinks or is given up in a run."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.dict_entries import Entries
from perfcast.trial.interpreter.accounting.dict_growth import may_have_grown, old_places, part_of_growth
from perfcast.trial.interpreter.accounting.first_entries import FirstEntries
from perfcast.trial.interpreter.accounting.heap_walk import KEYS
from perfcast.trial.interpreter.accounting.held_memory import LEAST_STRIDE, STRIDE
from perfcast.trial.interpreter.accounting.largest_table import table_of
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_LIST, FEW_ENTRIES, POINTER, shallow, step_of
from perfcast.trial.interpreter.accounting.prices import PUT_BEHIND
from perfcast.trial.interpreter.accounting.spending import LONGEST
from perfcast.trial.interpreter.accounting.taken_places import TakenPlaces
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import OutOfSteps

#: How often the last object is referred to that nobody else has.
_GONE: Final = 2
#: Bytes of a method for what is missing, which puts it into the dictionary itself.
_MISSED: Final = 72
#: Classes made in a run that are there at once, at most: CPython looks for garbage about as often.
_MOST_CLASSES: Final = 20
#: Entries of a dictionary's second smallest table, and of the smallest set.
_SECOND_TABLE: Final = 10
_FIRST_SET: Final = 4


class NewObjects(TakenPlaces):
    """The part of the machine that is told what models and syntax make and change."""

    def __init__(self) -> None:
        super().__init__()
        self._all_there: Any = None
        self._last_size = 0

    def _begin_objects(self) -> None:
        #: Kinds of tuples with named fields that the run has made.
        self.kinds = 0
        #: Classes -> how many instances' attributes became tables in the call.
        self.tables_of: Counter[Any] = Counter()
        #: Whether a deque was made.
        self.has_queue = False
        self._classes = self._longest_queue = 0
        self._entries = Entries()
        self.first_entries = FirstEntries()

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

    def all_collected(self) -> None:
        """Notes that the container that waits has all of its elements, and what they came from is still there."""
        if self._is_worth_a_look(sys.getsizeof(self.waiting[-1])):
            self.look()
            self._all_there = self.waiting[-1]

    def makes_class(self, stays: int, meanwhile: int) -> None:
        """Notes that a class was made. It and its attributes refer to each other: bytes of them stay after the call.

        Of many, those before have been collected as garbage meanwhile.
        """
        self._classes += 1
        if self._classes <= _MOST_CLASSES:
            self.counts.lingering += stays
            self.put_aside(stays)
        self.briefly(meanwhile)

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

    def aside_for_call(self, value: Any) -> int:
        """As `aside_of`, of what is there for a call alone; a table is until `table_aside` is what it was before."""
        if isinstance(value, dict | set):
            step = step_of(value)
            self.table_aside = step, table_of(value)
            if self.is_known(value):
                self._tables_seen = self._tables_seen[0] - step, self._tables_seen[1]
        return self.aside_of(value)

    def begins_table(self, table: dict[Any, Any]) -> None:
        """Notes that a dictionary is there with what it holds, which was not filled as one before."""
        self._entries.begins(table)
        self.first_entries.begins(table)

    def inserted(self, table: dict[Any, Any] | set[Any], before: int) -> None:
        """Notes that something was put into a table of `before` entries: if it grew, its old places were held too."""
        old = self._renewed(table, before) if isinstance(table, dict) else None
        if old is not None:
            self.look(table)
            self.briefly(old)
            return
        if may_have_grown(table, before):
            self.look(table)
            _, size, _ = self.before.changed.get(id(table), (None, 0, []))
            if size <= old_places(table):
                self._with_old_places(table, self.held + (_MISSED if type(table) is defaultdict else 0))

    def _renewed(self, table: dict[Any, Any], before: int) -> int | None:
        """As of `Entries`, of any table: what was there before the call and is made anew counts from then on."""
        was_there = id(table) in self.before.changed
        if was_there:
            self._entries.was_there(table, before)
        old = self._entries.renewed(table, before)
        if was_there and old is not None:
            self.before.renews(table)
        return old

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

    def _shrinks_soon(self, values: Any) -> bool:
        """Whether a list of the call's own moves to a smaller place as it loses an element, and is a good part of what
        is held."""
        size = sys.getsizeof(values) if type(values) is list else 0
        return size > LEAST_STRIDE + STRIDE * self.held and len(values) * 2 * POINTER <= size - EMPTY_LIST + 2 * POINTER

    def dequeues(self, queue: deque[Any]) -> None:
        """Has a look before elements are taken out of a queue that has more blocks than ever: it may get shorter from
        here on, and blocks go with their elements."""
        size = sys.getsizeof(queue)
        if size > self._longest_queue and self._is_worth_a_look():
            self._longest_queue = size
            self.look()
