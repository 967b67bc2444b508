"""Queues and events of ``asyncio``: what waits for them lets other tasks run."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.coroutines import Coroutine, Waiting
from perfcast.trial.natives import Guarded
from perfcast.trial.objects import Class, Instance
from perfcast.trial.stops import Unsupported
from perfcast.trial.tasks import Loop

#: Nanoseconds of what a queue takes or gives, awaited and at once; of making one, and of an event.
_AWAITED: Final = 280.0
_AT_ONCE: Final = 160.0
_MADE: Final = 1_500.0
_ASKED: Final = 120.0
#: Where an instance holds what was put into it, whether somebody waits in vain, and what an event says.
_ITEMS: Final = "_queue"
_LOST: Final = "_getters"
_VALUE: Final = "_value"


class QueueEmpty(Exception):
    """In place of ``asyncio.QueueEmpty``."""


class QueueFull(Exception):
    """In place of ``asyncio.QueueFull``."""


def waited_on(loop: Loop) -> dict[str, Any]:
    """The classes, and what they raise."""
    return {
        "Queue": _queue(loop, "Queue", deque, deque.append, deque.popleft),
        "LifoQueue": _queue(loop, "LifoQueue", list, list.append, list.pop),
        "PriorityQueue": _queue(loop, "PriorityQueue", list, heapq.heappush, heapq.heappop),
        "Event": _event(loop),
        "QueueEmpty": QueueEmpty,
        "QueueFull": QueueFull,
    }


def _queue(
    loop: Loop, name: str, make: type, insert: Callable[[Any, Any], None], remove: Callable[[Any], Any]
) -> Class:
    """One whose order is that of a container. A full one holds nobody up: what would empty it has begun before."""
    machine = loop.machine

    def begin(queue: Instance, maxsize: int = 0) -> None:
        machine.pay(_MADE)
        queue.attributes.update({_ITEMS: machine.made(make()), "maxsize": maxsize, _LOST: False})

    def put(queue: Instance, item: Any, time: float = _AT_ONCE) -> None:
        if queue.attributes[_LOST]:
            raise Unsupported("a task that goes on where it has waited")
        machine.pay(time)
        insert(queue.attributes[_ITEMS], item)
        machine.changes(queue.attributes[_ITEMS])

    def get(queue: Instance, time: float = _AWAITED) -> Any:
        items = queue.attributes[_ITEMS]
        try:
            loop.run_until(lambda: bool(items))
        except Waiting:
            queue.attributes[_LOST] = True
            raise
        machine.pay(time)
        return remove(items)

    def get_at_once(queue: Instance) -> Any:
        if not queue.attributes[_ITEMS]:
            raise QueueEmpty
        return get(queue, _AT_ONCE)

    def put_at_once(queue: Instance, item: Any) -> None:
        if full(queue):
            raise QueueFull
        put(queue, item)

    def full(queue: Instance) -> bool:
        return bool(0 < queue.attributes["maxsize"] <= len(queue.attributes[_ITEMS]))

    def join(queue: Instance) -> Coroutine:
        return Coroutine(lambda: loop.run_until(lambda: not queue.attributes[_ITEMS]))

    functions: dict[str, Callable[..., Any]] = {
        "__init__": begin,
        "put": lambda queue, item: Coroutine(partial(put, queue, item, _AWAITED)),
        "get": lambda queue: Coroutine(partial(get, queue)),
        "put_nowait": put_at_once,
        "get_nowait": get_at_once,
        "full": full,
        "empty": lambda queue: not queue.attributes[_ITEMS],
        "qsize": lambda queue: len(queue.attributes[_ITEMS]),
        "task_done": lambda queue: machine.pay(_ASKED),
        "join": join,
    }
    return _class(name, functions)


def _event(loop: Loop) -> Class:
    def wait(event: Instance) -> bool:
        loop.run_until(lambda: bool(event.attributes[_VALUE]))
        return True

    def turn(event: Instance, value: bool) -> None:
        loop.machine.pay(_ASKED)
        event.attributes[_VALUE] = value

    functions: dict[str, Callable[..., Any]] = {
        "__init__": partial(turn, value=False),
        "wait": lambda event: Coroutine(partial(wait, event)),
        "set": partial(turn, value=True),
        "clear": partial(turn, value=False),
        "is_set": lambda event: event.attributes[_VALUE],
    }
    return _class("Event", functions)


def _class(name: str, functions: Mapping[str, Callable[..., Any]]) -> Class:
    made = Class(name, [], None)
    made.attributes = {name: Guarded(function) for name, function in functions.items()}
    made.is_partial = True
    return made
