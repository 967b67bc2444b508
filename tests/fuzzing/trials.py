"""The trial interpreter: whatever is tried, it never raises, reaches nothing outside, and ends soon."""

from __future__ import annotations

import sys
import threading
import time

import numpy as np

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.fuzzing.programs import program
from tests.fuzzing.provider import Provider, pick
from tests.fuzzing.python_text import python_text

_WORKLOADS = (
    *("n: int = 8", "n: int = 100000; xs: list[int] * 1000 in 0..9", "xs: list[str] * 50 * 5", "", "n: float = 2.5"),
    *("n: str * 100 in 'ab'; xs: dict[str, int] * 20", "n: ListNode[int] * 30", "n: TreeNode * 30; xs: set[int] * 5"),
    *("n: float64[40, 40]; xs: int64[100]", "list[list[int]] * 20 * 20", "n: Path", "n: bytes * 9; xs: bool[4]"),
)
#: Of the processor's time, instrumented as the interpreter is; without, all this takes milliseconds.
_MOST_SECONDS = 10.0
#: What Python tells of when code reaches out of its process. Modules that NumPy loads late are read, nothing more.
_REACHING_OUT = ("os.", "subprocess.", "socket.", "shutil.", "ctypes.", "tempfile.", "pty.", "signal.", "webbrowser.")
_READING_FOLDERS = ("os.listdir", "os.scandir")


class _Watch:
    """Notes what code reaches for while it is on, in this thread alone: another one may be at work for an earlier test.

    An audit hook stays for ever, and what it raises may be swallowed.
    """

    def __init__(self) -> None:
        self.watched: int | None = None
        self.reached: list[str] = []
        sys.addaudithook(self._note)

    def __enter__(self) -> _Watch:
        self.watched = threading.get_ident()
        self.reached.clear()
        return self

    def __exit__(self, *_: object) -> None:
        self.watched = None

    def _note(self, event: str, arguments: tuple[object, ...]) -> None:
        if threading.get_ident() != self.watched:
            return
        writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
        if writes or (event.startswith(_REACHING_OUT) and event not in _READING_FOLDERS):
            self.reached.append(f"{event} {arguments}")


_watch = _Watch()


def one_input(data: Provider) -> None:
    """Tries a program on two workloads."""
    text = program(data) if data.ConsumeIntInRange(0, 5) else python_text(data)
    began = time.process_time()
    with _watch:
        _try(data, text)
    assert not _watch.reached, (_watch.reached, text)
    assert time.process_time() - began < _MOST_SECONDS, text


def _try(data: Provider, text: str) -> None:
    try:
        trials = Trials(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # Of `ast.parse`, as it says.
        return
    for _ in range(2):
        numbers = trials.estimate(parse(pick(data, _WORKLOADS)))
        assert len(numbers) == len(NAMES)
        assert np.isfinite(numbers).all(), dict(zip(NAMES, numbers, strict=True))
