"""Attributes of classes, and what they are of the class itself or of an instance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import MEMBER
from perfcast.trial.interpreter.objects.base_containers import begin_container, begin_error, extended_container
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.dataclass_introspection import told_fields
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Unbound
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.methods import of_object
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.objects.type_object import metaclass_of
from perfcast.trial.interpreter.objects.virtual_subclasses import registering
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.language.enums import Enumeration


def new(of: Any, *args: Any, **_: Any) -> Any:
    """As ``object.__new__`` does, or that of the built-in type that the class extends."""
    if not isinstance(of, Class):
        raise Unsupported("an object of another type")
    return of.blank(args)


#: Nanoseconds of asking a class for what extends it, and of each of these.
_ASKED: Final = 120.0
_SUBCLASS: Final = 18.0
#: Methods of classes that need not be marked as such.
OF_CLASSES: Final = frozenset({"__init_subclass__", "__class_getitem__"})


def bound_to(found: Any, value: Any) -> Any:
    """What a class's attribute is of its instance; what is no function of the unit's is not bound, as in Python."""
    if isinstance(found, Function | Guarded | MethodType | FunctionType) and not isinstance(found, Unbound):
        return Method(found, value)
    if isinstance(found, Property):
        return found.getter(value)
    if isinstance(found, ClassMethod):
        return Method(found.function, value.of)
    if type(found) is Instance and found.of.find("__get__") is not MISSING:
        return found.special("__get__", value, value.of)
    return found.function if isinstance(found, StaticMethod) else found


def of_class(machine: Machine, value: Class, name: str) -> Any:
    found = value.find(name)
    if name == "__init__" and found is MISSING and value.meta is None:
        return _initializer(machine, value)
    if isinstance(value, Enumeration) and name in value.members:
        value.machine.pay(MEMBER)
    if found is MISSING and name == "register" and value.is_abstract:
        return registering(machine, value)
    if found is MISSING and name == "__subclasses__":
        return Guarded(partial(_subclasses, machine, value))
    return _beside_attributes(value, name) if found is MISSING else unbound_of(found, value)


def of_abstract(machine: Machine, value: type, name: str) -> Any:
    """A method of a class of ``collections.abc`` as it is written: ``get = Mapping.get``; `MISSING` for others."""
    if name == "register":
        return registering(machine, value)
    written = machine.abstract(value) if value.__module__ == "collections.abc" else None
    found = MISSING if written is None else written.find(name)
    if written is not None and found is MISSING and getattr(value, name, None) is getattr(object, name, MISSING):
        return of_object(machine, name)
    return found if isinstance(found, Function | Guarded) else MISSING


def _subclasses(machine: Machine, of: Class) -> list[Class]:
    found = of.subclasses
    machine.pay(_ASKED + _SUBCLASS * len(found))
    machine.made(found)
    return found


def _initializer(machine: Machine, of: Class) -> Guarded:
    """The ``__init__`` of a class whose classes have none: that of what it extends at last. Raises Unsupported where
    nobody knows all of these."""
    error = of.lacks("__init__", AttributeError("__init__"))
    if not isinstance(error, AttributeError):
        raise error

    def begin(receiver: Any, /, *args: Any, **named: Any) -> None:
        if of.exception is not None:
            begin_error(machine, receiver, *args)
        elif of.container is not None and type(receiver) is Instance:
            begin_container(machine, extended_container(of.container, receiver, "__init__"), *args, **named)

    return Guarded(begin)


def unbound_of(found: Any, value: Class) -> Any:
    """What a class's attribute is of the class itself."""
    if isinstance(found, ClassMethod):
        return Method(found.function, value)
    if type(found) is Instance and found.of.find("__get__") is not MISSING:
        return found.special("__get__", None, value)
    return found.function if isinstance(found, StaticMethod) else found


def _beside_attributes(value: Class, name: str) -> Any:
    """What every class has, and what its metaclass has for it."""
    if name in _OF_EVERY_CLASS:
        return _OF_EVERY_CLASS[name](value)
    if name == "__members__" and isinstance(value, Enumeration):
        return dict(value.members)
    if name == FIELDS and value.all_fields is not None:
        return told_fields(value)
    is_of_type = name.startswith("__") and hasattr(type, name)
    of_meta = MISSING if value.meta is None or is_of_type else value.meta.find(name)
    of_container = value.container is not None and hasattr(value.container, name)
    if of_meta is MISSING and (of_container or hasattr(type, name)):
        raise Unsupported(f"{value.name}.{name}")
    if of_meta is not MISSING:
        return bound_to(of_meta, value)
    fallback: Any = MISSING if value.meta is None else value.meta.find("__getattr__")
    if fallback is MISSING or value.may_have(name):
        raise value.lacks(name, AttributeError(name))
    return fallback(value, name)


#: By which libraries tell dataclasses, and instances of them, from others.
FIELDS: Final = "__dataclass_fields__"


def _base_of(of: Class) -> Any:
    """As ``__base__``: the one of its bases that says how instances are laid out, the first where none says more than
    others. Raises Unsupported where several may."""
    if len(of.bases) > 1 and sum(bool(base.slots) or base.slots is None for base in of.bases) > 1:
        raise Unsupported(f"{of.name}.__base__")
    telling = (base for base in of.bases if base.slots or base.container is not None)
    first = next(telling, of.bases[0] if of.bases else None)
    return object if first is None else first.built_in or first


_OF_EVERY_CLASS: Final[dict[str, Callable[[Class], Any]]] = {
    "__name__": lambda of: of.name,
    "__qualname__": lambda of: of.name,
    "__class__": metaclass_of,
    "__doc__": lambda of: "",
    "__module__": lambda of: "",
    "__mro__": lambda of: of.whole_order,
    "__bases__": lambda of: of.all_bases,
    "__annotations__": lambda of: of.annotations,
    "__base__": _base_of,
    "__dict__": lambda of: dict(of.attributes),
    # That of what it extends at last: its own would have been found.
    "__new__": lambda _: Guarded(new),
}
