"""Groups of errors: how they are made, what they hold, and how ``except*`` handles them part by part."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from perfcast.trial.interpreter.errors.handlers import caught
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Raised

Fits = Callable[[Exception], bool]


def grouped(message: Any, errors: Any) -> ExceptionGroup:
    """As ``ExceptionGroup`` makes one. Raises TypeError or ValueError as that does."""
    return ExceptionGroup(message, [Raised(one) if isinstance(one, Instance) else one for one in errors])


def group_attribute(group: ExceptionGroup, name: str) -> Any:
    """What groups have of their own, None for another attribute; methods are plain functions."""
    match name:
        case "message":
            return group.message
        case "exceptions":
            return tuple(told(one) for one in group.exceptions)
        case "split":
            return lambda condition: divided(group, _fitting(condition))
        case "subgroup":
            return lambda condition: divided(group, _fitting(condition))[0]
        case "derive":
            return lambda errors: grouped(group.message, errors)
    return None


def told(error: Exception) -> Any:
    """The error as the unit knows it."""
    return error.instance if isinstance(error, Raised) else error


def divided(error: Exception, fits: Fits) -> tuple[Exception | None, Exception | None]:
    """What of the error fits and what does not: groups of the same structure, or the error itself."""
    if fits(error):
        return error, None
    if not isinstance(error, ExceptionGroup):
        return None, error
    halves = [divided(one, fits) for one in error.exceptions]
    found, rest = (_of_those(error, [half[side] for half in halves]) for side in (0, 1))
    return found, rest


class Handled:
    """An error on its way through the handlers of ``except*``, each of which takes a part of it.

    Args:
        error: a group, or a single one.
    """

    def __init__(self, error: Exception) -> None:
        self._error = error
        self._rest: Exception | None = error
        self._raised: list[Exception] = []
        self._raised_again: list[Exception] = []

    def taken(self, fits: Fits) -> ExceptionGroup | None:
        """The part that a handler is for, which is left to it; None where there is none."""
        found, self._rest = (None, None) if self._rest is None else divided(self._rest, fits)
        return found if found is None or isinstance(found, ExceptionGroup) else ExceptionGroup("", [found])

    def note(self, taken: ExceptionGroup, raised: Exception) -> None:
        """What a handler raised, be it what it had taken."""
        (self._raised_again if raised is taken else self._raised).append(raised)

    @property
    def last(self) -> Exception | None:
        """What is to be raised after all handlers; None where they have handled all of it."""
        if not isinstance(self._error, ExceptionGroup):
            return next(iter(self._raised + self._raised_again), self._rest)
        left = [one for one in (self._rest, *self._raised_again) if one is not None]
        kept = _kept(self._error, {id(leaf) for one in left for leaf in _leaves(one)})
        together = [*self._raised, *([] if kept is None else [kept])]
        return ExceptionGroup("", together) if len(together) > 1 else next(iter(together), None)


def _fitting(condition: Any) -> Fits:
    if isinstance(condition, tuple | type) or not callable(condition):
        return lambda error: caught(error, condition)
    return lambda error: bool(condition(told(error)))


def _of_those(group: ExceptionGroup, parts: list[Exception | None]) -> ExceptionGroup | None:
    there = [one for one in parts if one is not None]
    return group.derive(there) if there else None


def _leaves(error: Exception) -> list[Exception]:
    return [leaf for one in error.exceptions for leaf in _leaves(one)] if isinstance(error, ExceptionGroup) else [error]


def _kept(error: Exception, leaves: Collection[int]) -> Exception | None:
    if not isinstance(error, ExceptionGroup):
        return error if id(error) in leaves else None
    return _of_those(error, [_kept(one, leaves) for one in error.exceptions])
