"""What calling an asynchronous function gives: nothing of it has run yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.natives import Guarded
from perfcast.trial.objects import Unknown
from perfcast.trial.stops import Unsupported

#: Bytes of a coroutine with its frame.
COROUTINE: Final = 200


class Waiting(Unsupported):
    """What is waited for comes from nothing that could still run."""


class Coroutine(Guarded):
    """Runs when it is awaited, once."""

    __slots__ = ("_finish", "_result")

    def __init__(self, finish: Callable[[], Any]) -> None:
        super().__init__(lambda: None, {"close": Guarded(lambda: None)}, nbytes=COROUTINE)
        self._finish: Callable[[], Any] | None = finish
        self._result: Any = None

    def finish(self) -> Any:
        """Runs it to its end, and gives its result."""
        if self._finish is not None:
            finish, self._finish = self._finish, None
            self._result = finish()
        return self._result


def finished(value: Any) -> Any:
    """What awaiting a value gives. Raises Unsupported where nobody knows what it is; what is no coroutine, and may be
    what one gives in the closed world, has been there all along."""
    if isinstance(value, Unknown):
        raise Unsupported("awaiting an unknown value")
    return value.finish() if isinstance(value, Coroutine) else value
