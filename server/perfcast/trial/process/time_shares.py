"""CPU time shared by several things, none of which may take more than its part."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

from perfcast.trial.interpreter.stops import Stop

_T = TypeVar("_T")
#: Of all the time, what one may take where there are as many or more; of fewer, each takes its equal part.
_MOST_PARTS: Final = 4
#: Seconds after which it is told again that the time is over: a finalizer may have swallowed that.
_AGAIN: Final = 0.05
#: Seconds after it within which Python comes to tell; one call into C may go on for ever.
_STUCK: Final = 2.0


class _Late(BaseException):
    """The time is over. No exception that a handler of the unit's or of the interpreter's takes for another."""


class Shares:
    """So many seconds in all."""

    def __init__(self, seconds: float, among: int) -> None:
        """
        Args:
            among: how many things share them.
        """
        self._left, self._most = seconds, seconds / max(1, min(among, _MOST_PARTS))

    def of_one(self, doing: Callable[[float], _T]) -> _T | None:
        """What one of them gives; None where it took too long, or ended with an exception whichever, or there is no
        time left.

        Args:
            doing: told the end of its time, by the process's clock of CPU time. It should look at that itself: not
                every operating system tells when it has come.
        """
        begun, seconds = time.process_time(), min(self._left, self._most)
        if seconds <= 0.0:
            return None
        try:
            with suppress(_Late, Stop, Exception), _at_most(seconds):
                return doing(begun + seconds)
        finally:
            self._left -= time.process_time() - begun
        return None


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raises _Late within after so much CPU time, where the operating system can tell; it ends a process that does not
    come to that."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    is_within = True

    def late(*_: object) -> None:
        if is_within:
            raise _Late

    before = signal.signal(signal.SIGPROF, late)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds + _STUCK)
        try:
            yield
        finally:
            is_within = False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
