"""What ``globals()`` gives: the names of a module, as a mapping that is read and written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import PLACED, STORED
from perfcast.trial.interpreter.imports.followed_modules import Globals
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported

#: Names that a module may have and still be given others.
_MOST_NAMES: Final = 10_000
#: Nanoseconds of calling a method of the mapping.
_ASKED: Final = 25.0


def names_around(machine: Machine, frame: Frame) -> Instance:
    """The names of the module that the code of a frame stands in. Raises Unsupported where there is no module."""
    while frame.outer is not None:
        frame = frame.outer
    names = frame.names
    if not isinstance(names, Globals):
        raise Unsupported("the names of no module")
    if names.mapping is None:
        names.mapping = Instance(_kind(_Mapping(machine, names)))
    return names.mapping


class _Mapping:
    """The methods of one module's."""

    def __init__(self, machine: Machine, names: Globals) -> None:
        self._machine, self._names = machine, names

    def item(self, name: Any) -> Any:
        self._machine.pay(PLACED)
        found = self._names.own(name)
        if found is MISSING:
            raise KeyError(name)
        return found

    def get(self, name: Any, default: Any = None) -> Any:
        self._machine.pay(_ASKED)
        found = self._names.own(name)
        return default if found is MISSING else found

    def holds(self, name: Any) -> bool:
        self._machine.pay(PLACED)
        return self._names.own(name) is not MISSING

    def put(self, name: Any, value: Any) -> None:
        self._machine.pay(STORED)
        if type(name) is not str or len(self._names) >= _MOST_NAMES:
            raise Unsupported("other names of a module")
        self._names[name] = value

    def put_first(self, name: Any, value: Any = None) -> Any:
        found = self.get(name, MISSING)
        if found is not MISSING:
            return found
        self.put(name, value)
        return value

    def put_all(self, *others: Any, **named: Any) -> None:
        if not all(type(other) is dict for other in others):
            raise Unsupported("names of another kind")
        for other in (*others, named):
            for name, value in other.items():
                self.put(name, value)

    def take(self, name: Any, *default: Any) -> Any:
        found = self.get(name, MISSING)
        if found is MISSING:
            if default:
                return default[0]
            raise KeyError(name)
        self._names.drop(name)
        return found

    def listed(self) -> dict[str, Any]:
        """A dictionary of the names alone."""
        return dict.fromkeys(self._machine.counted(self._names.all_own()))

    def whole(self) -> dict[str, Any]:
        return {name: self._names.own(name) for name in self.listed()}


def _kind(of: _Mapping) -> Class:
    methods: dict[str, Callable[..., Any]] = {
        "__getitem__": of.item,
        "__contains__": of.holds,
        "__setitem__": of.put,
        "__delitem__": of.take,
        "__iter__": lambda: iter(of.listed()),
        "__len__": lambda: len(of.listed()),
        "get": of.get,
        "pop": of.take,
        "setdefault": of.put_first,
        "update": of.put_all,
        "keys": lambda: of.listed().keys(),
        "values": lambda: of.whole().values(),
        "items": lambda: of.whole().items(),
        "copy": of.whole,
    }
    found = Class("dict", [], None)
    found.abstract = dict
    found.attributes = {name: Guarded(_without_receiver(method)) for name, method in methods.items()}
    return found


def _without_receiver(method: Callable[..., Any]) -> Callable[..., Any]:
    return lambda _, *args, **kwargs: method(*args, **kwargs)
