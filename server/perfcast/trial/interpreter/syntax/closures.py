"""What syntax is compiled to: functions of a frame."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final

from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.stops import Unsupported

#: How a statement ends other than by going on to the next.
BREAK: Final = 1
CONTINUE: Final = 2
RETURN: Final = 3

Expression = Callable[[Frame], Any]
Ending = int | None
Statement = Callable[[Frame], Ending]
#: A statement that yields; its value when it is done is how it ended.
Yielding = Callable[[Frame], Generator[Any, Any, Ending]]


def refusing(reason: str) -> Statement:
    """A statement that is not interpreted."""

    def run(frame: Frame) -> Ending:
        raise Unsupported(reason)

    return run
