"""What a run may spend, and what it has: the unit's time by the tables of prices, and the interpreter's own."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from time import process_time
from typing import Any, Final

from perfcast.trial.interpreter.accounting.counts import Counts
from perfcast.trial.interpreter.accounting.prices import CALL, CALLS, ELEMENT, ELEMENTS, OPERATOR
from perfcast.trial.interpreter.accounting.shared_state import SharedState
from perfcast.trial.interpreter.stops import OutOfSteps, Stop

#: What of the allowance an element takes that is asked for, and a task that takes its turn.
ASKED: Final = 2.0
_SCHEDULED: Final = 150.0
#: And a character that is moved.
_MOVED: Final = 0.02
#: Characters of the longest text, which is cheap to make and not to keep.
LONGEST: Final = 5_000_000
#: Their elements are moved at once.
_TEXTS: Final = (str, bytes, bytearray, array)


class Spending(SharedState):
    """The part of the machine that knows when a run has to end."""

    def __init__(self) -> None:
        super().__init__()
        self._until = inf

    def _new_counts(self) -> Counts:
        return Counts()

    def _begin_spending(self, limit: float) -> None:
        #: What the run may spend, about in nanoseconds.
        self.limit = limit
        self.counts = self._new_counts()
        #: What the run has spent of its limit; and before the unit's own code began.
        self.spent = self.spent_before = 0.0
        #: Of an element that is passed over, in nanoseconds; that of the function under way.
        self.price = OPERATOR
        self._end: Stop | None = None
        self._limit_then = limit

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

    def counted(self, values: Iterable[Any]) -> Iterator[Any]:
        """The elements one by one, each paid for as one that a built-in function goes through."""
        for value in values:
            self.pass_over(1)
            yield value

    def pay_for_digits(self, time: float, words: int = 0) -> None:
        """Pays for what an operator takes because whole numbers are long, in nanoseconds of the unit's, and for what it
        makes of 64 bits each."""
        self.counts.digits += time + self.price * words
        self.spent += 20.0 + 1.4 * words
        if self.spent > self.limit:
            raise self.end_of_run()

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

    def call(self, name: str) -> float:
        """Pays for calling a built-in function, and sets the price of its elements; gives the one before."""
        self.counts.native += CALLS.get(name, CALL)
        before, self.price = self.price, ELEMENTS.get(name, ELEMENT)
        return before

    def copies(self, value: Any) -> None:
        """Pays for an object that is put together of the elements of others; of a text they are but moved, which takes
        no longer than the bytes that are allocated."""
        if isinstance(value, _TEXTS):
            self.spent += 5.0 + _MOVED * len(value)
            if self.spent > self.limit or len(value) > LONGEST:
                raise OutOfSteps
        else:
            self.pass_over(len(value))

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

    def scalar(self, time: float) -> None:
        """Pays for an operation with one of an array's numbers."""
        self.counts.native += time
        self.spent += 20.0
        if self.spent > self.limit:
            raise self.end_of_run()
