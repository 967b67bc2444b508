"""Types that a workload can name and that no value is made of: those of instances, and what nobody knows."""

from __future__ import annotations

from typing import Final

from perfcast.workload.language import SCALARS, TABLES, TypeExpression
from perfcast.workload.tensors import is_tensor

#: Types that values are made of, besides those with a size or a shape.
_MADE: Final = SCALARS | TABLES | {"|", "tuple", "defaultdict", "Counter", "OrderedDict"}


def is_unknown(type_: TypeExpression) -> bool:
    """Whether nothing can be made up that is of the type. What it holds is not looked at."""
    return not (type_.shape or type_.is_sized or type_.name in _MADE or is_tensor(type_))
