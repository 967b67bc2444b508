"""Processes that make trial runs, started: each by itself, or forked off one that has the interpreter loaded.

Loading it takes half a second, forking some milliseconds. Forks share the memory that they do not change.
"""

from __future__ import annotations

import itertools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from perfcast.trial.process.signs_of_life import SECONDS_BETWEEN, Hung, SignsOfLife, child_with, has_open

_MODULE: Final = "perfcast.trial"
#: What tells a process to fork others off, in place of seconds.
FORKING: Final = "fork"
#: Bytes that are read at once.
_CHUNK: Final = 65_536


class Spawned(subprocess.Popen[str]):
    """A process of its own."""

    def __init__(self, argument: str | None, stdin: int = subprocess.PIPE, stdout: int = subprocess.PIPE) -> None:
        """
        Args:
            argument: of the module.

        Raises:
            OSError: there can be no such process.
        """
        # Sets of texts lie in the same order in every process; one thread is enough for small arrays.
        environment = os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        super().__init__(
            # -P: what lies in the folder that the server was started in is not imported.
            [sys.executable, "-P", "-m", _MODULE, *([] if argument is None else [argument])],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            env=environment,
            encoding="utf-8",
        )

    def has_answer(self) -> bool | None:
        """Whether the next line is there, or will never come; None where nobody knows, as of a process of its own."""
        return None

    def answer(self, seconds: float) -> str:
        """The next line that it writes; '' where it ends before, as it does after so many seconds. Raises OSError."""
        assert self.stdout is not None
        with self._watched(seconds):
            return self.stdout.readline()

    def ask(self, line: str, seconds: float) -> None:
        """Writes a line, which takes until it is read where it is long; ends the process where that is not in time.
        Raises OSError."""
        assert self.stdin is not None
        with self._watched(seconds):
            self.stdin.write(line)
            self.stdin.flush()

    @contextmanager
    def _watched(self, seconds: float) -> Iterator[None]:
        """Ends the process after so many seconds, or where it hangs; raises Hung after that."""
        done, signs = threading.Event(), SignsOfLife(lambda: self.pid)
        hangs = False

        def watch() -> None:
            nonlocal hangs
            end = time.monotonic() + seconds
            while not done.wait(max(0.0, min(SECONDS_BETWEEN, end - time.monotonic()))):
                hangs = signs.are_gone()
                if hangs or time.monotonic() >= end:
                    self.kill()
                    return

        threading.Thread(target=watch, name="perfcast-watching", daemon=True).start()
        try:
            yield
        except OSError:
            if not hangs:
                raise
        finally:
            done.set()
        if hangs:
            raise Hung

    def close(self) -> None:
        self.kill()
        self.communicate()


class Forked:
    """One of the forks."""

    def __init__(self, questions: int, answers: int, end: Callable[[], None], origin: Spawned) -> None:
        """
        Args:
            questions, answers: our ends of its pipes.
            end: has it killed.
            origin: that it is forked off.
        """
        self._questions = os.fdopen(questions, "wb", buffering=0)
        self._answers, self._read = os.fdopen(answers, "rb", buffering=0), b""
        # Nobody may have to wait for one that does not read.
        os.set_blocking(questions, False)
        self._end, self._origin = end, origin
        self._number: int | None = None
        # By which it is known, even once another thread has closed the pipe.
        self._pipe = os.fstat(answers).st_ino
        self._taking = select.poll()
        self._taking.register(questions, select.POLLOUT)
        self._ended, self._written = select.poll(), select.poll()
        self._ended.register(answers, 0)
        self._written.register(answers, select.POLLIN)

    def poll(self) -> int | None:
        """0 once it has ended, whatever of; None before."""
        return 0 if self._ended.poll(0) else None

    def kill(self) -> None:
        # One that is not there yet is ended by its origin, which itself may hang, or be gone.
        self._end()
        with suppress(OSError):
            number = self._known_number()
            if number is not None:
                os.kill(number, signal.SIGKILL)

    def has_answer(self) -> bool:
        """As `Spawned.has_answer`."""
        return b"\n" in self._read or bool(self._written.poll(0))

    def fileno(self) -> int:
        """Of what its answers are read from."""
        return self._answers.fileno()

    def answer(self, seconds: float) -> str:
        """As `Spawned.answer`, without a thread: starting one for each answer takes as long as many an answer does."""
        end = time.monotonic() + seconds
        while b"\n" not in self._read:
            if not self._is_ready(self._written, end):
                return ""
            more = self._answers.read(_CHUNK)
            if not more:
                return ""
            self._read += more
        line, self._read = self._read.split(b"\n", 1)
        if self._number is None:
            # To be known once its origin is gone.
            with suppress(OSError):
                self._known_number()
        return line.decode()

    def ask(self, line: str, seconds: float) -> None:
        """As `Spawned.ask`."""
        end, left = time.monotonic() + seconds, memoryview(line.encode())
        while left:
            if not self._is_ready(self._taking, end):
                raise TimeoutError
            left = left[self._questions.write(left) or 0 :]

    def _is_ready(self, pipe: select.poll, end: float) -> bool:
        """Waits for one of the pipes; ends the process where that takes too long, or where it hangs.

        Raises:
            Hung: it does.
        """
        signs = SignsOfLife(self._process)
        while not pipe.poll(max(0.0, min(SECONDS_BETWEEN, end - time.monotonic())) * 1000):
            if signs.are_gone():
                if signs.process == self._origin.pid:
                    self._origin.kill()
                    # The next fork has to find it gone.
                    self._origin.wait()
                self.kill()
                raise Hung
            if time.monotonic() >= end:
                self.kill()
                return False
        return True

    def _process(self) -> int | None:
        """Its number; while it is not there, that of its origin. None where nobody can tell."""
        try:
            number = self._known_number()
        except OSError:
            # Its origin, which waits to be asked for others, would seem to hang.
            return None
        return self._origin.pid if number is None and self._origin.poll() is None else number

    def _known_number(self) -> int | None:
        """Its number where it is there: once its origin is gone, only that which was known before. Raises OSError where
        nobody tells."""
        if self._origin.poll() is None:
            self._number = child_with(self._origin.pid, self._pipe)
        return self._number if self._number and has_open(self._number, self._pipe) else None

    def close(self) -> None:
        self.kill()
        self._questions.close()
        self._answers.close()


Started = Spawned | Forked


def wait_for_answers(processes: Iterable[Started | None], seconds: float) -> bool:
    """Until one of these has an answer, or has ended; False where none does in time, or where nobody can tell."""
    waiting = select.poll()
    forked = [process for process in processes if isinstance(process, Forked)]
    for process in forked:
        if process.has_answer():
            return True
        waiting.register(process.fileno(), select.POLLIN)
    return bool(forked and waiting.poll(seconds * 1000))


#: Starts a process that ends after so many seconds without a question; None of one that stays.
Start = Callable[[float | None], Started]


def spawn(idle: float | None) -> Spawned:
    """One that loads the interpreter itself. Raises OSError."""
    process = Spawned(None if idle is None else str(idle))
    if idle is not None:
        # One that has ended by itself would be kept by the operating system until somebody asks for it.
        threading.Thread(target=process.wait, name="perfcast-reaping", daemon=True).start()
    return process


def can_fork() -> bool:
    """Whether the operating system has all that it takes."""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        return False
    return True


class Forks:
    """A process with the interpreter loaded, and the forks that it is asked for. For one thread at a time."""

    def __init__(self) -> None:
        self._parent: Spawned | None = None
        self._control: socket.socket | None = None
        self._numbers = itertools.count()

    def start(self, idle: float | None) -> Forked:
        """A new fork, which need not be there yet to be asked. Raises OSError."""
        if self._parent is None or self._parent.poll() is not None:
            self._begin()
        their_questions, questions = os.pipe()
        answers, their_answers = os.pipe()
        number, control = next(self._numbers), self._control
        assert control is not None and self._parent is not None
        try:
            asked = json.dumps({"start": number, "idle": idle}).encode()
            socket.send_fds(control, [asked], [their_questions, their_answers])
        except OSError:
            os.close(questions)
            os.close(answers)
            raise
        finally:
            os.close(their_questions)
            os.close(their_answers)

        def end() -> None:
            # Where the one that it was forked off is gone, nobody can any more.
            with suppress(OSError):
                control.send(json.dumps({"end": number}).encode())

        return Forked(questions, answers, end, self._parent)

    def close(self) -> None:
        """Ends the process; its forks end when nobody can ask them any more."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._parent is not None:
            self._parent.close()
            self._parent = None

    def _begin(self) -> None:
        self.close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._parent = Spawned(FORKING, stdin=theirs.fileno(), stdout=subprocess.DEVNULL)
        self._control = ours
