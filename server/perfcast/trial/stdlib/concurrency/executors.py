"""``concurrent.futures``: pools of threads whose work is done at once, when it is handed in.

Threads of one interpreter on one core take the same CPU time in whichever order they run. What waits for something that
another piece of work has yet to do is not known.
"""

from __future__ import annotations

from collections import deque, namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.exhausted_iterators import Keeping
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Lacking, Unindexed, Unsupported
from perfcast.trial.stdlib.concurrency.locks import class_of
from perfcast.trial.stdlib.concurrency.threads import STARTED, held_by_thread

#: Nanoseconds of making a pool, of handing a piece of work in until a thread has done it, and of asking for its result;
#: of each that is awaited in the order in which they end.
_POOL: Final = 3_400.0
_HANDED_IN: Final = 6_300.0
_ASKED: Final = 550.0
_AWAITED: Final = 900.0
#: Bytes of the lock and the lists that each piece of work has, beside what is seen of it.
_LOCKS: Final = 670
#: Of the queue and the locks of a pool.
_QUEUE: Final = 2_000
#: Threads of a pool of which nobody says how many, on two cores.
_THREADS: Final = 6
DoneAndNotDoneFutures = namedtuple("DoneAndNotDoneFutures", ("done", "not_done"))
_FINISHED: Final = "FINISHED"
_WHEN: Final = ("FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED")


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    future = _future(machine)
    executor = Class("Executor", [], None)
    return {
        "Future": future,
        "Executor": executor,
        "ThreadPoolExecutor": _pool(machine, future, executor),
        "ProcessPoolExecutor": class_of("ProcessPoolExecutor", {"__init__": _starts_processes}, [executor]),
        "as_completed": Guarded(partial(_as_completed, machine)),
        "wait": Guarded(partial(_wait, machine)),
        "TimeoutError": TimeoutError,
        **{name: name for name in _WHEN},
    }


def _starts_processes(*_: Any, **__: Any) -> None:
    raise Unsupported("starting processes")


def _future(machine: Machine) -> Class:
    def begin(future: Instance) -> None:
        machine.pay(_ASKED)
        future.attributes.update(_condition=Guarded(lambda: None, nbytes=_LOCKS), _state="PENDING")
        future.attributes.update(_result=None, _exception=None, _waiters=[], _done_callbacks=[], _line=deque())

    def exception(future: Instance, timeout: Any = None) -> Any:
        machine.pay(_ASKED)
        _check(future)
        return future.attributes["_exception"]

    def is_done(future: Instance) -> bool:
        machine.pay(_ASKED)
        return bool(future.attributes["_state"] == _FINISHED)

    def call_back(future: Instance, function: Any) -> None:
        machine.pay(_ASKED)
        if future.attributes["_state"] == _FINISHED:
            _call_back(function, future)
        else:
            future.attributes["_done_callbacks"].append(function)

    def end(future: Instance, value: Any, *, name: str) -> None:
        machine.pay(_ASKED)
        if future.attributes["_state"] == _FINISHED:
            raise Unsupported("a result that is there twice")
        _end(future, name, value)

    functions: dict[str, Callable[..., Any]] = {
        "__init__": begin,
        "result": partial(_result, machine),
        "exception": exception,
        "done": is_done,
        "set_result": partial(end, name="_result"),
        "set_exception": partial(end, name="_exception"),
        "set_running_or_notify_cancel": lambda _: True,
        "running": lambda _: False,
        "cancel": lambda _: False,
        "cancelled": lambda _: False,
        "add_done_callback": call_back,
    }
    return class_of("Future", functions)


def _end(future: Instance, name: str, value: Any) -> None:
    """Keeps its result or its error, and tells those who asked to be told."""
    own = future.attributes
    own[name], own["_state"] = value, _FINISHED
    for function in own["_done_callbacks"]:
        _call_back(function, future)


def _call_back(function: Any, future: Instance) -> None:
    try:
        function(future)
    except Exception:
        raise Unsupported("an error in a callback") from None


def _check(future: Instance) -> None:
    if future.attributes["_state"] != _FINISHED:
        raise Unsupported("waiting for another thread")


def _result(machine: Machine, future: Instance, timeout: Any = None) -> Any:
    machine.pay(_ASKED)
    _check(future)
    error = future.attributes["_exception"]
    if error is not None:
        raise error
    return future.attributes["_result"]


def _pool(machine: Machine, kind: Class, base: Class) -> Class:
    def begin(
        pool: Instance,
        max_workers: Any = None,
        thread_name_prefix: Any = "",
        initializer: Any = None,
        initargs: Any = (),
    ) -> None:
        machine.pay(_POOL)
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        pool.attributes.update(_max_workers=max_workers or _THREADS, _threads=[], _shutdown=False)
        pool.attributes.update(_initializer=initializer, _initargs=initargs)
        pool.attributes["_work_queue"] = Guarded(lambda: None, nbytes=_QUEUE)

    def submit(pool: Instance, function: Any, /, *args: Any, **named: Any) -> Instance:
        own = pool.attributes
        if own["_shutdown"]:
            raise RuntimeError("cannot schedule new futures after shutdown")
        if len(own["_threads"]) < own["_max_workers"]:
            machine.schedules(STARTED)
            own["_threads"].append(held_by_thread())
            if own["_initializer"] is not None:
                own["_initializer"](*own["_initargs"])
        machine.schedules(_HANDED_IN)
        future = Instance(kind)
        kind.attributes["__init__"](future)
        return _done(future, function, args, named)

    def mapped(
        pool: Instance, function: Any, *of_each: Iterable[Any], timeout: Any = None, chunksize: Any = 1
    ) -> Keeping:
        handed_in = [submit(pool, function, *args) for args in machine.counted(zip(*of_each, strict=False))]
        machine.look(handed_in)
        return Keeping(_results(machine, handed_in), handed_in)

    def shut_down(pool: Instance, wait: Any = True, *, cancel_futures: Any = False) -> None:
        machine.pay(_ASKED)
        pool.attributes["_shutdown"] = True
        pool.attributes["_threads"].clear()

    functions: dict[str, Callable[..., Any]] = {
        "__init__": begin,
        "submit": submit,
        "map": mapped,
        "shutdown": shut_down,
        "__enter__": lambda pool: pool,
        "__exit__": lambda pool, *_: shut_down(pool),
    }
    return class_of("ThreadPoolExecutor", functions, [base])


def _done(future: Instance, function: Any, args: tuple[Any, ...], named: Mapping[str, Any]) -> Instance:
    """The same, with what the function gives or raises."""
    try:
        result = function(*args, **named)
    except (Lacking, Unindexed):
        # They say what a made-up value should have been, whoever asks for the result.
        raise
    except Exception as error:
        _end(future, "_exception", error)
    else:
        _end(future, "_result", result)
    return future


def _results(machine: Machine, futures: list[Instance]) -> Iterator[Any]:
    """One after the other, and forgotten."""
    futures.reverse()
    while futures:
        yield _result(machine, futures.pop())


def _as_completed(machine: Machine, fs: Iterable[Instance], timeout: Any = None) -> Keeping:
    ended = _ended(machine, fs)
    return Keeping(iter(ended), ended)


def _wait(machine: Machine, fs: Iterable[Instance], timeout: Any = None, return_when: Any = "ALL_COMPLETED") -> Any:
    return DoneAndNotDoneFutures(set(_ended(machine, fs)), set())


def _ended(machine: Machine, futures: Iterable[Instance]) -> list[Instance]:
    """Each of them once. Raises Unsupported where one of them has yet to end."""
    found = list(dict.fromkeys(machine.counted(futures)))
    for future in found:
        _check(future)
    machine.pay(_AWAITED * len(found))
    return found
