"""The module ``asyncio``: tasks, queues and locks in one thread, in which nobody has to wait for long."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from perfcast.trial.async_queues import waited_on
from perfcast.trial.contexts import Context, Opening
from perfcast.trial.coroutines import Coroutine, finished
from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, fed, guarded
from perfcast.trial.objects import Function, Method
from perfcast.trial.surroundings import ignored, of_nothing
from perfcast.trial.tasks import Cancelled, Loop, Task

#: Nanoseconds of a loop that is made for one coroutine and closed again.
_RUN: Final = 117_000.0
#: Of sleeping beside its turn of the loop: not at all, and for a time.
_YIELDED: Final = 400.0
_SLEPT: Final = 7_000.0
#: Of a lock, and of a semaphore.
_LOCKED: Final = 400.0
_COUNTED: Final = 620.0
#: Of each that is waited for together with others, besides its task.
_GATHERED: Final = 2_200.0
_AWAITED_TOGETHER: Final = 2_500.0
_OF_GROUP: Final = 1_900.0
#: Of a time limit, also with a task that it is for, and of a call in another thread.
_LIMITED: Final = 3_800.0
_LIMITED_TASK: Final = 6_500.0
_IN_THREAD: Final = 30_000.0
#: Bytes of a lock.
_LOCK: Final = 150


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    loop = Loop(machine)
    whole = Guarded(lambda: None, _of_loop(loop))
    waited = partial(_waited_for, loop)
    return {
        "Lock": Guarded(lambda: _Lock(machine, _LOCKED)),
        **dict.fromkeys(("Semaphore", "BoundedSemaphore"), Guarded(lambda *_, **__: _Lock(machine, _COUNTED))),
        **waited_on(loop),
        "run": Guarded(lambda main, **_: _run(machine, main)),
        "sleep": Guarded(lambda delay, result=None: Coroutine(lambda: _slept(loop, delay, result))),
        "create_task": Guarded(lambda coro, **_: loop.task(coro)),
        "ensure_future": Guarded(lambda coro_or_future, **_: loop.task(coro_or_future)),
        "gather": Guarded(partial(_gathered, loop)),
        "wait": Guarded(lambda fs, **_: Coroutine(lambda: _all_ended(loop, fs))),
        "wait_for": Guarded(lambda fut, timeout=None: Coroutine(lambda: waited(fut))),
        "shield": Guarded(loop.task),
        "as_completed": Guarded(lambda fs, **_: _in_turn(loop, fs)),
        "to_thread": Guarded(partial(_in_thread, machine)),
        **dict.fromkeys(("timeout", "timeout_at"), Guarded(lambda *_, **__: _limited(machine))),
        "TaskGroup": Guarded(lambda: _Group(loop)),
        **dict.fromkeys(("get_event_loop", "get_running_loop", "new_event_loop"), Guarded(lambda: whole)),
        "set_event_loop": Guarded(ignored),
        "current_task": Guarded(lambda *_: None),
        "iscoroutine": Guarded(lambda value: isinstance(value, Coroutine) and not isinstance(value, Task)),
        "isfuture": Guarded(lambda value: isinstance(value, Task)),
        "iscoroutinefunction": Guarded(is_asynchronous),
        **{name: of_nothing(name) for name in ("AbstractEventLoop", "Future", "Task")},
        "CancelledError": Cancelled,
        "TimeoutError": TimeoutError,
        "FIRST_COMPLETED": "FIRST_COMPLETED",
        "FIRST_EXCEPTION": "FIRST_EXCEPTION",
        "ALL_COMPLETED": "ALL_COMPLETED",
    }


def is_asynchronous(value: Any) -> bool:
    """Whether calling something gives a coroutine."""
    value = value.function if isinstance(value, Method) else value
    return isinstance(value, Function) and value.is_asynchronous


def _of_loop(loop: Loop) -> dict[str, Any]:
    return {
        "run_until_complete": Guarded(lambda coroutine: finished(loop.task(coroutine))),
        "create_task": Guarded(lambda coro, **_: loop.task(coro)),
        "run_in_executor": Guarded(lambda _, function, *args: _in_thread(loop.machine, function, *args)),
        "time": Guarded(lambda: 0.0),
        "is_running": Guarded(lambda: True),
        **dict.fromkeys(("close", "set_debug", "stop"), Guarded(ignored)),
    }


def _run(machine: Machine, coroutine: Any) -> Any:
    machine.schedules(_RUN)
    return finished(coroutine)


def _slept(loop: Loop, time: Any, result: Any) -> Any:
    """Sleeping takes no time of the processor's; going to bed and getting up does."""
    loop.machine.schedules(_SLEPT if time and time > 0 else _YIELDED)
    loop.turns()
    return result


def _gathered(loop: Loop, *coroutines: Any, return_exceptions: bool = False) -> Coroutine:
    tasks = [loop.task(one) for one in coroutines]

    def finish() -> Any:
        loop.machine.schedules(_GATHERED * len(tasks))
        results = [_result(one, return_exceptions) for one in tasks]
        return loop.machine.made(results)

    return Coroutine(finish)


def _result(task: Any, is_error_wanted: bool) -> Any:
    try:
        return finished(task)
    except Exception as error:
        if not is_error_wanted:
            raise
        return error


def _all_ended(loop: Loop, tasks: Iterable[Any]) -> tuple[set[Any], set[Any]]:
    waited_for = list(fed(loop.machine, tasks))
    loop.machine.schedules(_AWAITED_TOGETHER * len(waited_for))
    for task in waited_for:
        _result(loop.task(task), is_error_wanted=True)
    return loop.machine.made((set(waited_for), set()))  # type: ignore[no-any-return]


def _in_turn(loop: Loop, tasks: Iterable[Any]) -> list[Coroutine]:
    waiting = [loop.task(one) for one in fed(loop.machine, tasks)]
    loop.machine.schedules(_AWAITED_TOGETHER * len(waiting))
    made: list[Coroutine] = loop.machine.made([Coroutine(partial(finished, one)) for one in waiting])
    return made


def _waited_for(loop: Loop, coroutine: Any) -> Any:
    loop.machine.schedules(_LIMITED_TASK)
    return finished(loop.task(coroutine))


def _in_thread(machine: Machine, function: Any, /, *args: Any, **kwargs: Any) -> Coroutine:
    call = guarded(machine, function)

    def finish() -> Any:
        machine.schedules(_IN_THREAD)
        return call(*args, **kwargs)

    return Coroutine(finish)


def _limited(machine: Machine) -> Context:
    machine.schedules(_LIMITED)
    return Context()


class _Lock(Opening):
    """A lock or a semaphore, which is always free: what runs beside it has ended, or not begun."""

    __slots__ = ("_pay",)

    def __init__(self, machine: Machine, time: float) -> None:
        taken = {"acquire": Guarded(lambda: Coroutine(self.enter)), "release": Guarded(ignored)}
        super().__init__(ignored, taken | {"locked": Guarded(lambda: False)}, nbytes=_LOCK)
        self._pay = partial(machine.schedules, time)

    def enter(self) -> Any:
        self._pay()
        return True


class _Group(Opening):
    """Tasks that are waited for together."""

    __slots__ = ("_loop", "_tasks")

    def __init__(self, loop: Loop) -> None:
        super().__init__(ignored, {"create_task": Guarded(self._begin)}, nbytes=_LOCK)
        self._loop = loop
        self._tasks: list[Any] = []

    def enter(self) -> Any:
        return self

    def leave(self, error: Exception | None = None) -> bool:
        if error is None:
            for task in self._tasks:
                finished(task)
        return False

    def _begin(self, coro: Any, **_: Any) -> Any:
        self._loop.machine.schedules(_OF_GROUP)
        self._tasks.append(self._loop.task(coro))
        return self._tasks[-1]
