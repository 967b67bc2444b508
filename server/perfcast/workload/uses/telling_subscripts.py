"""The type that one subscript in a body tells of a name."""

from __future__ import annotations

import ast
import re
from typing import Final

from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import ARRAY, DICT, FLOAT, INT, INTS, MATRIX, STR, STRS, TABLE, by_name
from perfcast.workload.uses.name_uses import is_name, is_telling_part, reckoned

#: What is asked for such parts of others.
_BY_LABEL: Final = TypeExpression("dict", (TypeExpression("label"), INT))
#: How names of several end.
_SEVERAL: Final = re.compile(r"[^isu]s$")
#: Comparisons that arrays do not make of each element.
_WITHIN = (ast.In, ast.NotIn, ast.Is, ast.IsNot)


def told_by_subscript(part: ast.Subscript, name: str) -> TypeExpression | None:  # noqa: PLR0911
    match part:
        case ast.Subscript(value=ast.Name(id=used), slice=ast.List(elts=[ast.Constant(value=str()), *_])) if (
            used == name
        ):
            # Several columns.
            return TABLE
        case ast.Subscript(value=ast.Name(id=of), slice=ast.Compare(ast.Name(id=one), [operator], [_])) if (
            name == one and (name == of or _SEVERAL.search(name)) and not isinstance(operator, _WITHIN)
        ):
            # Those elements of which something holds: ``xs[xs > 0]``, ``values[labels == label]``.
            return TABLE if by_name(name) == TABLE else ARRAY
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Compare(ops=[operator])) if used == name:
            is_asked = not isinstance(operator, _WITHIN) and by_name(name) not in (STR, STRS, DICT)
            return ARRAY if is_asked else None
        case ast.Subscript(value=ast.Name(), slice=ast.Slice(lower, upper)) if by_name(name) in (None, FLOAT) and any(
            is_name(one, name) for bound in (lower, upper) if bound is not None for one in reckoned(bound)
        ):
            return INT
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Tuple() | ast.Constant(value=None) as place) if (
            used == name and (isinstance(place, ast.Tuple) or by_name(name) != DICT)
        ):
            # Of several axes, or with a new one.
            return TABLE if by_name(name) == TABLE else ARRAY
        case ast.Subscript(slice=ast.Tuple(elts=places)) if any(is_name(place, name) for place in places):
            # Places in an array.
            return INTS if by_name(name) in (INTS, STRS) else None
        case ast.Subscript(value=ast.Subscript(value=ast.Name(id=used))) if used == name:
            return MATRIX
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value=str())) if used == name:
            return TABLE if by_name(name) == TABLE else DICT
        case ast.Subscript(value=ast.Name(id=used), slice=place) if used == name and is_telling_part(place):
            return _BY_LABEL
    return None
