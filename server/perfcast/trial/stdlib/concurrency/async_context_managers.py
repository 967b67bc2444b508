"""Context managers for ``async with``."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import CONTEXT, GENERATED_BYTES, GENERATED_CONTEXT_ON_LOOP
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.context_managers import Manager, methods_of, opened, told_of
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Unbound
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.concurrency.coroutines import AsynchronousGenerator, Coroutine, Steps, at_once, awaited

LeaveOnLoop = Callable[[Exception | None], Steps]


class OpeningOnLoop(Unbound):
    """A context before which others may run when it is entered or left."""

    __slots__ = ()

    def enter(self) -> Steps:
        """Gives what it is entered as."""
        raise NotImplementedError

    def leave(self, error: Exception | None) -> Steps:
        """Leaves it again; whether an error ends here."""
        raise NotImplementedError


def opened_on_loop(machine: Machine, manager: Any) -> Generator[Any, None, tuple[Any, LeaveOnLoop]]:
    """What a context is entered as, and what leaves it; what is no context of that kind is one of the other."""
    if isinstance(manager, OpeningOnLoop):
        machine.pay(CONTEXT)
        return (yield from manager.enter()), manager.leave
    if isinstance(manager, Instance) and manager.of.find("__aenter__") is not MISSING:
        enter, exit_ = methods_of(manager, "__aenter__", "__aexit__")

        def leave(error: Exception | None) -> Steps:
            return bool((yield from awaited(exit_(*told_of(error)))) and error is not None)

        return (yield from awaited(enter())), leave
    entered, left = opened(machine, manager)
    return entered, lambda error: at_once(lambda: left(error)).steps()


def passed_through(machine: Machine, manager: Any) -> Steps:
    """Enters a context of either kind and leaves it."""
    _, leave = yield from opened_on_loop(machine, manager)
    yield from leave(None)


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``contextlib`` holds of that."""

    def manager(function: Any) -> Manager:
        make = guarded(machine, function)
        return Manager(lambda *args, **kwargs: _Generated(machine, make(*args, **kwargs)))

    return {
        "asynccontextmanager": Guarded(manager),
        "AsyncExitStack": Guarded(lambda: _Stack(machine)),
        "aclosing": Guarded(_Closing),
    }


class _Generated(OpeningOnLoop):
    """Of an asynchronous generator."""

    __slots__ = ("_generator", "_machine", "_number")

    def __init__(self, machine: Machine, generator: Any) -> None:
        if not isinstance(generator, AsynchronousGenerator):
            raise Unsupported("a context of another kind")
        super().__init__(lambda: None)
        self._machine, self._generator, self._number = machine, generator, machine.number

    def enter(self) -> Steps:
        self._machine.pay(GENERATED_CONTEXT_ON_LOOP)
        # The generator is held until the context is left.
        self._machine.put_aside(GENERATED_BYTES)
        return self._generator.following()

    def leave(self, error: Exception | None) -> Steps:
        self._machine.take_back(GENERATED_BYTES, self._number)
        try:
            yield from self._generator.following() if error is None else self._generator.thrown(error)
        except StopAsyncIteration:
            return error is not None
        raise RuntimeError("generator didn't stop")


class _Closing(OpeningOnLoop):
    """``aclosing``."""

    __slots__ = ("_closed",)

    def __init__(self, thing: Any) -> None:
        super().__init__(lambda: None)
        self._closed = thing

    def enter(self) -> Steps:
        return at_once(lambda: self._closed).steps()

    def leave(self, error: Exception | None) -> Steps:
        close: Any = self._closed.of.find("aclose") if isinstance(self._closed, Instance) else MISSING
        if close is not MISSING:
            yield from awaited(close(self._closed))
        elif isinstance(self._closed, AsynchronousGenerator):
            yield from self._closed.closed()
        else:
            raise Unsupported("closing another kind of object")
        return False


class _Stack(OpeningOnLoop):
    """``AsyncExitStack``."""

    __slots__ = ("_machine", "_waiting")

    def __init__(self, machine: Machine) -> None:
        functions: dict[str, Callable[..., Any]] = {
            "enter_async_context": lambda manager: Coroutine(lambda: self._entered(manager)),
            "enter_context": self._entered_at_once,
            "push_async_callback": self._called_at_last,
            "callback": self._called_at_last,
            "aclose": lambda: Coroutine(lambda: self.leave(None)),
        }
        super().__init__(lambda: None, {name: Guarded(function) for name, function in functions.items()})
        self._machine = machine
        self._waiting: list[LeaveOnLoop] = []

    def enter(self) -> Steps:
        return at_once(lambda: self).steps()

    def leave(self, error: Exception | None) -> Steps:
        is_error = error is not None
        while self._waiting:
            if (yield from self._waiting.pop()(error)):
                error = None
        return is_error and error is None

    def _entered(self, manager: Any) -> Steps:
        value, leave = yield from opened_on_loop(self._machine, manager)
        self._waiting.append(leave)
        return value

    def _entered_at_once(self, manager: Any) -> Any:
        value, leave = opened(self._machine, manager)
        self._waiting.append(lambda error: at_once(lambda: leave(error)).steps())
        return value

    def _called_at_last(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        call = guarded(self._machine, function)

        def leave(_: Exception | None) -> Steps:
            yield from awaited(call(*args, **kwargs))
            return False

        self._waiting.append(leave)
        return function
