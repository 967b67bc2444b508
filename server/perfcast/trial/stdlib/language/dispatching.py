"""Functions that choose by the class of what they are given: ``singledispatch``, ``singledispatchmethod``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import ClassMethod, StaticMethod
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of finding what is called, which was asked for before: of a function, and of a method, for which a
#: function is made and named as it.
_CHOSEN: Final = 260.0
_CHOSEN_OF_METHOD: Final = 1_800.0
#: Bytes of what a function has besides itself to choose by; and of what is made for a method's call.
_CHOOSING: Final = 2_500
_BOUND: Final = 700

#: Whether a value is of a class; whether a class is that of a value itself; whether one class extends another.
_IsOf = Callable[[Any, Any], bool]


def members(machine: Machine, is_of: _IsOf, type_of: Callable[[Any], Any], extends: _IsOf) -> dict[str, Any]:
    """What the module ``functools`` holds of the kind.

    Args:
        is_of: as ``isinstance``; type_of: as ``type``; extends: as ``issubclass``.
    """
    make = partial(_Choosing, machine, is_of, type_of, extends)
    return {
        "singledispatch": Guarded(lambda function: make(function, 0).as_function()),
        "singledispatchmethod": Guarded(lambda function: make(function, 1).as_method()),
    }


class _Choosing:
    """One such function: what is called for which class."""

    def __init__(
        self,
        machine: Machine,
        is_of: _IsOf,
        type_of: Callable[[Any], Any],
        extends: _IsOf,
        function: Any,
        place: int,
    ) -> None:
        """
        Args:
            function: what is called for all others; place: of the argument that is looked at.
        """
        self._machine, self._is_of, self._type_of, self._extends = machine, is_of, type_of, extends
        self._others, self._place = function, place
        self._registered: list[tuple[Any, Any]] = []
        self._registry: dict[Any, Any] = {object: function}

    def as_function(self) -> Guarded:
        return Guarded(partial(self._run, _CHOSEN), self._told(), nbytes=_CHOOSING)

    def as_method(self) -> Function:
        if isinstance(self._others, ClassMethod | StaticMethod):
            raise Unsupported("a method of no instance that chooses by class")

        def call(_: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            self._machine.briefly(_BOUND)
            return self._run(_CHOSEN_OF_METHOD, *args, **kwargs)

        made = Function(getattr(self._others, "name", ""), call, _CHOOSING)
        made.attributes |= self._told()
        return made

    def _told(self) -> dict[str, Any]:
        return {
            "register": Guarded(self._register),
            "dispatch": Guarded(lambda kind: self._for(partial(self._extends, kind), kind)),
            "registry": self._registry,
            "__wrapped__": self._others,
        }

    def _run(self, time: float, /, *args: Any, **kwargs: Any) -> Any:
        if len(args) <= self._place:
            raise TypeError("at least 1 positional argument is wanted")
        self._machine.pay(time)
        given = args[self._place]
        found = self._for(partial(self._is_of, given), self._type_of(given))
        return guarded(self._machine, found)(*args, **kwargs)

    def _for(self, is_of: Callable[[Any], bool], kind: Any) -> Any:
        """What was registered last for the class itself, else for the nearest one that it extends."""
        nearest, found = MISSING, self._others
        for one, function in reversed(self._registered):
            if one is kind:
                return function
            if is_of(one) and (nearest is MISSING or self._extends(one, nearest)):
                nearest, found = one, function
        return found

    def _register(self, kind: Any, function: Any = None) -> Any:
        if function is not None:
            self._registered += [(one, function) for one in _each(kind)]
            self._registry |= dict.fromkeys(_each(kind), function)
            return function
        if isinstance(kind, Function):
            return self._register(_hinted(kind, self._place), kind)
        if isinstance(kind, Guarded) and not isinstance(kind, Kind):
            raise Unsupported("a function for a class that it does not name")
        return Guarded(partial(self._register, kind))


def _each(kind: Any) -> tuple[Any, ...]:
    """The classes of a union."""
    return kind if isinstance(kind, tuple) else getattr(kind, "__args__", (kind,))


def _hinted(function: Function, place: int) -> Any:
    """What a function says that its parameter at this place is. Raises Unsupported where it says nothing known."""
    name = function.places[place] if len(function.places) > place else ""
    if function.hints is None or function.around is None or name not in function.hints.written:
        raise Unsupported("a function for a class that it does not name")
    return function.hints.meant(name, function.around)
