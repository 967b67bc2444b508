"""Conditions that ask for Python's version, as far as every Python of today answers them alike."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final

from .dunder_methods import last_name

#: The oldest Python and a newer one than there is, as ``sys.version_info`` and ``sys.hexversion`` tell them.
_VERSIONS: Final = ((3, 8, 0, "final", 0), (3, 99, 0, "final", 0))
_HEX_VERSIONS: Final = (0x030800F0, 0x036300F0)
_NAMES: Final = {"PY2": False, "PY3": True}
_OPERATORS: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def holds(test: ast.expr) -> bool | None:
    """Whether a condition holds in any Python that code is written for now; None where that depends on more."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            found = holds(operand)
            return None if found is None else not found
        case ast.Name() | ast.Attribute():
            return _NAMES.get(last_name(test))
        case ast.Compare(left=left, ops=[asked], comparators=[ast.Constant() | ast.Tuple() as other]):
            return _compared(left, _OPERATORS.get(type(asked)), other)
    return None


def _compared(left: ast.expr, compare: Callable[[Any, Any], bool] | None, other: ast.expr) -> bool | None:
    try:
        value = ast.literal_eval(other)
        if compare is None:
            return None
        answers = {compare(version, value) for version in _versions(left)}
    except (ValueError, TypeError):
        return None
    return answers.pop() if len(answers) == 1 else None


def _versions(node: ast.expr) -> tuple[Any, ...]:
    """What an expression is in the oldest Python and in a newer one; nothing for others."""
    match node:
        case ast.Subscript(value=whole, slice=ast.Constant(value=0)) | ast.Attribute(value=whole, attr="major"):
            return tuple(one[0] for one in _VERSIONS) if last_name(whole) == "version_info" else ()
        case ast.Subscript(value=whole, slice=ast.Slice(lower=None, upper=ast.Constant(value=int(end)), step=None)):
            return tuple(one[:end] for one in _VERSIONS) if last_name(whole) == "version_info" else ()
    return {"version_info": _VERSIONS, "hexversion": _HEX_VERSIONS}.get(last_name(node), ())
