"""Instances of the unit's classes, and what operators find in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from perfcast.trial.interpreter.objects.dataclass_fields import values
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Raised, Unsupported

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.classes import Class


#: Among the attributes of an instance whose class extends a built-in container, that container. No code can name it.
CONTAINER: Final = object()
#: Whether places of attributes are a part of the object, which what is put into its dictionary goes to, too.
ARE_VALUES_INLINE: Final = sys.version_info >= (3, 13)
#: Operators that compare containers, and all those whose cost is known wherever they are met.
_COMPARING: Final = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"})
_OF_CONTAINERS: Final = _COMPARING | frozenset(
    {"__len__", "__iter__", "__reversed__", "__getitem__", "__setitem__", "__delitem__", "__contains__"}
)


class Instance:
    """Of a class of the unit's. Operators look for its special methods, so that built-in functions can use it.

    Attributes:
        serial: which one of its class it is, in the order in which they were made.
        is_partial: its making could not be followed to the end.
        shows_table: its attributes were asked for as a dictionary, which stays with it; owns_table: before there were
            any, up to Python 3.12, so that they share no keys with those of other instances.
        given: names of what its making was told, where its class keeps these; None where it does not.
    """

    shows_table = owns_table = False
    given: frozenset[str] | None = None

    def __init__(self, of: Class) -> None:
        self.of = of
        of.made += 1
        self.serial = of.made
        self.attributes: dict[Any, Any] = {}
        self.is_partial = False

    def told(self) -> dict[Any, Any]:
        """The attributes as a dictionary."""
        if not self.shows_table:
            self.shows_table, self.owns_table = True, not self.attributes and not ARE_VALUES_INLINE
        return self.attributes

    def special(self, name: str, *args: Any) -> Any:
        method = self.of.find(name)
        if method is MISSING:
            if self.of.container is not None and hasattr(self.of.container, name):
                if name not in _OF_CONTAINERS or (name == "__setitem__" and type(args[0]) is slice):
                    raise Unsupported(f"{self.of.name}.{name}")
                return self.of_container(name, args)
            if name == "__eq__" and isinstance(args[0], Instance) and self.of is args[0].of:
                fields = self.of.all_fields
                if fields is not None:
                    return values(self, fields) == values(args[0], fields)
            return NotImplemented
        return method(self, *args)

    def of_container(self, name: str, args: tuple[Any, ...]) -> Any:
        """What the operator of the container gives that its class extends."""
        missing = self.of.find("__missing__")
        held = self.attributes[CONTAINER]
        if name == "__getitem__" and missing is not MISSING and args[0] not in held:
            return missing(self, *args)
        return getattr(held, name)(*([contained(arg) for arg in args] if name in _COMPARING else args))

    def __eq__(self, other: object) -> Any:
        found = self.special("__eq__", other)
        is_by_identity = found is NotImplemented and self is not other and other is not None
        if is_by_identity and self.of.node is not None and self.of.may_have("__eq__"):
            # A base that was not found may compare them, as a library's enumerations of texts do; those that libraries
            # here are made of compare nothing.
            raise Unsupported(f"{self.of.name}.__eq__")
        return self is other if found is NotImplemented else found

    def __ne__(self, other: object) -> Any:
        return self.special("__ne__", other) if self.of.find("__ne__") is not MISSING else not self.__eq__(other)

    def __hash__(self) -> int:
        found = self.special("__hash__")
        return id(self) >> 4 if found is NotImplemented else int(found)

    def __lt__(self, other: object) -> Any:
        return self.special("__lt__", other)

    def __le__(self, other: object) -> Any:
        return self.special("__le__", other)

    def __gt__(self, other: object) -> Any:
        return self.special("__gt__", other)

    def __ge__(self, other: object) -> Any:
        return self.special("__ge__", other)

    def __add__(self, other: object) -> Any:
        return self.special("__add__", other)

    def __sub__(self, other: object) -> Any:
        return self.special("__sub__", other)

    def __mul__(self, other: object) -> Any:
        return self.special("__mul__", other)

    def __getitem__(self, key: Any) -> Any:
        return self._required("__getitem__", key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._required("__setitem__", key, value)

    def __len__(self) -> int:
        return int(self._required("__len__"))

    def __bool__(self) -> bool:
        for name in ("__bool__", "__len__"):
            found = self.special(name)
            if found is not NotImplemented:
                return bool(found)
        return True

    def __contains__(self, item: object) -> bool:
        found = self.special("__contains__", item)
        return any(item is one or item == one for one in self) if found is NotImplemented else bool(found)

    def __iter__(self) -> Iterator[Any]:
        if self.of.find("__iter__") is MISSING and self.of.find("__getitem__") is not MISSING:
            return self._by_place()
        found = self._required("__iter__")
        # One that is its own iterator would be asked for ever.
        return found if found is self else iter(found)

    def _by_place(self) -> Iterator[Any]:
        """The items at 0, 1, 2 and so on, up to the first place that is none."""
        for place in count():
            try:
                item = self[place]
            except IndexError:
                return
            except Raised as raised:
                if not (isinstance(raised.instance, Instance) and raised.instance.of.is_a(IndexError)):
                    raise
                return
            yield item

    def __reversed__(self) -> Iterator[Any]:
        found: Iterator[Any] = self.special("__reversed__")
        if found is not NotImplemented:
            return found
        # Sets, and what has no places, cannot be gone through backwards.
        if self.of.find("__getitem__") is MISSING and not hasattr(self.of.container, "__getitem__"):
            raise self.of.lacks("__getitem__", TypeError(f"'{self.of.name}' object is not reversible"))
        return (self[place] for place in range(len(self) - 1, -1, -1))

    def __next__(self) -> Any:
        return self._required("__next__")

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        method = self.of.find("__call__")
        if method is MISSING:
            raise self.of.lacks("__call__", TypeError("not callable"))
        return method(self, *args, **kwargs)

    def _required(self, name: str, *args: Any) -> Any:
        found = self.special(name, *args)
        if found is NotImplemented:
            raise self.of.lacks(name, TypeError("the class has no such operator"))
        return found

    def __repr__(self) -> str:
        found = self.special("__repr__")
        if found is not NotImplemented:
            return str(found)
        return f"<{self.of.name} object>" if self.of.exception is None else self.of_error("__repr__")

    def __str__(self) -> str:
        found = self.special("__str__")
        if found is not NotImplemented:
            return str(found)
        return repr(self) if self.of.exception is None else self.of_error("__str__")

    def of_error(self, name: str) -> str:
        """What Python's own errors show by that method."""
        args = self.attributes.get("args", ())
        only = args[0] if len(args) == 1 else args
        if name == "__repr__":
            return f"{self.of.name}({only!r})" if len(args) == 1 else f"{self.of.name}{args!r}"
        is_shown = len(args) == 1 and issubclass(self.of.exception or Exception, KeyError)
        return "" if not args else repr(only) if is_shown else str(only)

    def __format__(self, spec: str) -> str:
        if self.of.find("__format__") is MISSING:
            return super().__format__(spec)
        return str(self.special("__format__", spec))


class OwnTable(dict[Any, Any]):
    """Attributes of an instance that extends a dictionary and is the table of its attributes, as by ``self.__dict__ =
    self``: what it holds by a name is an attribute, too."""

    def __init__(self, held: dict[Any, Any]) -> None:
        super().__init__({CONTAINER: held})
        self._held = held

    def get(self, name: Any, default: Any = None) -> Any:
        return self._held if name is CONTAINER else self._held.get(name, default)

    def __contains__(self, name: object) -> bool:
        return name is CONTAINER or name in self._held

    def __setitem__(self, name: Any, value: Any) -> None:
        self._held[name] = value

    def __delitem__(self, name: Any) -> None:
        del self._held[name]


def contained(value: Any) -> Any:
    """The built-in container that an instance extends, or the value itself."""
    return value.attributes.get(CONTAINER, value) if type(value) is Instance else value


def _operator(name: str) -> Callable[..., Any]:
    return lambda self, *others: self.special(name, *others)


for _name in (
    *("__truediv__", "__floordiv__", "__mod__", "__pow__", "__matmul__", "__and__", "__or__", "__xor__"),
    *(
        "__lshift__",
        "__rshift__",
        "__radd__",
        "__rsub__",
        "__rmul__",
        "__rtruediv__",
        "__rand__",
        "__ror__",
        "__rxor__",
    ),
    *("__rshift__", "__divmod__", "__rfloordiv__", "__rmod__", "__rdivmod__", "__rpow__", "__rmatmul__"),
    *("__rlshift__", "__rrshift__", "__imatmul__", "__ilshift__", "__irshift__", "__pos__", "__index__", "__round__"),
    *("__iadd__", "__isub__", "__imul__", "__itruediv__", "__ifloordiv__", "__imod__", "__ipow__"),
    *("__iand__", "__ior__", "__ixor__"),
    *("__neg__", "__invert__", "__abs__", "__int__", "__float__"),
):
    setattr(Instance, _name, _operator(_name))
