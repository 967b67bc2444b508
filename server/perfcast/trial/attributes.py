"""What may stand behind a dot."""

from __future__ import annotations

import types
from collections import deque
from typing import Any, Final

import numpy as np

from perfcast.trial.arrays import array_attribute
from perfcast.trial.dates import date_attribute, has
from perfcast.trial.machine import Machine
from perfcast.trial.methods import METHODS, TYPE_METHODS, guarded_method
from perfcast.trial.natives import Guarded, fed
from perfcast.trial.objects import (
    CONTAINER,
    MISSING,
    CachedProperty,
    Class,
    ClassMethod,
    Function,
    Instance,
    Method,
    Module,
    Property,
    StaticMethod,
)
from perfcast.trial.ordered import SortedList, ordered_attribute
from perfcast.trial.stops import Unsupported

#: Methods that are quick whatever they are given.
_QUICK: Final = frozenset({"append", "appendleft", "add", "discard", "popleft", "get"})
#: What a class that extends a container may ask of it by ``super()``.
_PLACED: Final = frozenset({"__getitem__", "__setitem__", "__delitem__", "__len__", "__iter__"})
_QUICK_TYPES: Final = (list, deque, set, dict)


class Super:
    """What ``super()`` gives: the attributes of the bases, bound to the receiver."""

    def __init__(self, owner: Class, receiver: Any) -> None:
        self.owner, self.receiver = owner, receiver

    def find(self, machine: Machine, name: str) -> Any:
        for base in self.owner.bases:
            found = base.find(name)
            if found is not MISSING:
                return Method(found, self.receiver)
        if self.owner.container is not None:
            return self._of_container(machine, name)
        if name == "__init__":
            return Guarded(lambda *_, **__: None)
        raise self.owner.lacks(name, AttributeError(name))

    def _of_container(self, machine: Machine, name: str) -> Any:
        held = self.receiver.attributes[CONTAINER]
        if name == "__init__":
            return Guarded(lambda *args, **named: held.__init__(*[fed(machine, arg) for arg in args], **named))
        if name in _PLACED:
            return Guarded(lambda *args: _placed(held, name, args))
        return guarded_method(machine, held, name)


def _placed(held: Any, name: str, args: tuple[Any, ...]) -> Any:
    if any(type(arg) is slice for arg in args):
        raise Unsupported("a part of a container's base")
    return getattr(held, name)(*args)


def attribute(machine: Machine, value: Any, name: str) -> Any:  # noqa: PLR0911, PLR0912
    """The attribute, where the closed world has it.

    Raises:
        Unsupported: it does not.
        AttributeError: an object of the unit's own classes lacks it.
    """
    kind = type(value)
    if kind is Instance:
        if value.of.container is not None and value.of.find(name) is MISSING and name in METHODS[value.of.container]:
            return guarded_method(machine, value.attributes[CONTAINER], name)
        return _of_instance(value, name)
    if kind in _QUICK_TYPES and name in _QUICK:
        machine.fresh += 16
        machine.changes(value)
        if kind is not set or name != "add" or not machine.is_full(value):
            return Guarded(getattr(value, name))
    if kind is Module:
        return value.get(name)
    if kind is SortedList:
        return ordered_attribute(machine, value, name)
    if isinstance(value, np.ndarray | np.generic):
        return array_attribute(machine, value, name)
    if kind is Function and name in value.attributes:
        return value.attributes[name]
    if kind is Class:
        return _of_class(value, name)
    if kind is Super:
        return value.find(machine, name)
    for base in _bases(kind):
        if name in METHODS.get(base, ()):
            return guarded_method(machine, value, name)
    if has(value, name):
        return date_attribute(machine, value, name)
    if name == "args" and isinstance(value, Exception):
        return value.args
    if name.startswith("_"):
        if name == "__name__" and isinstance(value, Function | type):
            return value.name if isinstance(value, Function) else value.__name__
        if name == "__class__":
            return kind
        raise Unsupported(name)
    if isinstance(value, tuple) and name in getattr(kind, "_fields", ()):
        return getattr(value, name)
    if isinstance(value, type) and name in TYPE_METHODS.get(value, {}):
        return TYPE_METHODS[value][name](machine)
    if isinstance(value, type) and name in METHODS.get(value, ()):
        return Guarded(lambda receiver, *args: _unbound(machine, value, receiver, name, args))
    if isinstance(value, Guarded) and name in value.attributes:
        return value.attributes[name]
    if isinstance(value, types.GeneratorType) and name in {"send", "close"}:
        return Guarded(getattr(value, name))
    if isinstance(value, slice) and name in {"start", "stop", "step"}:
        return getattr(value, name)
    raise Unsupported(f"{kind.__name__}.{name}")


def _bases(kind: type) -> tuple[type, ...]:
    return (kind,) if kind.__bases__ == (object,) else (kind, *kind.__bases__)


def _unbound(machine: Machine, of: type, receiver: Any, name: str, args: tuple[Any, ...]) -> Any:
    if not isinstance(receiver, of):
        raise TypeError(f"{of.__name__}.{name} of another type")
    return guarded_method(machine, receiver, name)(*args)


def _of_instance(value: Instance, name: str) -> Any:  # noqa: PLR0911
    found = value.attributes.get(name, MISSING)
    if found is not MISSING:
        return found
    found = value.of.find(name)
    if found is MISSING:
        if name == "__class__":
            return value.of
        if name == "__dict__" and value.of.container is None:
            return value.attributes
        fallback = value.of.find("__getattr__")
        if fallback is not MISSING:
            return fallback(value, name)
        if name == "args" and value.of.exception is not None:
            return ()
        raise Unsupported(f"{value.of.name}.{name}") if value.is_partial else value.of.lacks(name, AttributeError(name))
    if isinstance(found, Function | Guarded):
        return Method(found, value)
    if isinstance(found, Property):
        got = found.getter(value)
        if isinstance(found, CachedProperty):
            value.attributes[name] = got
        return got
    if isinstance(found, ClassMethod):
        return Method(found.function, value.of)
    return found.function if isinstance(found, StaticMethod) else found


def _of_class(value: Class, name: str) -> Any:
    found = value.find(name)
    if found is MISSING:
        if name == "__name__":
            return value.name
        raise value.lacks(name, AttributeError(name))
    if isinstance(found, ClassMethod):
        return Method(found.function, value)
    return found.function if isinstance(found, StaticMethod) else found


def assign_attribute(value: Any, name: str, found: Any) -> None:
    """Of instances and classes of the unit's own, and of functions."""
    if isinstance(value, Instance):
        of = value.of.find(name)
        if isinstance(of, Property):
            if of.setting is None:
                raise AttributeError(name)
            of.setting(value, found)
        else:
            value.attributes[name] = found
    elif isinstance(value, Class | Function):
        value.attributes[name] = found
    else:
        raise Unsupported(f"assigning to {type(value).__name__}.{name}")


def remove_attribute(value: Any, name: str) -> None:
    """Raises AttributeError where there is none."""
    if not isinstance(value, Instance):
        raise Unsupported("deleting an attribute")
    if name not in value.attributes:
        raise AttributeError(name)
    del value.attributes[name]
