"""Context managers for ``with``: interpreted classes, generators, and the few of the standard library."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import GeneratorType, MappingProxyType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.accounting.prices import (
    CONTEXT,
    ENTERED_OBJECT,
    GENERATED_BYTES,
    GENERATED_CONTEXT,
    LOCKED,
    SUPPRESSED,
)
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.errors.handlers import caught, meant
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Unbound
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Raised, Unsupported

Leave = Callable[[Exception | None], bool]

#: Bytes of a method that is bound to its instance; of what suppresses errors, with a tuple of their kinds and its
#: method for leaving it.
_METHOD: Final = 64
_SUPPRESSING: Final = 80 + EMPTY_TUPLE + _METHOD


class Context:
    """One of the closed world's own.

    Attributes:
        value: what it is entered as.
        leave: told the error, or None; whether the error ends here.
    """

    __slots__ = ("leave", "value")

    def __init__(self, value: Any = None, leave: Leave = lambda error: False) -> None:
        self.value, self.leave = value, leave


class Manager(Guarded):
    """A function that makes contexts, as ``contextmanager`` and its like have it."""

    __slots__ = ()


#: Bytes of a lock.
LOCK: Final = 88


class Lock(Unbound):
    """In place of a lock or a condition, which nobody else holds or waits for."""

    __slots__ = ()

    def __init__(self, nbytes: int = LOCK) -> None:
        taken = {"acquire": Guarded(lambda *_, **__: True), "release": Guarded(lambda: None)}
        taken |= dict.fromkeys(("notify", "notify_all"), Guarded(lambda *_: None))
        # They are its class's, and no part of it.
        super().__init__(lambda: None, MappingProxyType(taken), nbytes=nbytes)


class Switch(Guarded):
    """A context that holds while it is open, or while a function runs that it decorates.

    Attributes:
        turn: puts a state in the place of the one before, which it gives; wanted: the state.
    """

    __slots__ = ("turn", "wanted")

    def __init__(self, turn: Callable[[Any], Any], wanted: Any) -> None:
        super().__init__(self._decorate)
        self.turn, self.wanted = turn, wanted

    def _decorate(self, function: Any) -> Guarded:
        def run(*args: Any, **kwargs: Any) -> Any:
            before = self.turn(self.wanted)
            try:
                return function(*args, **kwargs)
            finally:
                self.turn(before)

        return Guarded(run)


class Opening(Unbound):
    """A context that is entered where it is opened, and may be called, too."""

    __slots__ = ()

    def enter(self) -> Any:
        """Gives what it is entered as."""

    def leave(self, error: Exception | None = None) -> bool:
        """Leaves it again; whether an error ends here."""
        return False


class Generated(Opening):
    """What a ``contextmanager`` makes: a context that a generator is. Of a function that it decorates, each call has
    another around it."""

    __slots__ = ("_generator", "_machine", "_make")

    def __init__(self, machine: Machine, make: Callable[[], Any]) -> None:
        """
        Args:
            make: the generator. What it raises is raised.

        Raises:
            Unsupported: it gives something else.
        """
        super().__init__(self._decorate)
        self._machine, self._make, self._generator = machine, make, make()
        if not isinstance(self._generator, GeneratorType):
            raise Unsupported("a context of another kind")

    def enter(self) -> Any:
        self._machine.pay(GENERATED_CONTEXT)
        self._machine.briefly(GENERATED_BYTES)
        try:
            return next(self._generator)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def leave(self, error: Exception | None = None) -> bool:
        try:
            if error is None:
                next(self._generator)
            else:
                self._generator.throw(error)
        except StopIteration:
            return error is not None
        except RuntimeError as raised:
            # A generator cannot let a StopIteration through that it was thrown.
            if isinstance(error, StopIteration) and raised.__cause__ is error:
                return False
            raise
        raise RuntimeError("generator didn't stop" if error is None else "generator didn't stop after throw()")

    def _decorate(self, function: Any) -> Guarded:
        call = guarded(self._machine, function)

        def run(*args: Any, **kwargs: Any) -> Any:
            context = Generated(self._machine, self._make)
            self._machine.pay(CONTEXT)
            context.enter()
            try:
                found = call(*args, **kwargs)
            except Exception as error:
                if context.leave(error):
                    return None
                raise
            context.leave()
            return found

        return Guarded(run, {"__wrapped__": function})


def opened(machine: Machine, manager: Any) -> tuple[Any, Leave]:
    """What a context is entered as, and what leaves it.

    Raises Unsupported for what is no context of the closed world.
    """
    if isinstance(manager, Instance):
        machine.pay(ENTERED_OBJECT)
        return _of_instance(manager)
    if isinstance(manager, Lock):
        machine.pay(LOCKED)
        return True, lambda error: False
    if isinstance(manager, Switch):
        machine.pay(CONTEXT)
        return _turned(manager)
    if isinstance(manager, Context):
        machine.pay(CONTEXT)
        return manager.value, manager.leave
    if isinstance(manager, Opening):
        machine.pay(CONTEXT)
        return manager.enter(), manager.leave
    raise Unsupported(f"with {type(manager).__name__}")


def _turned(switch: Switch) -> tuple[None, Leave]:
    before = switch.turn(switch.wanted)

    def leave(error: Exception | None) -> bool:
        switch.turn(before)
        return False

    return None, leave


def _of_instance(manager: Instance) -> tuple[Any, Leave]:
    enter, exit_ = methods_of(manager, "__enter__", "__exit__")
    return enter(), lambda error: bool(exit_(*told_of(error)) and error is not None)


def methods_of(manager: Instance, *names: str) -> list[Callable[..., Any]]:
    """Those of a context's class, bound to it. Raises what stands for a TypeError where it lacks one."""
    found = [manager.of.find(name) for name in names]
    if MISSING in found:
        raise manager.of.lacks(names[0], TypeError("no context"))
    return [partial(method, manager) for method in found]


def told_of(error: Exception | None) -> tuple[Any, Any, None]:
    """What a context is told of an error when it is left."""
    raised = error.instance if isinstance(error, Raised) else error
    return _kind_of(raised), raised, None


def _kind_of(raised: Any) -> Any:
    if raised is None:
        return None
    return raised.of if isinstance(raised, Instance) else meant(type(raised))


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``contextlib`` holds."""

    def suppress(*kinds: Any) -> Context:
        number, size = machine.number, _SUPPRESSING + POINTER * len(kinds)
        machine.put_aside(size)
        machine.briefly(_METHOD)

        def leave(error: Exception | None) -> bool:
            machine.take_back(size, number)
            if error is None:
                return False
            machine.pay(SUPPRESSED)
            return caught(error, kinds)

        return Context(leave=leave)

    def manager(function: Any) -> Manager:
        make = guarded(machine, function)
        return Manager(
            lambda *args, **kwargs: Generated(machine, partial(make, *args, **kwargs)), {"__wrapped__": function}
        )

    return {
        "suppress": Guarded(suppress),
        "nullcontext": Guarded(lambda value=None: Context(value)),
        "contextmanager": Guarded(manager),
    }
