"""Jobs in processes of their own: one that hangs, crashes or loses the GPU ends alone.

A job is a plain value, and what comes of it is any number of plain values, each sent as soon as it is known. A worker
that says nothing for too long is killed, and the caller is told; a new one goes on.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
#: What a worker calls with each job: it yields its outcomes.
Task = Callable[[Any], Iterator[Any]]
#: Starting a process and importing PyTorch and Triton, on a busy machine.
START_SECONDS: Final = 120.0


class WorkerLost(RuntimeError):
    """The process ended or said nothing for too long; the message says which."""


class StartFailed(RuntimeError):
    """A process could not prepare its task, so none will; the message holds its error."""


class WorkerStopped(Exception):
    """`Worker.stop` was called while a job ran, or before."""


class Retire(Exception):
    """Raised by a task whose process can run nothing any more, after it gave the outcome that it knows."""


@dataclass
class Worker:
    """A process that runs one task for many jobs, started when the first comes.

    Attributes:
        prepare: called once in the process; what it returns is the task. It must be importable there.
        settings: what `prepare` is called with, plain values.
        environment: variables for the process, set before it imports anything of the task's.
    """

    prepare: Callable[..., Task]
    settings: dict[str, Any] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    _process: Any = None
    _connection: Connection | None = None
    _stopped: bool = False

    def run(self, job: Any, silence: float) -> Iterator[Any]:
        """The job's outcomes, as they come; fewer than it has where the process retired.

        Args:
            silence: seconds without an outcome after which the process is killed.

        Raises:
            WorkerLost: it was, or ended by itself; outcomes so far were given.
            WorkerStopped: another thread has stopped the worker.
        """
        connection = self._started()
        finished = False
        try:
            connection.send(job)
            while True:
                if not connection.poll(silence):
                    raise WorkerLost(f"nothing within {silence:g} s")
                kind, value = connection.recv()
                if kind == "done":
                    finished = True
                if kind in ("done", "retired"):
                    return
                yield value
        except (EOFError, ConnectionError) as error:
            self._process.join(5)
            if self._stopped:
                raise WorkerStopped from error
            raise WorkerLost(f"the process ended with {_ending(self._process.exitcode)}") from error
        finally:
            # A caller who wants no more outcomes leaves a process that is about to send them.
            if not finished:
                self.close()

    def stop(self) -> None:
        """From any thread: ends the process, and lets whoever runs a job in it know that there will be no other."""
        self._stopped = True
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        """Ends the process, at once."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def _started(self) -> Connection:
        if self._stopped:
            raise WorkerStopped
        if self._connection is not None and self._process.is_alive():
            return self._connection
        self.close()
        context = multiprocessing.get_context("spawn")
        connection, other = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(other, self.prepare, self.settings, self.environment), daemon=True
        )
        self._process.start()
        other.close()
        self._connection = connection
        try:
            ready = connection.recv() if connection.poll(START_SECONDS) else ("failed", "nothing came of it")
        except (EOFError, ConnectionError):
            ready = ("failed", "it ended")
        if ready != ("ready", None):
            self.close()
            raise WorkerStopped if self._stopped else StartFailed(f"a worker did not start: {ready[1]}")
        return connection


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"code {code}"


def _serve(
    connection: Connection, prepare: Callable[..., Task], settings: dict[str, Any], environment: dict[str, str]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(environment)
    try:
        task = prepare(**settings)
    except Exception:
        connection.send(("failed", traceback.format_exc(limit=3)))
        return
    connection.send(("ready", None))
    while True:
        try:
            job = connection.recv()
        except (EOFError, ConnectionError):
            return
        try:
            for outcome in task(job):
                connection.send(("outcome", outcome))
        except Retire:
            connection.send(("retired", None))
            # Cleaning up a lost GPU can hang.
            os._exit(0)
        connection.send(("done", None))


class Deadline:
    """The end of a time budget."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def passed(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def left(self) -> float:
        """Seconds; infinity without a budget."""
        return float("inf") if self._end is None else max(0.0, self._end - time.monotonic())


class Shared(Generic[T]):
    """An iterator that several threads take from."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = iter(items)
        self._lock = threading.Lock()

    def take(self) -> T | None:
        """The next item; None when there is none left."""
        with self._lock:
            return next(self._items, None)
