"""``contextlib.ExitStack``: contexts that are left, and functions that are called, in the opposite order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import CONTEXT
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.context_managers import Leave, Opening, opened
from perfcast.trial.interpreter.objects.guarded_functions import Guarded

#: Bytes of one, and of what it keeps for a context that it entered, and for what it is to call.
_STACK: Final = 1_072
_ENTERED: Final = 225
_CALLED_LATER: Final = 760


class ExitStack(Opening):
    """One, entered or not."""

    __slots__ = ("_is_held", "_machine", "_number", "_waiting")

    def __init__(self, machine: Machine) -> None:
        functions: dict[str, Callable[..., Any]] = {
            "enter_context": self._enter_context,
            "callback": self._call_later,
            "close": self._close,
            "pop_all": self._handed_on,
        }
        super().__init__(lambda: None, {name: Guarded(function) for name, function in functions.items()})
        self._machine, self._number = machine, machine.number
        self._waiting: list[tuple[Leave, int]] = []
        self._is_held = True
        machine.put_aside(_STACK)

    def enter(self) -> Any:
        return self

    def leave(self, error: Exception | None = None) -> bool:
        try:
            return self._leave_all(error) and error is not None
        finally:
            if self._is_held:
                self._is_held = False
                self._machine.take_back(_STACK, self._number)

    def _wait(self, leave: Leave, nbytes: int) -> None:
        self._machine.put_aside(nbytes)
        self._waiting.append((leave, nbytes))

    def _enter_context(self, manager: Any) -> Any:
        value, leave = opened(self._machine, manager)
        self._wait(leave, _ENTERED)
        return value

    def _call_later(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        self._machine.pay(CONTEXT)
        call = guarded(self._machine, function)

        def leave(_: Exception | None) -> bool:
            # Whatever it gives, no error ends with it; an array would not say whether it is true.
            call(*args, **kwargs)
            return False

        self._wait(leave, _CALLED_LATER)
        return function

    def _close(self) -> None:
        self._leave_all()

    def _leave_all(self, error: Exception | None = None) -> bool:
        """What is left last ends with the error that is there by then, unless it is the one that was given."""
        given = error
        while self._waiting:
            leave, nbytes = self._waiting.pop()
            try:
                error = None if leave(error) else error
            except Exception as raised:
                error = raised
            finally:
                self._machine.take_back(nbytes, self._number)
        if error is not None and error is not given:
            raise error
        return error is None

    def _handed_on(self) -> ExitStack:
        """Another one that has all that waits here."""
        other = ExitStack(self._machine)
        other._waiting, self._waiting = self._waiting, []
        return other
