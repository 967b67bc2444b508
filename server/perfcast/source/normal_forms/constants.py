"""Constants of a file, as normal forms write them."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source.definitions.bindings import Constant
from perfcast.source.errors import SourceError
from perfcast.source.printing import print_code

#: Characters of a constant's value; a longer one is written as `...`.
LONGEST_CONSTANT: Final = 80
#: The same for methods of neural networks' modules, many of which are made of a list of their layers.
LONGEST_OF_MODULE: Final = 2_000


def assignment(constant: Constant, longest: int) -> ast.Assign | ast.AnnAssign:
    """The constant as a statement of its own, its value `...` where that has more characters."""
    value = constant.value
    if value is not None and not _is_short(value, longest):
        value = ast.Constant(...)
    target = ast.Name(constant.name, ast.Store())
    statement: ast.Assign | ast.AnnAssign
    if constant.annotation is not None:
        statement = ast.AnnAssign(target, constant.annotation, value, simple=1)
    else:
        assert value is not None  # only an annotated name may stand without a value
        statement = ast.Assign([target], value)
    statement.lineno, statement.col_offset, _ = constant.place
    return statement


def _is_short(value: ast.expr, longest: int) -> bool:
    try:
        text = print_code(value)
    except SourceError:
        return False
    return len(text) <= longest and "\n" not in text
