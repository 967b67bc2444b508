"""Tasks on an event loop: each runs to its end where somebody first waits for what it does.

A task that waits for others lets those run that have not begun. One that waits in vain, as workers do whose queue has
become empty, stays where it is until it is cancelled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.coroutines import Coroutine, Waiting
from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, guarded
from perfcast.trial.stops import Unsupported

#: Nanoseconds of making a task, running and ending it, and of a turn of the loop that is made for one task alone.
TASK: Final = 2_800.0
TURN: Final = 2_200.0
#: Bytes of a task until it has ended, and after.
_WAITING: Final = 800
_ENDED: Final = 220


class Cancelled(Exception):
    """In place of ``asyncio.CancelledError``."""


class Task(Coroutine):
    """A coroutine that a loop runs.

    Attributes:
        is_done: it has ended, whichever way.
        error: that it has ended with.
    """

    __slots__ = ("_is_lost", "_loop", "_number", "error", "is_begun", "is_done")

    def __init__(self, loop: Loop, coroutine: Coroutine) -> None:
        super().__init__(coroutine.finish)
        self._loop, self._is_lost = loop, False
        self.is_begun = self.is_done = False
        self.error: Exception | None = None
        self.nbytes = _ENDED
        # It may never run.
        loop.machine.schedules(0.0)
        loop.machine.put_aside(_WAITING)
        self._number = loop.machine.number
        self.attributes = {
            "result": Guarded(self._told),
            "exception": Guarded(lambda: self.error),
            "done": Guarded(lambda: self.is_done),
            "cancelled": Guarded(lambda: isinstance(self.error, Cancelled)),
            "cancel": Guarded(self._cancel),
            "add_done_callback": Guarded(self._followed_by),
            "get_name": Guarded(lambda: "Task"),
        }

    def begin(self) -> None:
        """Runs it as far as it comes."""
        if self.is_begun:
            return
        self.is_begun = True
        self._loop.machine.schedules(TASK)
        try:
            super().finish()
        except Waiting:
            self._is_lost = True
            return
        except Exception as error:
            self.error = error
        self._end()

    def finish(self) -> Any:
        """Waits for its end."""
        if not self.is_done:
            self._loop.turns()
            self.begin()
            self._loop.run_until(lambda: self.is_done)
        return self._told()

    def _told(self) -> Any:
        if self.error is not None:
            raise self.error
        if not self.is_done:
            raise Unsupported("the result of a task that has not ended")
        return self._result

    def _cancel(self, *_: Any) -> bool:
        if self.is_done:
            return False
        if self.is_begun and not self._is_lost:
            raise Unsupported("a task that ends itself")
        self.is_begun, self.error = True, Cancelled()
        self._end()
        return True

    def _end(self) -> None:
        self.is_done = True
        self._loop.machine.take_back(_WAITING, self._number)

    def _followed_by(self, function: Any) -> None:
        """Calls a function when it has ended, which may be at once."""
        if self.is_begun:
            raise Unsupported("a task that has begun")
        call = guarded(self._loop.machine, function)
        before = self._finish
        assert before is not None

        def both() -> Any:
            self._result = before()
            self.is_done = True
            call(self)
            return self._result

        self._finish = both


class Loop:
    """Tasks that have not begun.

    Attributes:
        machine: that pays for them.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._ready: deque[Task] = deque()
        self._number = machine.number

    def task(self, coroutine: Any) -> Any:
        """What stands for a coroutine that shall run; for what is none, itself."""
        if self._number != self.machine.number:
            # Of a run before.
            self._ready.clear()
            self._number = self.machine.number
        if not isinstance(coroutine, Coroutine) or isinstance(coroutine, Task):
            return coroutine
        made = Task(self, coroutine)
        self._ready.append(made)
        return made

    def run_until(self, is_there: Callable[[], bool]) -> None:
        """Lets those run that have not begun, until something is there. Raises Waiting where that does not happen."""
        while not is_there():
            following = self._next()
            if following is None:
                raise Waiting("waits for what does not come")
            following.begin()

    def turns(self) -> None:
        """Pays for a turn of the loop, which all that are ready have in common."""
        self.machine.schedules(TURN / (1 + len(self._ready)))

    def _next(self) -> Task | None:
        while self._ready:
            task = self._ready.popleft()
            if not task.is_begun:
                return task
        return None
