"""A limit on the time of a call, inside the process that makes it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

# Names of our own, since a measured program may replace what the module holds.
_set_timer: Final = signal.setitimer
_set_handler: Final = signal.signal
_TIMER: Final = signal.ITIMER_REAL
_SIGNAL: Final = signal.SIGALRM

#: A program that swallows the first exception gets another one so many seconds later, until the watchdog kills it.
_AGAIN: Final = 0.05


class TimedOut(BaseException):
    """Not an Exception, so that a program's own ``except Exception`` lets it through."""


def _raise(_signal: int, _frame: FrameType | None) -> None:
    raise TimedOut


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises TimedOut inside the block after `seconds`, at the next bytecode that the main thread runs."""
    _set_handler(_SIGNAL, _raise)
    _set_timer(_TIMER, seconds, _AGAIN)
    try:
        yield
    finally:
        _set_timer(_TIMER, 0.0)
