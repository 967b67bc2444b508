"""``enum``: classes whose attributes are their own instances."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    FLAG_IN_TURN,
    FLAG_SOUGHT,
    FLAGS_IN_TURN,
    FLAGS_JOINED,
    MEMBER_HASHED,
    MEMBER_IN_TURN,
    MEMBER_OF_NAME,
    MEMBER_OF_VALUE,
    MEMBER_SHOWN,
)
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported

#: What stands in a class without being a member.
_NO_MEMBERS: Final = (Function, Property, StaticMethod, Guarded, Class)
#: Nanoseconds and bytes of an error about a value that no member has, which is made and handled on the way.
_NOT_FOUND: Final = 1_200.0
_NOT_FOUND_BYTES: Final = 1_110


class Auto:
    """What ``auto()`` gives: the number after the last one; or several such, joined.

    Attributes:
        value: None until it is known.
    """

    def __init__(self, *parts: Any) -> None:
        self._parts = parts
        self._value: Any = None

    @property
    def value(self) -> Any:
        if self._parts:
            return functools.reduce(operator.or_, [p.value if isinstance(p, Auto) else p for p in self._parts])
        return self._value

    @value.setter
    def value(self, value: Any) -> None:
        self._value = value

    def __or__(self, other: Any) -> Auto:
        return Auto(self, other)

    __ror__ = __or__


class Enumeration(Class):
    """A class of members, each with a ``name`` and a ``value``.

    Attributes:
        members: by name, aliases included; joined: several flags at once, by their value.
        machine: that is paid.
    """

    members: dict[str, Any]
    joined: dict[int, Any]
    machine: Machine

    def of(self, value: Any) -> Any:
        """The member of that value. Raises ValueError where there is none."""
        for member in self.members.values():
            if member is value or member.attributes["value"] == value:
                return member
        if self.find("__or__") is not MISSING and isinstance(value, int):
            return self._several(value)
        missing = self.find("_missing_")
        if isinstance(missing, ClassMethod) and (found := missing.function(self, value)) is not None:
            if isinstance(found, Unknown):
                raise Unsupported("the type of an unknown value")
            if not (isinstance(found, Instance | Valued) and found.of.extends(self)):
                told = f"returned {found!r} instead of None or a valid member"
                raise TypeError(f"error in {self.name}._missing_: {told}")
            _complete(found)
            return found
        self.machine.pay(_NOT_FOUND)
        self.machine.briefly(_NOT_FOUND_BYTES)
        raise ValueError(f"{value!r} is not a valid {self.name}")

    def bare(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if len(args) != 1 or kwargs:
            raise Unsupported("an enumeration made by a call")
        self.machine.pay(MEMBER_OF_VALUE)
        return self.of(args[0])

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.bare(args, kwargs)

    def __getitem__(self, name: Any) -> Any:
        self.machine.pay(MEMBER_OF_NAME)
        return self.members[name]

    def __len__(self) -> int:
        return len(self._named_once())

    def __iter__(self) -> Iterator[Any]:
        for member in self._named_once():
            self.machine.pay(MEMBER_IN_TURN)
            yield member

    def _named_once(self) -> list[Any]:
        """Its members without further names of the same, as which several flags at once count, and none."""
        found = list({id(member): member for member in self.members.values()}.values())
        if self.find("__iter__") is not _flags_in_turn:
            return found
        return [one for one in found if _value(one).bit_count() == 1]

    def __contains__(self, value: object) -> bool:
        return any(member is value or member.attributes["value"] == value for member in self.members.values())

    def gather(self, names: Mapping[str, Any]) -> None:
        """Makes members of what the class's body has bound."""
        self.members, self.joined = {}, {}
        self.machine = next(base.machine for base in self.bases if isinstance(base, Enumeration))
        last = 0
        is_flag = self.find("__or__") is not MISSING
        for name, value in names.items():
            if name.startswith("_") or isinstance(value, _NO_MEMBERS):
                continue
            if isinstance(value, Auto) and value.value is None:
                value.value = name.lower() if self.container is str else 1 << last.bit_length() if is_flag else last + 1
            given = value.value if isinstance(value, Auto) else value
            member = self._made(name, given)
            value_of = member.attributes["value"]
            last = value_of if isinstance(value_of, int) else last
            same = next((one for one in self.members.values() if one.attributes["value"] == value_of), None)
            self.members[name] = self.attributes[name] = member if same is None else same

    def _several(self, value: int) -> Any:
        """Several flags, which are one from then on: who asks for them again gets the same. Calls that are measured
        come after others."""
        found = self.joined.get(value)
        if found is None:
            names = [one.attributes["name"] for one in _single_flags(self, value)]
            found = self.joined[value] = self._made("|".join(names) or None, value)
        self.machine.outside.add(found)
        return found

    def _made(self, name: str | None, value: Any) -> Any:
        make = self.find("__new__")
        if isinstance(make, Function | StaticMethod):
            new = make.function if isinstance(make, StaticMethod) else make
            member = new(self, *(value if isinstance(value, tuple) else (value,)))
            given = member.attributes.get("_value_", value)
        else:
            member, given = self.blank((value,)), value
        member.attributes.update(name=name, value=given, _name_=name, _value_=given)
        begin = self.find("__init__")
        if begin is not MISSING:
            begin(member, *(value if isinstance(value, tuple) else (value,)))
        return member


def is_member(value: Any) -> bool:
    """Whether it is one of an enumeration, which is its own copy."""
    return isinstance(value, Instance | Valued) and isinstance(value.of, Enumeration)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    plain = Enumeration("Enum", [], None)
    plain.attributes["__repr__"] = _shown
    plain.attributes["__str__"] = _named
    plain.attributes["__hash__"] = partial(_hashed, machine)
    flag = Enumeration("Flag", [plain], None)
    for name, operate in _OF_FLAGS.items():
        flag.attributes[name] = operate
    kinds = [plain, flag]
    for name, base, container in (("IntEnum", plain, int), ("StrEnum", plain, str), ("IntFlag", flag, int)):
        kinds.append(Enumeration(name, [base], None, container))
        kinds[-1].attributes["__str__"] = lambda one: str(_value(one))
    for kind in kinds:
        kind.members, kind.joined, kind.machine = {}, {}, machine
    return {kind.name: kind for kind in kinds} | {
        "auto": Guarded(Auto),
        "unique": Guarded(lambda kind: kind),
        "EnumMeta": Guarded(lambda kind: kind),
    }


def _hashed(machine: Machine, member: Any) -> int:
    if member.of.container is not None:
        return hash(_value(member))
    machine.pay(MEMBER_HASHED)
    return hash(member.attributes["name"])


def _named(member: Any) -> str:
    member.of.machine.pay(MEMBER_SHOWN)
    name = member.attributes["name"]
    return f"{member.of.name}({_value(member)})" if name is None else f"{member.of.name}.{name}"


def _shown(member: Any) -> str:
    is_nameless = member.attributes["name"] is None
    return f"<{member.of.name if is_nameless else _named(member)}: {_value(member)!r}>"


def _single_flags(of: Enumeration, value: int) -> list[Any]:
    """Its members of one bit that are part of a value, as they are defined: another name for one is none besides."""
    single = {_value(one): one for one in of.members.values() if _value(one).bit_count() == 1}
    return [one for bit, one in single.items() if bit & value]


def _flags_in_turn(one: Any) -> Iterator[Any]:
    one.of.machine.pay(FLAGS_IN_TURN)
    for flag in _single_flags(one.of, _value(one)):
        one.of.machine.pay(FLAG_IN_TURN)
        yield flag


def _value(one: Any) -> Any:
    return one.attributes["value"] if isinstance(one, Instance | Valued) else one


def _complete(member: Instance | Valued) -> None:
    """Gives one that its class makes itself what members are asked for, of what it was given."""
    given = member.attributes
    for name in ("name", "value"):
        if f"_{name}_" in given:
            given.setdefault(name, given[f"_{name}_"])


def _inverted(one: Any) -> Any:
    whole = functools.reduce(operator.or_, map(_value, one.of.members.values()), 0)
    return _joined(one, whole & ~_value(one))


def _has_flag(one: Any, other: Any) -> bool:
    assert isinstance(one.of, Enumeration)
    one.of.machine.pay(FLAG_SOUGHT)
    return bool(_value(one) & _value(other) == _value(other))


def _joined(one: Any, value: int) -> Any:
    assert isinstance(one.of, Enumeration)
    one.of.machine.pay(FLAGS_JOINED)
    return one.of.of(value)


_OF_FLAGS: Final[dict[str, Any]] = {
    "__or__": lambda one, other: _joined(one, _value(one) | _value(other)),
    "__and__": lambda one, other: _joined(one, _value(one) & _value(other)),
    "__xor__": lambda one, other: _joined(one, _value(one) ^ _value(other)),
    "__ror__": lambda one, other: _joined(one, _value(one) | _value(other)),
    "__rand__": lambda one, other: _joined(one, _value(one) & _value(other)),
    "__invert__": _inverted,
    "__contains__": _has_flag,
    "__bool__": lambda one: bool(_value(one)),
    "__iter__": _flags_in_turn,
    "__len__": lambda one: _value(one).bit_count(),
}
