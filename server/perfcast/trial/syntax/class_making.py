"""How long it takes to make a class where its statement stands in a function."""

from __future__ import annotations

import ast

from perfcast.source.constructors import is_made_by_base
from perfcast.source.special import called_name
from perfcast.trial.accounting.prices import (
    CLASS_MADE,
    DATACLASS_FIELD,
    DATACLASS_MADE,
    DATACLASS_OPTION,
    ENUMERATION_MADE,
    NAMED_TUPLE_MADE,
)
from perfcast.trial.objects.kinds import Class
from perfcast.trial.standard.enums import Enumeration

#: What a dataclass may be besides, for which it gets further methods.
_OPTIONS = frozenset({"frozen", "order"})


def making(node: ast.ClassDef, made: Class) -> float:
    """Nanoseconds. What a dataclass has of its own is written and compiled."""
    price = CLASS_MADE
    if isinstance(made, Enumeration):
        price += ENUMERATION_MADE
    if is_made_by_base(node, "NamedTuple"):
        price += NAMED_TUPLE_MADE
    for decorator in node.decorator_list:
        if called_name(decorator) == "dataclass":
            given = decorator.keywords if isinstance(decorator, ast.Call) else []
            asked = {one.arg for one in given if isinstance(one.value, ast.Constant) and one.value.value is True}
            price += DATACLASS_MADE + DATACLASS_FIELD * len(made.fields or {})
            price += DATACLASS_OPTION * len(asked & _OPTIONS)
    return price
