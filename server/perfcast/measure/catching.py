"""Calls of a unit, seen before its code begins, while a project's own code runs that makes them."""

from __future__ import annotations

import functools
import inspect
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, Protocol

from perfcast.measure.attributes import getter

#: What a call is given: positional arguments, those by keyword, and the unit as it is without anybody looking.
Seen = Callable[[tuple[Any, ...], dict[str, Any], Callable[..., Any]], Any]


class Catching(Protocol):
    """A way to see calls of one unit."""

    def catching(self, seen: Seen) -> AbstractContextManager[None]:
        """While this lasts, the unit's calls are made of `seen`."""

    def look_again(self) -> None:
        """More may hold the unit by now."""


def catching_of(function: Callable[..., Any], held: Any, owner: Any, name: str) -> Catching:
    """The way that leaves a program as it is, if there is one.

    Args:
        function: the unit, as it is called.
        held: as its owner has it under this name: the function, or a property, a class method, a static one of it.
    """
    return _ByCode(function) if isinstance(function, FunctionType) else _ByHolders(function, held, owner, name)


#: Where a generator becomes a plain function.
_WARNS: Final = sys.version_info >= (3, 13)
_TEMPLATE: Final = """
def around({names}):
    def catch(*args, **kwargs):
        seen = None
        if False:
            {mentioned}
        return seen(args, kwargs)
    return catch
"""


@functools.cache
def _catch(count: int) -> CodeType:
    """Code that calls a constant of it, of a function with so many variables of functions around it."""
    space: dict[str, Any] = {}
    names = ", ".join(f"around_{place}" for place in range(count))
    exec(_TEMPLATE.format(names=names, mentioned=names or "pass"), space)
    catch: FunctionType = space["around"](*[None] * count)
    return catch.__code__


class _ByCode:
    """The function itself runs other code.

    Whatever holds the function sees to it, and no class changes: each change would empty the caches of attribute
    look-ups, and what is measured then would be a call as it is the first time.
    """

    def __init__(self, function: FunctionType) -> None:
        self._function, self._code = function, function.__code__
        self._unseen = FunctionType(
            self._code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        self._unseen.__kwdefaults__ = function.__kwdefaults__
        self._unseen.__qualname__ = function.__qualname__
        self._signature: inspect.Signature | None = None
        # Annotations may name what is not there.
        with suppress(Exception):
            self._signature = inspect.signature(function)

    @contextmanager
    def catching(self, seen: Seen) -> Iterator[None]:
        told = vars(self._function)
        says_itself = self._signature is None or "__signature__" in told
        self._run(_calling(lambda args, kwargs: seen(args, kwargs, self._unseen), self._code))
        if not says_itself:
            # Code that asks what the unit takes.
            told["__signature__"] = self._signature
        try:
            yield
        finally:
            self._run(self._code)
            if not says_itself:
                told.pop("__signature__", None)

    def _run(self, code: CodeType) -> None:
        """Makes this what the function runs."""
        with warnings.catch_warnings() if _WARNS else nullcontext():
            if _WARNS:
                warnings.simplefilter("ignore", DeprecationWarning)
            self._function.__code__ = code

    def look_again(self) -> None:
        return


def _calling(seen: Callable[[tuple[Any, ...], dict[str, Any]], Any], code: CodeType) -> CodeType:
    """Code that fits a function of `code`: one with as many variables of functions around it."""
    catch = _catch(len(code.co_freevars))
    constants = tuple(seen if constant is None else constant for constant in catch.co_consts)
    return catch.replace(
        co_consts=constants, co_freevars=code.co_freevars, co_name=code.co_name, co_qualname=code.co_qualname
    )


class _ByHolders:
    """Everything that holds the unit holds what calls `seen` instead."""

    def __init__(self, function: Callable[..., Any], held: Any, owner: Any, name: str) -> None:
        self._function, self._held, self._owner, self._name = function, held, owner, name
        self._places: list[tuple[Any, str]] = []

    @contextmanager
    def catching(self, seen: Seen) -> Iterator[None]:
        @functools.wraps(self._function)
        def meet(*args: Any, **kwargs: Any) -> Any:
            return seen(args, kwargs, self._function)

        put = meet if self._held is self._function else _like(self._held, meet)
        self._places = places = self._places or self._holding()
        for place, name in places:
            setattr(place, name, put)
        try:
            yield
        finally:
            for place, name in places:
                setattr(place, name, self._held)

    def look_again(self) -> None:
        self._places = []

    def _holding(self) -> list[tuple[Any, str]]:
        """What holds the unit, and by which name."""
        places: list[tuple[Any, str]] = [(self._owner, self._name)]
        if not isinstance(self._owner, type):
            modules = [one for one in list(sys.modules.values()) if isinstance(one, ModuleType)]
            held = self._held
            places += [(one, name) for one in modules for name, found in list(vars(one).items()) if found is held]
        return places


def _like(held: Any, function: Callable[..., Any]) -> Any:
    """A property, a class method or a static one of another function."""
    return property(function) if getter(held) is not None else type(held)(function)
