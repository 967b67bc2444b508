"""Values that parameters have as they are written."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.workload.language.workload import Argument, Literal, TypeExpression

#: Characters of a text that an argument says as it is.
LONGEST_LITERAL: Final = 40


def default_argument(parameter: ast.arg, default: ast.expr | None) -> Argument | None:
    """A parameter left out of a call, as an argument: a literal default stands for itself."""
    literal = literal_of(default)
    return None if literal is None else literal_argument(parameter.arg, literal)


def literal_of(default: ast.expr | None) -> Literal:
    """The value of a default that is a plain literal; None for any other, and for None itself."""
    value: Literal = None
    if (
        isinstance(default, ast.UnaryOp)
        and isinstance(default.op, ast.USub)
        and isinstance(default.operand, ast.Constant)
    ):
        number = default.operand.value
        value = -number if isinstance(number, int | float) else None
    elif isinstance(default, ast.Constant) and isinstance(default.value, bool | int | float | str):
        value = default.value
    if isinstance(value, str) and len(value) > LONGEST_LITERAL:
        return None
    if isinstance(value, int | float) and not abs(value) < 1e300:
        return None
    return value


def literal_argument(name: str, literal: Literal) -> Argument:
    """A parameter that is given that value."""
    return Argument(name, TypeExpression(type(literal).__name__), value=literal, has_value=True)
