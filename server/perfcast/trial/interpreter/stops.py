"""Why a trial run ends before its function does."""

from __future__ import annotations


class Stop(BaseException):
    """The run cannot go on. Not an `Exception`, so that no handler in the unit's code swallows it."""


class OutOfSteps(Stop):
    """The allowance is spent."""


class Unsupported(Stop):
    """The unit uses something that the closed world lacks."""


class Unfit(Unsupported):
    """An error that is one of what the unit was given, not of the unit: `error` is its class and text, in full."""

    def __init__(self, reason: str, error: str) -> None:
        super().__init__(reason)
        self.error = error


class TooLarge(Unsupported):
    """Something would be made that is larger than may be: of a smaller workload it may be smaller."""


class TooDeep(Unsupported):
    """Calls within calls that may never end: made-up values of another size may end them."""


class Left(Unsupported):
    """A test says that it goes no further."""


class Lacking(AttributeError):
    """A value of a built-in type was asked for what others have: code may ask so, or the value is not what it takes."""


class Cancelled(Exception):
    """In place of ``asyncio.CancelledError``, which handlers of errors leave alone."""


class Closed(BaseException):
    """Thrown at a generator that code closes where it is held up."""


class Closing(Exception):
    """In place of ``GeneratorExit`` where what a generator does at its end is followed. Handlers of errors leave it
    alone, but those of whatever is raised."""


class Unindexed(TypeError):
    """The same of an index: numbers have none."""


class Raised(Exception):
    """An instance of one of the unit's own exception classes, on its way to a handler."""

    def __init__(self, instance: object) -> None:
        super().__init__()
        self.instance = instance


class Stopped(RuntimeError):
    """A ``StopIteration`` within a generator function, on its way to a handler there; Python lets none leave it."""
