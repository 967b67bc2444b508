"""Locks, events and the like of ``asyncio``: what waits for them lets other tasks run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.object_sizes import shallow
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.stdlib.concurrency.async_context_managers import OpeningOnLoop
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, Steps
from perfcast.trial.stdlib.concurrency.tasks import Future, Loop

#: Nanoseconds of a lock, and of a semaphore; of waiting in a line, and of setting an event.
_LOCKED: Final = 190.0
_COUNTED: Final = 400.0
_LINED_UP: Final = 900.0
_SET: Final = 120.0
#: Bytes of a lock, and of what is waited for with one taken, besides those that wait.
LOCK: Final = 95
_CONDITION: Final = 398
#: Bytes of what waits for its turn, with its place in the line.
_IN_LINE: Final = 190
#: Where an instance holds what an event says, and those that wait for it.
_VALUE: Final = "_value"
_WAITERS: Final = "_waiters"


def locks(loop: Callable[[], Loop]) -> dict[str, Any]:
    """What makes them.

    Args:
        loop: gives the one that tasks run on.
    """
    return {
        "Event": _event(loop),
        "Lock": Guarded(lambda: _Lock(loop(), 1, _LOCKED)),
        "Condition": Guarded(lambda lock=None: _Condition(loop(), lock)),
        **dict.fromkeys(
            ("Semaphore", "BoundedSemaphore"), Guarded(lambda value=1, **_: _Lock(loop(), value, _COUNTED))
        ),
    }


class Line(Guarded):
    """Those that wait for the same."""

    __slots__ = ("_loop", "_waiting")

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._waiting: deque[Future] = deque()
        super().__init__(lambda: None, nbytes=shallow(self._waiting))

    def until(self, is_there: Callable[[], Any]) -> Steps:
        """Waits until something is the case, at once if it is."""
        while not is_there():
            yield from self.next()

    def next(self) -> Steps:
        """Waits to be woken."""
        self._loop.machine.schedules(_LINED_UP)
        waiting = Future(self._loop)
        self._waiting.append(waiting)
        return self._waited(waiting)

    def _waited(self, waiting: Future) -> Steps:
        machine = self._loop.machine
        number = machine.number
        machine.put_aside(_IN_LINE)
        try:
            yield from waiting.steps()
        finally:
            machine.take_back(_IN_LINE, number)

    def wake(self, number: float = 1) -> None:
        """Lets so many go on that have waited longest."""
        while self._waiting and number > 0:
            first = self._waiting.popleft()
            number -= not first.is_done
            first.end()


def class_of(name: str, functions: Mapping[str, Callable[..., Any]], bases: Sequence[Class] = ()) -> Class:
    """One whose instances are those of the unit's own."""
    made = Class(name, list(bases), None)
    made.attributes = {name: Guarded(function) for name, function in functions.items()}
    made.is_partial = True
    return made


def _event(loop: Callable[[], Loop]) -> Class:
    machine = loop().machine

    def begin(event: Instance) -> None:
        event.attributes.update({_VALUE: False, _WAITERS: Line(loop())})

    def wait(event: Instance) -> Steps:
        if not event.attributes[_VALUE]:
            yield from event.attributes[_WAITERS].next()
        return True

    def turn(event: Instance, value: bool) -> None:
        machine.pay(_SET)
        event.attributes[_VALUE] = value
        if value:
            event.attributes[_WAITERS].wake(float("inf"))

    functions: dict[str, Callable[..., Any]] = {
        "__init__": begin,
        "wait": lambda event: Coroutine(partial(wait, event)),
        "set": partial(turn, value=True),
        "clear": partial(turn, value=False),
        "is_set": lambda event: event.attributes[_VALUE],
    }
    return class_of("Event", functions)


class _Lock(OpeningOnLoop):
    """A lock or a semaphore."""

    __slots__ = ("_free", "_line", "_pay")

    def __init__(self, loop: Loop, free: int, time: float) -> None:
        functions: dict[str, Callable[..., Any]] = {
            "acquire": lambda: Coroutine(self.enter),
            "release": self.release,
            "locked": lambda: not self._free,
        }
        super().__init__(lambda: None, {name: Guarded(function) for name, function in functions.items()}, nbytes=LOCK)
        self._line, self._free = Line(loop), free
        self._pay = partial(loop.machine.schedules, time)

    def enter(self) -> Steps:
        self._pay()
        yield from self._line.until(lambda: self._free > 0)
        self._free -= 1
        return True

    def release(self) -> None:
        """Lets the next one in."""
        self._free += 1
        self._line.wake()

    def leave(self, error: Exception | None) -> Steps:
        self.release()
        return False
        yield


class _Condition(OpeningOnLoop):
    """What is waited for with a lock taken, which others take meanwhile."""

    __slots__ = ("_line", "_lock")

    def __init__(self, loop: Loop, lock: _Lock | None) -> None:
        self._lock = lock or _Lock(loop, 1, _LOCKED)
        functions: dict[str, Callable[..., Any]] = {
            "wait": lambda: Coroutine(self._wait),
            "wait_for": lambda predicate: Coroutine(lambda: self._wait_for(predicate)),
            "notify": lambda n=1: self._line.wake(n),
            "notify_all": lambda: self._line.wake(float("inf")),
        }
        attributes = {name: Guarded(function) for name, function in functions.items()}
        self._line = Line(loop)
        nbytes = _CONDITION + self._line.nbytes
        super().__init__(lambda: None, {**self._lock.attributes, **attributes}, nbytes=nbytes)

    def enter(self) -> Steps:
        return self._lock.enter()

    def leave(self, error: Exception | None) -> Steps:
        return self._lock.leave(error)

    def _wait(self) -> Steps:
        self._lock.release()
        try:
            yield from self._line.next()
        except Exception:
            yield from self._lock.enter()
            raise
        yield from self._lock.enter()
        return True

    def _wait_for(self, predicate: Callable[[], Any]) -> Steps:
        while not (found := predicate()):
            yield from self._wait()
        return found
