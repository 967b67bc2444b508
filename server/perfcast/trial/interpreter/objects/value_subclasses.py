"""Instances of classes that extend numbers, strings and the like, as real values of Python, so that whatever takes
such a value takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.classes import Class

#: Built-in types that a class may extend whose values are made at once.
IMMUTABLE: Final = frozenset({int, float, str, bytes, tuple, frozenset})
#: Special methods that are not asked for by operators and built-in functions, or need nothing of the class.
_NOT_TAKEN: Final = frozenset(
    {"__new__", "__init__", "__slots__", "__doc__", "__dict__", "__class__", "__getattr__", "__getattribute__"}
    | {"__setattr__", "__delattr__", "__init_subclass__", "__class_getitem__", "__post_init__", "__module__", "__del__"}
    | {"__annotations__", "__qualname__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__sizeof__", "__set_name__"}
)


class Valued:
    """What such an instance is besides its value.

    Attributes:
        of: its class.
        attributes: its own.
    """

    of: Class
    attributes: dict[Any, Any]


def kind_of(of: Class) -> type[Any]:
    """The Python type of a class's instances; its operators are those that the class has, then the built-in ones."""
    assert of.container is not None
    names = {name for one in of.order for name in one.attributes if name.startswith("__") and name.endswith("__")}
    taken = {name: _asking(name) for name in names - _NOT_TAKEN}
    return type(of.name, (Valued, of.container), taken)


#: By the type that a class extends, what gives the bare value of an instance, and asks nothing of the class.
_BARE: Final[dict[type, Callable[[Any], Any]]] = {
    int: int.__int__,
    float: float.__float__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
    frozenset: frozenset.copy,
}


def bare(value: Valued) -> Any:
    """The value of Python's own that an instance is."""
    assert value.of.container is not None
    return _BARE[value.of.container](value)


def _asking(name: str) -> Callable[..., Any]:
    return lambda self, *args: self.of.find(name)(self, *args)
