"""Types that a workload can name and no value is made of: instances, and unknown ones."""

from __future__ import annotations

from typing import Final

from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.language.workload import (
    HANDED,
    KEYED,
    LINES,
    MOMENTS,
    SCALARS,
    TABLES,
    TEXTS,
    WRITTEN,
    TypeExpression,
)

#: Types that values are made of, besides those with a size or a shape.
_MADE: Final = (
    SCALARS | TABLES | MOMENTS | TEXTS | WRITTEN | KEYED | HANDED | {LINES, "|", "tuple", "defaultdict", "OrderedDict"}
)


def names_module(type_: TypeExpression) -> bool:
    """Whether it, or what it holds, is of another module's class, by its dotted name."""
    return ("." in type_.name and is_unknown(type_)) or any(map(names_module, type_.arguments))


def holds_unknown(type_: TypeExpression) -> bool:
    """Whether that holds of a type, or of one that it holds."""
    return is_unknown(type_) or any(holds_unknown(part) for part in type_.arguments if part.name != "...")


def is_unknown(type_: TypeExpression) -> bool:
    """Whether nothing can be made up that is of the type. What it holds is not looked at."""
    is_made = type_.name in _MADE or type_.literal is not None or is_tensor(type_)
    return not (type_.shape or type_.is_sized or is_made)
