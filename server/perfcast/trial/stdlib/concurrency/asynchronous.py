"""The module ``asyncio``: an event loop in one thread, on which nobody waits for real."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import fed, guarded
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Cancelled
from perfcast.trial.stdlib.concurrency.async_context_managers import OpeningOnLoop
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, Steps, at_once
from perfcast.trial.stdlib.concurrency.locks import LOCK, locks
from perfcast.trial.stdlib.concurrency.queues import queues
from perfcast.trial.stdlib.concurrency.tasks import Future, Loop, Task
from perfcast.trial.stdlib.system.platform_facts import ignored, of_nothing

#: Nanoseconds of a loop that is made for one coroutine and closed again.
_RUN: Final = 117_000.0
#: Bytes of such a loop.
_LOOP: Final = 7_400
#: Of sleeping for a time, beside its turn of the loop.
_SLEPT: Final = 5_500.0
#: Of waiting for several together, and of each of them, besides its task.
_GATHERING: Final = 800.0
_GATHERED: Final = 2_200.0
#: Bytes of what stands for several tasks that are waited for together, of each of them, and of one of a group.
_TOGETHER: Final = 450
_WITH_OTHERS: Final = 110
_IN_GROUP: Final = 160
_AWAITED_TOGETHER: Final = 2_500.0
_OF_GROUP: Final = 1_900.0
#: Of a time limit, also with a task that it is for, and of a call in another thread.
_LIMITED: Final = 3_800.0
_LIMITED_TASK: Final = 6_500.0
_IN_THREAD: Final = 30_000.0
_FIRST: Final = "FIRST_COMPLETED"
_FIRST_ERROR: Final = "FIRST_EXCEPTION"
_ALL: Final = "ALL_COMPLETED"


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    loop = partial(Loop.of, machine)
    whole = Guarded(lambda: None, _of_loop(machine))
    begin = Guarded(lambda coro, **_: loop().task(coro))
    return {
        **queues(loop),
        **locks(loop),
        "run": Guarded(lambda main, **_: _run(machine, main)),
        "sleep": Guarded(lambda delay, result=None: Coroutine(lambda: _slept(loop(), delay, result))),
        "create_task": begin,
        "ensure_future": Guarded(lambda coro_or_future, **_: loop().task(coro_or_future)),
        "gather": Guarded(lambda *coroutines, **options: _gathered(loop(), *coroutines, **options)),
        "wait": Guarded(lambda fs, **options: Coroutine(lambda: _all_ended(loop(), fs, **options))),
        "wait_for": Guarded(lambda fut, timeout=None: Coroutine(lambda: _waited_for(loop(), fut, timeout))),
        "shield": Guarded(lambda arg: _shielded(loop(), arg)),
        "as_completed": Guarded(lambda fs, **_: _in_turn(loop(), fs)),
        "to_thread": Guarded(partial(_in_thread, machine)),
        "timeout": Guarded(lambda delay: _Limit(loop(), delay)),
        "timeout_at": Guarded(lambda when: _Limit(loop(), None if when is None else when - loop().time)),
        "TaskGroup": Guarded(lambda: _Group(loop())),
        **dict.fromkeys(("get_event_loop", "get_running_loop", "new_event_loop"), Guarded(lambda: whole)),
        "set_event_loop": Guarded(ignored),
        "current_task": Guarded(lambda *_: loop().current),
        "all_tasks": Guarded(lambda *_: set(loop().tasks.values())),
        "iscoroutine": Guarded(lambda value: isinstance(value, Coroutine)),
        "isfuture": Guarded(lambda value: isinstance(value, Future)),
        "iscoroutinefunction": Guarded(is_asynchronous),
        "Future": Guarded(lambda **_: Future(loop())),
        **{name: of_nothing(name) for name in ("AbstractEventLoop", "Task")},
        "CancelledError": Cancelled,
        "TimeoutError": TimeoutError,
        **{kind: kind for kind in (_FIRST, _FIRST_ERROR, _ALL)},
    }


def is_asynchronous(value: Any) -> bool:
    """Whether calling something gives a coroutine."""
    value = value.function if isinstance(value, Method) else value
    return isinstance(value, Function) and value.is_asynchronous


def _of_loop(machine: Machine) -> dict[str, Any]:
    loop = partial(Loop.of, machine)
    return {
        "run_until_complete": Guarded(lambda coroutine: loop().finished(loop().task(coroutine))),
        "create_task": Guarded(lambda coro, **_: loop().task(coro)),
        "create_future": Guarded(lambda: Future(loop())),
        "call_soon": Guarded(lambda function, *args, **_: loop().soon(_called(machine, function, *args))),
        "call_later": Guarded(lambda delay, function, *args: loop().later(delay, _called(machine, function, *args))),
        "run_in_executor": Guarded(lambda _, function, *args: _in_thread(machine, function, *args)),
        "time": Guarded(lambda: loop().time),
        "is_running": Guarded(lambda: loop().current is not None),
        **dict.fromkeys(("close", "set_debug", "stop"), Guarded(ignored)),
    }


def _called(machine: Machine, function: Any, *args: Any) -> Callable[[], Any]:
    machine.schedules(0.0)
    return partial(guarded(machine, function), *args)


def _run(machine: Machine, coroutine: Any) -> Any:
    machine.schedules(_RUN)
    number = machine.number
    machine.put_aside(_LOOP)
    try:
        return Loop.of(machine).run(coroutine)
    finally:
        machine.take_back(_LOOP, number)


def _slept(loop: Loop, time: Any, result: Any) -> Steps:
    """Sleeping takes no time of the processor's; going to bed and getting up does."""
    if time <= 0:
        yield None
    else:
        loop.machine.schedules(_SLEPT)
        there = Future(loop)
        loop.later(time, there.end)
        yield from there.steps()
    return result


def _gathered(loop: Loop, *coroutines: Any, return_exceptions: bool = False) -> Future:
    loop.takes_over(coroutines)
    tasks = [loop.task(one) for one in coroutines]
    loop.machine.schedules(_GATHERING + _GATHERED * len(tasks))
    whole, left = Future(loop, tasks), len(tasks)

    def one_less(task: Future) -> None:
        nonlocal left
        left -= 1
        if task.error is not None and not return_exceptions:
            whole.end(error=task.error)
        elif not left:
            whole.end(loop.machine.made([one.result if one.error is None else one.error for one in tasks]))

    for task in tasks:
        if isinstance(task, Task):
            task.takes(_WITH_OTHERS)
        task.follow(partial(one_less, task))
    if tasks:
        whole.nbytes = _TOGETHER
    else:
        whole.end([])
    return whole


def _all_ended(loop: Loop, tasks: Iterable[Any], timeout: float | None = None, return_when: str = _ALL) -> Steps:
    waited_for = [loop.task(task) for task in _each(loop, tasks)]

    if not waited_for:
        raise ValueError("Set of Tasks/Futures is empty.")
    enough, left = Future(loop), len(waited_for)

    def one_less(task: Future) -> None:
        nonlocal left
        left -= 1
        if not left or return_when == _FIRST or (return_when == _FIRST_ERROR and task.error is not None):
            enough.end()

    for task in waited_for:
        task.follow(partial(one_less, task))
    if timeout is not None:
        loop.later(timeout, enough.end)
    yield from enough.steps()
    done = {task for task in waited_for if task.is_done}
    return loop.machine.made((done, set(waited_for) - done))


def _in_turn(loop: Loop, tasks: Iterable[Any]) -> list[Coroutine]:
    waiting = [loop.task(one) for one in _each(loop, tasks)]
    places = [Future(loop) for _ in waiting]
    free = iter(places)
    for task in waiting:
        task.follow(lambda task=task: next(free).end(task))  # type: ignore[misc]
    made: list[Coroutine] = loop.machine.made([Coroutine(partial(_told, place)) for place in places])
    return made


def _told(place: Future) -> Steps:
    task = yield from place.steps()
    return task.told()


def _each(loop: Loop, tasks: Iterable[Any]) -> Iterable[Any]:
    for task in fed(loop.machine, tasks):
        loop.machine.schedules(_AWAITED_TOGETHER)
        yield task


def _waited_for(loop: Loop, coroutine: Any, timeout: float | None) -> Steps:
    loop.machine.schedules(_LIMITED_TASK)
    task, enough = loop.task(coroutine), Future(loop)
    task.follow(enough.end)
    if timeout is not None:
        loop.later(timeout, enough.end)
    try:
        yield from enough.steps()
    except Cancelled:
        task.cancel()
        raise
    if task.is_done:
        return task.told()
    task.cancel()
    while not task.is_done:
        yield task
    raise TimeoutError


def _shielded(loop: Loop, coroutine: Any) -> Future:
    task, outer = loop.task(coroutine), Future(loop)
    task.follow(lambda: outer.end(task.result, task.error))
    return outer


def _in_thread(machine: Machine, function: Any, /, *args: Any, **kwargs: Any) -> Coroutine:
    call = guarded(machine, function)

    def give() -> Any:
        machine.schedules(_IN_THREAD)
        return call(*args, **kwargs)

    return at_once(give)


class _Limit(OpeningOnLoop):
    """A time after which the task is cancelled that has entered it."""

    __slots__ = ("_delay", "_is_over", "_loop", "_task")

    def __init__(self, loop: Loop, delay: float | None) -> None:
        super().__init__(ignored, {"expired": Guarded(lambda: self._is_over is True), "reschedule": Guarded(ignored)})
        self._loop, self._delay = loop, delay
        self._task: Task | None = None
        self._is_over: bool | None = None

    def enter(self) -> Steps:
        self._loop.machine.schedules(_LIMITED)
        self._task, self._is_over = self._loop.current, False
        if self._delay is not None:
            self._loop.later(self._delay, self._ring)
        return self
        yield

    def leave(self, error: Exception | None) -> Steps:
        if self._is_over and isinstance(error, Cancelled):
            raise TimeoutError
        self._task = None
        return False
        yield

    def _ring(self) -> None:
        if self._task is not None:
            self._is_over = self._task.cancel()


class _Group(OpeningOnLoop):
    """Tasks that are waited for together; one that fails ends the others."""

    __slots__ = ("_loop", "_tasks")

    def __init__(self, loop: Loop) -> None:
        super().__init__(ignored, {"create_task": Guarded(self._begin)}, nbytes=LOCK)
        self._loop = loop
        self._tasks: list[Future] = []

    def enter(self) -> Steps:
        return self
        yield

    def leave(self, error: Exception | None) -> Steps:
        if error is not None:
            self._cancel()
        for task in self._tasks:
            while not task.is_done:
                yield task
        errors = [one.error for one in self._tasks if one.error is not None and not isinstance(one.error, Cancelled)]
        if errors:
            raise ExceptionGroup("unhandled errors in a TaskGroup", errors)
        return False

    def _begin(self, coro: Any, **_: Any) -> Future:
        self._loop.machine.schedules(_OF_GROUP)
        task = self._loop.task(coro)
        if isinstance(task, Task):
            task.takes(_IN_GROUP)
        task.follow(lambda: self._cancel() if task.error is not None else None)
        self._tasks.append(task)
        return task

    def _cancel(self) -> None:
        for task in self._tasks:
            task.cancel()
