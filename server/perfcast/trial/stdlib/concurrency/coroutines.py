"""What calling an asynchronous function gives, and what awaiting it does."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any, Final

from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Closed, Closing, Unsupported

#: Bytes of a coroutine with its frame.
COROUTINE: Final = 200
#: Code that can be held up: it yields the `perfcast.trial.stdlib.concurrency.tasks.Future` that it waits for, None
#: where it lets others take their turn, and is gone on with once that is there.
Steps = Generator[Any, None, Any]


class Waiting(Unsupported):
    """What is waited for comes from nothing that could still run."""


class Awaitable(Guarded):
    """What can be waited for."""

    __slots__ = ()

    def steps(self) -> Steps:
        """Waits for it, and gives its result."""
        raise NotImplementedError


class Coroutine(Awaitable):
    """Runs when it is awaited, once."""

    __slots__ = ("_begin",)

    def __init__(self, begin: Callable[[], Steps]) -> None:
        super().__init__(_not_called, {"close": Guarded(self._close), "__await__": Guarded(self.steps)})
        self.nbytes = COROUTINE
        self._begin: Callable[[], Steps] | None = begin

    def steps(self) -> Steps:
        begin, self._begin = self._begin, None
        if begin is None:
            raise RuntimeError("cannot reuse already awaited coroutine")
        return begin()

    def _close(self) -> None:
        self._begin = None


class Given:
    """What an asynchronous generator yields, to be told from what it waits for."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class AsynchronousGenerator(Guarded):
    """What calling an asynchronous function gives that yields."""

    __slots__ = ("_body",)

    def __init__(self, body: Generator[Any, Any, Any]) -> None:
        attributes: dict[str, Callable[..., Any]] = {
            "__aiter__": lambda: self,
            "__anext__": lambda: Coroutine(self.following),
            "asend": lambda value: Coroutine(lambda: self.following(value)),
            "athrow": lambda error: Coroutine(lambda: self.thrown(error)),
            "aclose": lambda: Coroutine(self.closed),
        }
        super().__init__(_not_called, {name: Guarded(function) for name, function in attributes.items()})
        self._body = body

    def following(self, value: Any = None) -> Steps:
        """Goes on up to the next value, which it gives. Raises StopAsyncIteration where none follows."""
        return self._until_given(lambda: self._body.send(value))

    def thrown(self, error: Exception) -> Steps:
        """The same with an error where it is held up."""
        return self._until_given(lambda: self._body.throw(error))

    def exhausted(self, turn: Callable[[], None]) -> Steps:
        """Goes on up to its end; `turn` is told each value."""
        with suppress(StopAsyncIteration):
            while True:
                yield from self.following()
                turn()

    def closed(self) -> Steps:
        """Ends it where it is."""
        with suppress(StopAsyncIteration, Closed, Closing):
            yield from self._until_given(lambda: self._body.throw(Closed()))
            raise RuntimeError("async generator ignored GeneratorExit")

    def _until_given(self, resume: Callable[[], Any]) -> Steps:
        try:
            found = resume()
            while type(found) is not Given:
                try:
                    yield found
                except Exception as error:
                    found = self._body.throw(error)
                else:
                    found = self._body.send(None)
        except StopIteration:
            raise StopAsyncIteration from None
        return found.value


def at_once(give: Callable[[], Any]) -> Coroutine:
    """A coroutine that waits for nothing."""

    def begin() -> Steps:
        return give()
        yield

    return Coroutine(begin)


def awaited(value: Any) -> Steps:
    """Waits for what a value gives; what cannot be waited for, and may be what something gives in the closed world, has
    been there all along. Raises Unsupported where nobody knows what it is."""
    if isinstance(value, Unknown):
        raise Unsupported("awaiting an unknown value")
    if isinstance(value, Awaitable):
        return (yield from value.steps())
    wait: Any = value.of.find("__await__") if isinstance(value, Instance) else MISSING
    return value if wait is MISSING else (yield from wait(value))


def following(value: Any) -> Callable[[], Steps] | None:
    """What waits for the next element of what is iterated over asynchronously, until StopAsyncIteration; None where its
    elements are there."""
    if isinstance(value, AsynchronousGenerator):
        return value.following
    if not isinstance(value, Instance):
        return None
    begin = value.of.find("__aiter__")
    if begin is MISSING:
        return None
    source = begin(value)
    if isinstance(source, AsynchronousGenerator):
        return source.following
    follow: Any = source.of.find("__anext__") if isinstance(source, Instance) else MISSING
    if follow is MISSING:
        raise Unsupported("an asynchronous iterator of another kind")
    return lambda: awaited(follow(source))


def next_of(value: Any, *default: Any) -> Steps:
    """``anext``."""
    follow = following(value)
    if follow is None:
        raise TypeError("not an asynchronous iterator")
    try:
        return (yield from follow())
    except StopAsyncIteration:
        if not default:
            raise
        return default[0]


def _not_called(*_: Any, **__: Any) -> Any:
    raise TypeError("not callable")
