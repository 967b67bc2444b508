"""Classes whose making the unit itself has a say in: ``class Field(metaclass=Registered)``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

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
    }
)


class Metaclass(Class):
    """One that extends ``type``.

    Attributes:
        making: the class whose body has been run, and that waits for ``type.__new__``.
    """

    making: Class | None = None


def class_of(name: str, bases: tuple[Any, ...], attributes: Mapping[str, Any]) -> Class:
    """As ``type`` makes it. Raises Unsupported."""
    if not all(type(base) is Class or base is object for base in bases) or len(attributes) > _MOST_ATTRIBUTES:
        raise Unsupported("a class of other bases")
    if any(str(one).startswith("__") and not isinstance(value, Function | str) for one, value in attributes.items()):
        # Operators would call it as it is.
        raise Unsupported("a special method of another kind")
    made = Class(name, [base for base in bases if type(base) is Class], None)
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
    for value in attributes.values():
        if isinstance(value, Function) and value.owner is None:
            value.owner = made
    made.tell_names()
    return made


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
    if any(name.startswith("__") and name not in _KNOWN for one in meta.order for name in one.attributes):
        found.lose_track()
    return found
