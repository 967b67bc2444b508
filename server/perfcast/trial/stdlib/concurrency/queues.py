"""Queues of ``asyncio``: what waits for them lets other tasks run."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.object_sizes import POINTER
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, Steps
from perfcast.trial.stdlib.concurrency.locks import Line, class_of
from perfcast.trial.stdlib.concurrency.tasks import Loop

#: Nanoseconds of what a queue takes or gives, awaited and at once; of making one, and of asking it.
_AWAITED: Final = 280.0
_AT_ONCE: Final = 160.0
_MADE: Final = 1_500.0
_ASKED: Final = 120.0
#: Where an instance holds what was put into it, and how much of it is not done yet.
_ITEMS: Final = "_queue"
_UNFINISHED: Final = "_unfinished_tasks"
#: Where it holds those that wait: for an element, for room, for all to be done.
_GETTERS: Final = "_getters"
_PUTTERS: Final = "_putters"
_JOINING: Final = "_finished"


class QueueEmpty(Exception):
    """In place of ``asyncio.QueueEmpty``."""


class QueueFull(Exception):
    """In place of ``asyncio.QueueFull``."""


def queues(loop: Callable[[], Loop]) -> dict[str, Any]:
    """The classes, and what they raise.

    Args:
        loop: gives the one that tasks run on.
    """
    return {
        "Queue": _queue(loop, "Queue", deque, deque.append, deque.popleft),
        "LifoQueue": _queue(loop, "LifoQueue", list, list.append, list.pop),
        "PriorityQueue": _queue(loop, "PriorityQueue", list, heapq.heappush, heapq.heappop),
        "QueueEmpty": QueueEmpty,
        "QueueFull": QueueFull,
    }


def _queue(
    loop: Callable[[], Loop],
    name: str,
    make: type,
    insert: Callable[[Any, Any], None],
    remove: Callable[[Any], Any],
) -> Class:
    """One whose order is that of a container."""
    machine = loop().machine

    def begin(queue: Instance, maxsize: int = 0) -> None:
        machine.pay(_MADE)
        lines = {name: Line(loop()) for name in (_GETTERS, _PUTTERS, _JOINING)}
        queue.attributes.update({_ITEMS: machine.made(make()), "maxsize": maxsize, _UNFINISHED: 0} | lines)

    def put(queue: Instance, item: Any) -> Steps:
        yield from queue.attributes[_PUTTERS].until(lambda: not full(queue))
        put_in(queue, item, _AWAITED)

    def put_in(queue: Instance, item: Any, time: float) -> None:
        machine.pay(time)
        insert(queue.attributes[_ITEMS], item)
        machine.changes(queue.attributes[_ITEMS])
        machine.grown(queue.attributes[_ITEMS], POINTER)
        queue.attributes[_UNFINISHED] += 1
        queue.attributes[_GETTERS].wake()

    def get(queue: Instance) -> Steps:
        yield from queue.attributes[_GETTERS].until(lambda: queue.attributes[_ITEMS])
        return take_out(queue, _AWAITED)

    def take_out(queue: Instance, time: float) -> Any:
        machine.pay(time)
        item = remove(queue.attributes[_ITEMS])
        queue.attributes[_PUTTERS].wake()
        return item

    def get_at_once(queue: Instance) -> Any:
        if not queue.attributes[_ITEMS]:
            raise QueueEmpty
        return take_out(queue, _AT_ONCE)

    def put_at_once(queue: Instance, item: Any) -> None:
        if full(queue):
            raise QueueFull
        put_in(queue, item, _AT_ONCE)

    def full(queue: Instance) -> bool:
        return bool(0 < queue.attributes["maxsize"] <= len(queue.attributes[_ITEMS]))

    def task_done(queue: Instance) -> None:
        machine.pay(_ASKED)
        if not queue.attributes[_UNFINISHED]:
            raise ValueError("task_done() called too many times")
        queue.attributes[_UNFINISHED] -= 1
        if not queue.attributes[_UNFINISHED]:
            queue.attributes[_JOINING].wake(float("inf"))

    def join(queue: Instance) -> Steps:
        return queue.attributes[_JOINING].until(lambda: not queue.attributes[_UNFINISHED])  # type: ignore[no-any-return]

    functions: dict[str, Callable[..., Any]] = {
        "__init__": begin,
        "put": lambda queue, item: Coroutine(partial(put, queue, item)),
        "get": lambda queue: Coroutine(partial(get, queue)),
        "put_nowait": put_at_once,
        "get_nowait": get_at_once,
        "full": full,
        "empty": lambda queue: not queue.attributes[_ITEMS],
        "qsize": lambda queue: len(queue.attributes[_ITEMS]),
        "task_done": task_done,
        "join": lambda queue: Coroutine(partial(join, queue)),
    }
    return class_of(name, functions)
