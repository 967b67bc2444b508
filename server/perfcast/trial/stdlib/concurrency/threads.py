"""``threading`` besides locks: events that nobody else sets, and threads that are done once they are started.

On one core the threads of one interpreter take the same CPU time in whichever order they run. What waits for something
that another one has yet to do is not known.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import CONDITION_MADE
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.concurrency.locks import class_of

#: Nanoseconds of making an event beside its condition, of asking and of setting it; of making a thread, and of starting
#: it.
_EVENT: Final = 250.0
_ASKED: Final = 40.0
_SET: Final = 300.0
_THREAD: Final = 2_500.0
STARTED: Final = 55_000.0
#: Bytes of a thread that runs: the first part of a stack for the frames of Python's functions, and its state.
_RUNNING: Final = 16_384 + 700
#: Of the locks of one that was made.
_LOCKS: Final = 1_800
_IS_SET: Final = "_flag"
#: What a thread runs, and with what.
_TARGET: Final = ("_target", "_args", "_kwargs")


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds of them."""
    running: list[Instance] = []
    thread = _thread(machine, running)
    main = Instance(thread)
    running.append(main)
    main.attributes.update(name="MainThread", daemon=False, ident=1, native_id=1)
    return {
        "Event": _event(machine),
        "Thread": thread,
        "current_thread": Guarded(lambda: running[-1]),
        "main_thread": Guarded(lambda: main),
        "active_count": Guarded(lambda: 1),
    }


def _event(machine: Machine) -> Class:
    def begin(event: Instance) -> None:
        machine.pay(_EVENT + CONDITION_MADE)
        event.attributes[_IS_SET] = False

    def is_set(event: Instance) -> Any:
        machine.pay(_ASKED)
        return event.attributes[_IS_SET]

    def turn(event: Instance, value: bool) -> None:
        machine.pay(_SET)
        event.attributes[_IS_SET] = value

    def wait(event: Instance, timeout: Any = None) -> Any:
        machine.pay(_SET)
        if timeout is None and not event.attributes[_IS_SET]:
            raise Unsupported("waiting for another thread")
        return event.attributes[_IS_SET]

    functions = {"__init__": begin, "is_set": is_set, "isSet": is_set, "wait": wait}
    return class_of("Event", functions | {"set": partial(turn, value=True), "clear": partial(turn, value=False)})


def _thread(machine: Machine, running: list[Instance]) -> Class:
    """
    Args:
        running: the main thread, and those that are run within one another, the innermost one last.
    """

    def begin(
        thread: Instance,
        group: None = None,
        target: Any = None,
        name: Any = None,
        args: Any = (),
        kwargs: Any = None,
        *,
        daemon: Any = None,
    ) -> None:
        machine.pay(_THREAD)
        thread.attributes.update(zip(_TARGET, (target, args, kwargs or {}), strict=True))
        thread.attributes.update(name=name or "Thread-1", daemon=bool(daemon), ident=None, native_id=None)
        thread.attributes["_started"] = Guarded(lambda: None, nbytes=_LOCKS)

    def run(thread: Instance) -> None:
        target, args, kwargs = (thread.attributes[part] for part in _TARGET)
        if target is not None:
            target(*args, **kwargs)
            thread.attributes.update(zip(_TARGET, (None, (), {}), strict=True))

    def start(thread: Instance) -> None:
        if thread.attributes["ident"] is not None:
            raise RuntimeError("threads can only be started once")
        machine.schedules(STARTED)
        thread.attributes["ident"] = thread.attributes["native_id"] = id(thread)
        number = machine.number
        machine.put_aside(_RUNNING)
        running.append(thread)
        try:
            thread.of.find("run")(thread)
        except Exception:
            raise Unsupported("an error that ends a thread") from None
        finally:
            running.pop()
            machine.take_back(_RUNNING, number)

    def alive(_: Instance) -> bool:
        machine.pay(_ASKED)
        return False

    def join(thread: Instance, timeout: Any = None) -> None:
        if thread.attributes["ident"] is None:
            raise RuntimeError("cannot join thread before it is started")
        machine.pay(_SET)

    return class_of("Thread", {"__init__": begin, "run": run, "start": start, "is_alive": alive, "join": join})


def held_by_thread() -> Guarded:
    """What a thread of a pool holds as long as it is there."""
    return Guarded(lambda: None, nbytes=_RUNNING)
