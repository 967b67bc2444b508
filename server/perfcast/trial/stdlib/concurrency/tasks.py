"""An event loop: its tasks take turns, each up to where it has to wait. Its clock goes on when all of them sleep.

Code that nothing can hold up, such as a comprehension, waits by letting the others run within it.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.generators import go_on, hold_up
from perfcast.trial.interpreter.accounting.held_memory import GOOD_PART
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import OPERATOR
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Cancelled, Unsupported
from perfcast.trial.stdlib.concurrency.coroutines import Awaitable, Coroutine, Steps, Waiting, awaited

#: Nanoseconds of making a task, running and ending it, of going on with one, and of a turn of the loop.
_TASK: Final = 1_700.0
_RESUMED: Final = 1_000.0
_TURN: Final = 1_500.0
#: Bytes of what will be there; of a task with its coroutine until it has ended, what it takes besides from where it is
#: first held up, and bytes after the end.
_TO_COME: Final = 150
_WAITING: Final = 746
_HELD_UP: Final = 400
_ENDED: Final = 620


class Future(Awaitable):
    """What will be there.

    Attributes:
        is_done: it is there, or an error is in its place; result, error: these.
        parts: what is cancelled with it.
    """

    __slots__ = ("_followers", "error", "is_done", "loop", "parts", "result")

    def __init__(self, loop: Loop, parts: Iterable[Any] = ()) -> None:
        functions: dict[str, Callable[..., Any]] = {
            "result": self.told,
            "exception": lambda: self.error,
            "done": lambda: self.is_done,
            "cancelled": lambda: isinstance(self.error, Cancelled),
            "cancel": self.cancel,
            "set_result": self.end,
            "set_exception": lambda error: self.end(error=error),
            "add_done_callback": self._call_back,
            "get_name": lambda: "Task",
            "__await__": self.steps,
        }
        super().__init__(lambda: None, {name: Guarded(function) for name, function in functions.items()})
        self.nbytes = _TO_COME
        self.loop, self.parts = loop, parts
        self.is_done, self.result = False, None
        self.error: Exception | None = None
        self._followers: list[Callable[[], Any]] = []

    def steps(self) -> Steps:
        while not self.is_done:
            yield self
        return self.told()

    def told(self) -> Any:
        """Its result. Raises Unsupported where it has none yet."""
        if self.error is not None:
            raise self.error
        if not self.is_done:
            raise Unsupported("the result of what has not ended")
        return self.result

    def end(self, result: Any = None, error: Exception | None = None) -> None:
        """It is there from now on, if it was not before."""
        if not self.is_done:
            self.is_done, self.result, self.error = True, result, error
            for follow in self._followers:
                self.loop.soon(follow)
            self._followers.clear()

    def follow(self, call: Callable[[], Any]) -> None:
        """Has something called once it is there."""
        if self.is_done:
            self.loop.soon(call)
        else:
            self._followers.append(call)

    def cancel(self, *_: Any, **__: Any) -> bool:
        """Ends it in vain, or will; whether it had not ended."""
        if self.is_done:
            return False
        cancelled = [part.cancel() for part in self.parts]
        if not any(cancelled):
            self.end(error=Cancelled())
        return True

    def _call_back(self, function: Any, **_: Any) -> None:
        self.follow(partial(guarded(self.loop.machine, function), self))


class Task(Future):
    """A coroutine that a loop runs.

    Attributes:
        is_cancelled: an error is to be raised where it goes on.
    """

    __slots__ = ("_aside", "_frames", "_is_begun", "_number", "_steps", "_waits_for", "is_cancelled")

    def __init__(self, loop: Loop, steps: Steps, nbytes: int = _WAITING) -> None:
        """
        Args:
            nbytes: that it takes until it has ended.
        """
        super().__init__(loop)
        self._steps, self._waits_for = steps, None
        self._frames: list[Any] = []
        self.is_cancelled = False
        self._aside, self._number = nbytes, loop.machine.number
        self._is_begun = False
        self.nbytes = 0
        loop.machine.put_aside(nbytes)
        loop.tasks[id(self)] = self

    def go_on(self) -> None:
        """Runs it as far as it comes."""
        if self.is_done:
            return
        loop, machine = self.loop, self.loop.machine
        machine.schedules(_RESUMED)
        self._waits_for, before, loop.current = None, loop.current, self
        price, machine.price = machine.price, OPERATOR
        first = go_on(machine, self._frames)
        try:
            waits_for = self.resumed(self._steps)
        except StopIteration as end:
            self.end(end.value)
        except Exception as error:
            self.end(error=error)
        else:
            self._waits_for = waits_for
            self.begins_waiting()
            self.loop.soon(self.go_on) if waits_for is None else waits_for.follow(self.go_on)
        finally:
            self._frames = hold_up(machine, first)
            machine.price, loop.current = price, before

    def resumed(self, steps: Steps) -> Any:
        """What code of it waits for next."""
        is_cancelled, self.is_cancelled = self.is_cancelled, False
        return steps.throw(Cancelled()) if is_cancelled else steps.send(None)

    def begins_waiting(self) -> None:
        """Notes what it takes from the first time on that it has to wait."""
        if not self._is_begun:
            self._is_begun = True
            self.takes(_HELD_UP)

    def takes(self, nbytes: int) -> None:
        """Notes bytes that are held besides until it has ended."""
        if not self.is_done:
            self._aside += nbytes
            self.loop.machine.put_aside(nbytes)

    def end(self, result: Any = None, error: Exception | None = None) -> None:
        if not self.is_done:
            self.nbytes = _ENDED
            self.loop.tasks.pop(id(self), None)
            self.loop.machine.take_back(self._aside, self._number)
        super().end(result, error)

    def cancel(self, *_: Any, **__: Any) -> bool:
        if self.is_done:
            return False
        if self._waits_for is None or not self._waits_for.cancel():
            self.is_cancelled = True
        return True


class Loop:
    """Where tasks take turns.

    Attributes:
        machine: that pays for them.
        tasks: those that have not ended; current: that under way.
        time: seconds that have gone by.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._numbers = itertools.count()
        self._begin()

    @classmethod
    def of(cls, machine: Machine) -> Loop:
        """The machine's, as it is in this run."""
        if machine.loop is None:
            machine.loop = cls(machine)
        elif machine.loop._run != machine.number:
            machine.loop._begin()
        return machine.loop  # type: ignore[no-any-return]

    def _begin(self) -> None:
        self._run = self.machine.number
        self._ready: deque[Callable[[], Any]] = deque()
        self._later: list[tuple[float, int, Callable[[], Any]]] = []
        self._left = 0
        self.tasks: dict[int, Task] = {}
        self.current: Task | None = None
        self.time = 0.0

    def soon(self, call: Callable[[], Any]) -> None:
        """Has something called at the next turn."""
        self._ready.append(call)

    def later(self, delay: float, call: Callable[[], Any]) -> None:
        """The same after some seconds."""
        heapq.heappush(self._later, (self.time + delay, next(self._numbers), call))

    def hold_up(self, seconds: float) -> None:
        """Lets time go by for all tasks, none of which has a turn."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.time += seconds

    def task(self, coroutine: Any) -> Future:
        """What stands for something that is waited for, which runs from now on."""
        if isinstance(coroutine, Future):
            return coroutine
        self.machine.schedules(_TASK)
        self.takes_over([coroutine])
        made = Task(self, awaited(coroutine))
        self.soon(made.go_on)
        return made

    def takes_over(self, coroutines: Iterable[Any]) -> None:
        """Notes that these are held by tasks from now on, and counted with them."""
        size = 0
        for coroutine in coroutines:
            if isinstance(coroutine, Coroutine):
                size += coroutine.nbytes
                coroutine.nbytes = 0
        if size > GOOD_PART * self.machine.held:
            # They may have been counted by themselves.
            self.machine.look()

    def run_until(self, is_there: Callable[[], bool]) -> None:
        """Lets tasks run until something is there. Raises Waiting where that does not happen."""
        while not is_there():
            if not self._ready:
                self._sleep()
            if self._left <= 0:
                # What is ready has the turn in common.
                self._left = len(self._ready)
                self.machine.schedules(_TURN)
            self._left -= 1
            self._ready.popleft()()

    def _sleep(self) -> None:
        """The clock goes on to where something is to be called. Raises Waiting where nothing is."""
        if not self._later:
            raise Waiting("waits for what does not come")
        self.time = max(self.time, self._later[0][0])
        while self._later and self._later[0][0] <= self.time:
            self._ready.append(heapq.heappop(self._later)[-1])

    def finished(self, value: Any) -> Any:
        """Waits for a value where nothing can be held up."""
        steps, before = awaited(value), self.current
        self.current = task = before or Task(self, steps, nbytes=0)
        try:
            while True:
                try:
                    waits_for = task.resumed(steps)
                except StopIteration as end:
                    return end.value
                self._wait(task, waits_for)
        finally:
            self.current = before
            if before is None:
                task.end()

    def run(self, value: Any) -> Any:
        """Waits for a value, and cancels what has not ended by then."""
        if self.current is not None:
            raise RuntimeError("asyncio.run() cannot be called from a running event loop")
        try:
            return self.finished(value)
        finally:
            for task in list(self.tasks.values()):
                task.cancel()
            with suppress(Waiting):
                self.run_until(lambda: not self.tasks)
            self._begin()

    def turn(self) -> Future:
        """What is there once all have had their turn."""
        made = Future(self)
        self.soon(made.end)
        return made

    def _wait(self, task: Task, waits_for: Future | None) -> None:
        future = waits_for or self.turn()
        task.begins_waiting()
        self.run_until(lambda: future.is_done or task.is_cancelled)
        self.machine.schedules(_RESUMED)


def finished(machine: Machine, value: Any) -> Any:
    """What awaiting a value gives, where nothing can be held up."""
    return Loop.of(machine).finished(value)
