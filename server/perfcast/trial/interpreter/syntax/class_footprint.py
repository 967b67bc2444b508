"""Memory of classes that are made within a function."""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from perfcast.source.classes.constructors import is_made_by_base
from perfcast.source.definitions.dunder_methods import called_name
from perfcast.trial.interpreter.accounting.prices import (
    CLASS_MADE,
    DATACLASS_FIELD,
    DATACLASS_MADE,
    DATACLASS_OPTION,
    ENUMERATION_MADE,
    NAMED_TUPLE_MADE,
)
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.named_tuples import room_of_kind
from perfcast.trial.stdlib.language.enums import Enumeration

#: What a dataclass may be besides, for which it gets further methods.
_OPTIONS = frozenset({"frozen", "order"})


class ClassFootprint(NamedTuple):
    """Bytes of a class.

    Attributes:
        lasting: until the garbage collector comes.
        temporary: besides, while it is made.
    """

    lasting: int
    temporary: int = 0

    def __add__(self, other: ClassFootprint) -> ClassFootprint:  # type: ignore[override]
        return ClassFootprint(self.lasting + other.lasting, self.temporary + other.temporary)

    def __mul__(self, times: int) -> ClassFootprint:  # type: ignore[override]
        return ClassFootprint(self.lasting * times, self.temporary * times)


#: Of a small class, whose first instances have room for more attributes than they get; of one that gives them none.
_CLASS: Final = ClassFootprint(4_500)
_BARE_CLASS: Final = ClassFootprint(2_700)
#: What is added by what it is besides, with each field, member or option: methods are written, compiled and kept.
_DATA, _DATA_FIELD = ClassFootprint(7_900, 17_200), ClassFootprint(840, 3_730)
_DATA_OPTION: Final = {
    "frozen": ClassFootprint(4_300, 9_000),
    "order": ClassFootprint(3_500, 400),
    "slots": ClassFootprint(1_900, -1_900),
}
_ENUMERATION, _MEMBER = ClassFootprint(2_130, 2_130), ClassFootprint(310, 350)
_BY_HINTS, _KEYED = ClassFootprint(1_060, 310), ClassFootprint(1_600, 1_290)


def making(node: ast.ClassDef, made: Class) -> float:
    """Nanoseconds. What a dataclass has of its own is written and compiled."""
    price = CLASS_MADE
    if isinstance(made, Enumeration):
        price += ENUMERATION_MADE
    if is_made_by_base(node, "NamedTuple"):
        price += NAMED_TUPLE_MADE
    for asked in _as_data(node):
        price += DATACLASS_MADE + DATACLASS_FIELD * len(made.fields or {})
        price += DATACLASS_OPTION * len(asked & _OPTIONS)
    return price


def room(node: ast.ClassDef, made: Class) -> ClassFootprint:
    """Bytes of it."""
    if isinstance(made, Enumeration):
        return _BARE_CLASS + _ENUMERATION + _MEMBER * len(made.members)
    if is_made_by_base(node, "NamedTuple"):
        fields = sum(isinstance(statement, ast.AnnAssign) for statement in node.body)
        return ClassFootprint(*room_of_kind(fields)) + _BY_HINTS
    if is_made_by_base(node, "TypedDict"):
        return _BARE_CLASS + _KEYED
    found = _BARE_CLASS if made.initializer() is MISSING else _CLASS
    for asked in _as_data(node):
        found += _DATA + _DATA_FIELD * len(made.fields or {})
        found = sum((_DATA_OPTION[name] for name in asked & _DATA_OPTION.keys()), found)
    return found


def _as_data(node: ast.ClassDef) -> list[set[str]]:
    """The options that decorators ask for by which it is a dataclass."""
    calls = [one for one in node.decorator_list if called_name(one) == "dataclass"]
    given = [one.keywords if isinstance(one, ast.Call) else [] for one in calls]
    return [{one.arg for one in named if one.arg and getattr(one.value, "value", False) is True} for named in given]
