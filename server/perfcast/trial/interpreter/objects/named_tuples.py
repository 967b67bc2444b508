"""Interpreted classes that are named tuples or typed dictionaries: ``typing.NamedTuple``, ``TypedDict``."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import KEYS, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.accounting.prices import COPIED_RECORD, RECORDED
from perfcast.trial.interpreter.objects.classes import Class, Either
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Extendable, Guarded
from perfcast.trial.interpreter.objects.properties import ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported

#: Fields of the longest kind, and kinds that a run may make: each takes Python a while.
_MOST_FIELDS: Final = 1_000
_MOST_KINDS: Final = 200
#: Bytes of such a class, with each field: that stay, and that are there besides while it is made, with more where the
#: text that is compiled gets so many fields longer.
_STAYS: Final = (7_400, 60)
_MEANWHILE: Final = (9_200, 300)
_COMPILED: Final = (8_700, 6)
#: Bytes of a tuple of one, and of another of names.
_OF_ONE: Final = EMPTY_TUPLE + POINTER
_NAMES: Final = EMPTY_TUPLE
#: Of what is handed on where a tuple is made of another one, beside a dictionary.
_CHANGED: Final = 208
#: Methods that all have, besides a tuple's.
METHODS: Final = frozenset({"_replace", "_asdict"})


def recorded(
    machine: Machine, name: str, fields: list[str], members: dict[str, Any], node: ast.ClassDef
) -> Guarded | Class:
    """What makes such tuples.

    Args:
        fields: their names, in order.
        node: the class's definition.
        members: of the class: defaults of fields, methods, properties.

    Raises:
        Unsupported: see `made_kind`.
        ValueError: the fields cannot have these names.
    """
    others = {name: value for name, value in members.items() if name not in fields}
    defaults = [members[field] for field in fields if field in members]
    kind = made_kind(machine, name, fields, defaults=defaults)
    if any(name.startswith("__") for name in others):
        own = Class(name, [Kind(machine, kind).as_class()], None)
        own.attributes, own.node = others, node
        return own
    machine.records[kind] = others
    made = Kind(machine, kind)
    made.written, made.members = node, others
    return made


def made_kind(machine: Machine, name: Any, fields: Any, *, rename: Any = False, defaults: Any = None) -> Any:
    """As ``collections.namedtuple``. Raises Unsupported for many fields, or many kinds."""
    names = _few(fields.replace(",", " ").split() if isinstance(fields, str) else fields)
    given = None if defaults is None else _few(defaults)
    machine.kinds += 1
    if machine.kinds > _MOST_KINDS:
        raise Unsupported("many tuples with named fields")
    return collections.namedtuple(name, names, rename=bool(rename), defaults=given)


def room_of_kind(fields: int) -> tuple[int, int]:
    """Bytes of such a class that stay, and that are there besides while it is made."""
    (stays, field), (meanwhile, more), (compiled, each) = _STAYS, _MEANWHILE, _COMPILED
    return stays + field * fields, meanwhile + more * fields + compiled * ((fields + 1) // each)


def called_for(machine: Machine, kind: Any) -> Kind:
    """Such a class that a call has made."""
    if machine.frames:
        machine.makes_class(*room_of_kind(len(kind._fields)))
    return Kind(machine, kind)


def _few(values: Any) -> list[Any]:
    """What may have no end. Raises Unsupported for more than fields may be."""
    found = list(islice(values, _MOST_FIELDS + 1))
    if len(found) > _MOST_FIELDS:
        raise Unsupported("many named fields")
    return found


class Written(Extendable):
    """A class of the unit's whose values are of a type of Python's own.

    Attributes:
        written: its definition; None for one that a call made.
        around: where it was defined; None where nobody noted that.
    """

    __slots__ = ("around", "written")

    def __init__(self, run: Callable[..., Any], attributes: Mapping[str, Any] | None = None) -> None:
        super().__init__(run, attributes)
        self.written: ast.ClassDef | None = None
        self.around: Frame | None = None


class Keyed(Written):
    """A class of dictionaries with certain keys."""

    __slots__ = ()

    def __init__(self, machine: Machine, node: ast.ClassDef) -> None:
        def make(*args: Any, **kwargs: Any) -> Any:
            machine.pay(RECORDED)
            return machine.made(dict(*args, **kwargs))

        super().__init__(make)
        self.written = node
        self.as_class = lambda: Class(node.name, [], None, dict)


class Kind(Written):
    """A class of tuples with named fields, for calling it and for asking for it.

    Attributes:
        kind: of its tuples.
        members: what its class has besides the fields.
    """

    __slots__ = ("kind", "members")

    def __init__(self, machine: Machine, kind: Any) -> None:
        # The arguments are in tuples on the way, whose room stays: as they are given, and with all that are not.
        handed_on = 2 * EMPTY_TUPLE + POINTER * len(kind._fields) + _OF_ONE

        def make(*args: Any, **kwargs: Any) -> Any:
            machine.pay(RECORDED)
            machine.keeps(handed_on + POINTER * len(args) + (_NAMES + POINTER * len(kwargs) if kwargs else 0))
            if kwargs:
                machine.passes(TABLE, KEYS)
            return machine.made(kind(*args, **kwargs))

        super().__init__(make, {"_make": Guarded(lambda values: make(*_few(values))), "_fields": kind._fields})
        self.kind = kind
        self.members: Mapping[str, Any] = {}
        self.as_class = lambda: _extended(machine, kind)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        # The fields are the unit's own, and so is the error of what does not fit them.
        return self.run(*args, **kwargs)

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)


def _extended(machine: Machine, kind: Any) -> Class:
    """What a class of the unit's extends that adds to such tuples."""
    found = Class(kind.__name__, [], None, tuple)

    def new(of: Class, /, *args: Any, **kwargs: Any) -> Any:
        machine.pay(RECORDED)
        return machine.made(of.blank((tuple(kind(*args, **kwargs)),)))

    def changed(value: Any, /, **fields: Any) -> Any:
        return new(value.of, *plain(value)._replace(**fields))

    def plain(value: Any) -> Any:
        if not isinstance(value, Valued) or len(value) != len(kind._fields):  # type: ignore[arg-type]
            raise Unsupported("a tuple of another kind")
        return kind(*value)  # type: ignore[misc]

    found.attributes = {
        "__new__": StaticMethod(Guarded(new)),
        "_fields": kind._fields,
        "__slots__": (),
        "_make": ClassMethod(Guarded(lambda of, values: new(of, *_few(values)))),
        "_replace": Guarded(changed),
        "_asdict": Guarded(lambda value: plain(value)._asdict()),
        **{field: Property(_field(place)) for place, field in enumerate(kind._fields)},
    }
    return found


def _field(place: int) -> Guarded:
    return Guarded(lambda value: tuple.__getitem__(value, place))


def has(machine: Machine, value: Any, name: str) -> bool:
    """Whether a tuple with named fields has the method or property."""
    return name in machine.records.get(type(value), ()) or (name in METHODS and hasattr(type(value), "_fields"))


def of_record(machine: Machine, value: Any, name: str) -> Any:
    """The method or property that it has, see `has`. Raises Unsupported for a method of its class."""
    if name in METHODS:
        return Guarded(lambda **fields: _changed(machine, getattr(value, name), fields))
    found = machine.records[type(value)][name]
    if isinstance(found, Property):
        return found.getter(value)
    if isinstance(found, ClassMethod):
        raise Unsupported("a class method of a tuple with named fields")
    if isinstance(found, StaticMethod):
        return found.function
    return Method(found, value) if isinstance(found, Function | Guarded) else found


def _changed(machine: Machine, method: Any, fields: dict[str, Any]) -> Any:
    machine.pay(COPIED_RECORD)
    machine.passes(TABLE, KEYS)
    machine.keeps(_CHANGED)
    found = method(**fields)
    # Of a plain tuple, which is of an iterator and gone.
    machine.resized_tuple(len(found))
    return machine.made(found)
