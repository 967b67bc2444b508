"""Classes whose making the unit itself has a say in: ``class Field(metaclass=Registered)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, Final, TypeGuard

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import StaticMethod
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported

#: Of a class that is made by a call.
_MOST_ATTRIBUTES: Final = 200
#: Special methods of metaclasses that are asked for.
_KNOWN: Final = frozenset(
    {
        "__new__",
        "__init__",
        "__call__",
        "__instancecheck__",
        "__subclasscheck__",
        "__doc__",
        "__module__",
        "__qualname__",
        "__getattr__",
        "__dir__",
    }
)
#: Those by which operators and built-in functions ask it for what its classes do.
_OPERATORS: Final = frozenset(
    {"__iter__", "__reversed__", "__len__", "__bool__", "__contains__", "__repr__"}
    | {"__getitem__", "__setitem__", "__delitem__"}
)


class Metaclass(Class):
    """One that extends ``type``.

    Attributes:
        making: the class whose body has been run, and that waits for ``type.__new__``.
    """

    making: Class | None = None

    @cached_property
    def kind(self) -> type[Class]:
        """The Python type of the classes that it makes: it has the operators that the metaclass has."""
        taken = {name: _asking(name) for name in _OPERATORS if self.find(name) is not MISSING}
        return type(self.name, (Operated,), taken) if taken else Class


class Operated(Class):
    """A class whose metaclass has operators, as in ``for row in Table`` or ``Table[key]``."""

    def special(self, name: str, *args: Any) -> Any:
        """Asks the metaclass; as `Instance.special`."""
        method: Any = MISSING if self.meta is None else self.meta.find(name)
        return NotImplemented if method is MISSING else method(self, *args)

    def of_types(self, types: Any) -> Any:
        found = self.special("__getitem__", types)
        return super().of_types(types) if found is NotImplemented else found


def is_ordinary(value: Any) -> TypeGuard[Class]:
    """Whether it is a class as code defines it, with operators of its metaclass or none; what models of libraries make
    of classes is not."""
    return type(value) is Class or isinstance(value, Operated)


def _asking(name: str) -> Callable[..., Any]:
    return lambda self, *args: self.special(name, *args)


def class_of(name: str, bases: tuple[Any, ...], attributes: Mapping[str, Any]) -> Class:
    """As ``type`` makes it. Raises Unsupported."""
    own = [base for base in bases if is_ordinary(base)]
    if any(base is not object and base not in own for base in bases) or len(attributes) > _MOST_ATTRIBUTES:
        raise Unsupported("a class of other bases")
    if any(str(one).startswith("__") and not isinstance(value, Function | str) for one, value in attributes.items()):
        # Operators would call it as it is.
        raise Unsupported("a special method of another kind")
    made = Class(name, own, None)
    _asks(made, made.meta)
    made.attributes = dict(attributes)
    for value in made.attributes.values():
        if isinstance(value, Function):
            value.owner = made
    return made


def _new(meta: Any, name: str, bases: tuple[Any, ...], attributes: dict[str, Any], **_: Any) -> Class:
    """As ``type.__new__`` does."""
    if not isinstance(meta, Metaclass) or type(attributes) is not dict or type(name) is not str:
        raise Unsupported("a class of another kind")
    made, meta.making = meta.making, None
    if made is None:
        made = class_of(name, bases, attributes)
    if len(attributes) > _MOST_ATTRIBUTES or any(map(partial(_is_unguarded, made), attributes.items())):
        raise Unsupported("a special method of another kind")
    made.name, made.meta, made.attributes = name, meta, dict(attributes)
    _asks(made, meta)
    for value in attributes.values():
        if isinstance(value, Function) and value.owner is None:
            value.owner = made
    made.tell_names()
    return made


def _asks(made: Class, meta: Class | None) -> None:
    """From here on operators ask the metaclass of a class."""
    if type(made) is Class and isinstance(meta, Metaclass):
        made.__class__ = meta.kind


def _is_unguarded(made: Class, item: tuple[Any, Any]) -> bool:
    """Whether operators would call a value as it is, which the class's body did not put there."""
    name, value = item
    is_new = made.attributes.get(name) is not value
    return is_new and str(name).startswith("__") and callable(value) and not isinstance(value, Function)


#: What ``type`` is to those that extend it.
TYPE_CLASS: Final = Metaclass("type", [], None)
TYPE_CLASS.attributes = {
    "__new__": StaticMethod(Guarded(_new)),
    "__init__": Guarded(nothing),
    "__call__": Guarded(lambda of, *args, **kwargs: of.instance(args, kwargs)),
    "__instancecheck__": Guarded(
        lambda of, value: _extends(value.of if isinstance(value, Instance | Valued) else type(value), of)
    ),
    "__subclasscheck__": Guarded(lambda of, other: _extends(other, of)),
}


def _extends(kind: Any, of: Class) -> bool:
    return kind.counts_as(of) if isinstance(kind, Class) else of.takes(kind)


def _bases_of(made: Class) -> tuple[Any, ...]:
    return made.all_bases if made.bases else ()


def made_by(meta: Metaclass, made: Class, options: dict[str, Any]) -> Class:
    """The class that a metaclass makes of one whose body has been run. Raises what the metaclass's code does.

    Args:
        options: what is given by keyword besides.
    """
    bases, attributes = _bases_of(made), {"__module__": "", "__qualname__": made.name, **made.attributes}
    new = meta.find("__new__")
    meta.making = made
    try:
        found = (new.function if isinstance(new, StaticMethod) else new)(meta, made.name, bases, attributes, **options)
    finally:
        meta.making = None
    begin = meta.find("__init__")
    if found is made and begin is not MISSING:
        begin(made, made.name, bases, attributes, **options)
    if not isinstance(found, Class):
        raise Unsupported("a metaclass that makes no class")
    asked = {name for one in meta.order for name in one.attributes if hasattr(Instance, name) or hasattr(type, name)}
    if any(name.startswith("__") for name in asked - _KNOWN - (_OPERATORS if isinstance(found, Operated) else set())):
        found.lose_track()
    return found
