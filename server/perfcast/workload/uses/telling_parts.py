"""The type that one part of a body tells of a name: a subscript, an operator, a call."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import ARRAY, BY_ATTRIBUTE, DICT, FLOAT, INT, STR, TABLE, by_name, is_short_text
from perfcast.workload.uses.asked_classes import asked_about
from perfcast.workload.uses.name_uses import is_name, is_text_literal
from perfcast.workload.uses.telling_calls import told_by_call
from perfcast.workload.uses.telling_subscripts import told_by_subscript

#: Parts of what is a tuple.
_FEWEST: Final = 2


def told_by(part: ast.AST, name: str) -> TypeExpression | None:  # noqa: PLR0911
    match part:
        case ast.Call():
            return told_by_call(part, name)
        case ast.Subscript():
            return told_by_subscript(part, name)
        case ast.Attribute():
            return _told_by_attribute(part, name)
        case ast.BinOp():
            return _told_by_operator(part, name)
        case ast.Compare():
            return _told_by_comparison(part, name)
        case (
            ast.If(test=ast.UnaryOp(op=ast.Not(), operand=asked), body=[*_, ast.Raise() | ast.Return()])
            | ast.Assert(test=asked)
        ):
            # It goes on for these alone.
            return asked_about(asked, name)
        case ast.Dict(keys=keys, values=values) if any(
            key is None and is_name(value, name) for key, value in zip(keys, values, strict=True)
        ):
            return DICT
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Name(id=used)) if used == name:
            return _tuple_of(targets)
        case (
            ast.For(iter=ast.Name(id=used), target=ast.Tuple(elts=targets))
            | ast.comprehension(iter=ast.Name(id=used), target=ast.Tuple(elts=targets))
        ) if used == name and not any(isinstance(target, ast.Starred) for target in targets):
            return TypeExpression("list", (TypeExpression("tuple", tuple(INT for _ in targets)),))
    return None


def _told_by_attribute(part: ast.Attribute, name: str) -> TypeExpression | None:
    match part:
        case ast.Attribute(value=ast.Name(id=used), attr=attribute) if used == name:
            return BY_ATTRIBUTE.get(attribute)
        case ast.Attribute(ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value=str())), "str" | "dt") if (
            used == name
        ):
            # A column of texts or times.
            return TABLE
        case ast.Attribute(value=ast.Compare(left=one, comparators=[other]), attr=attribute) if is_name(
            one, name
        ) or is_name(other, name):
            return ARRAY if BY_ATTRIBUTE.get(attribute) == ARRAY else None
        case ast.Attribute(value=ast.BinOp(left=ast.Name(id=used)), attr=attribute) if used == name:
            return ARRAY if BY_ATTRIBUTE.get(attribute) == ARRAY else None
    return None


def _told_by_operator(part: ast.BinOp, name: str) -> TypeExpression | None:
    match part:
        case ast.BinOp(left=one, op=ast.Add(), right=other) if (is_name(one, name) or is_name(other, name)) and (
            is_text_literal(one) or is_text_literal(other)
        ):
            return STR
        case ast.BinOp(left=one, op=ast.LShift() | ast.RShift(), right=other) if (
            is_name(one, name) or is_name(other, name)
        ) and by_name(name) in (None, INT):
            return INT
        case ast.BinOp(left=one, op=operator, right=other) if is_name(one, name) or is_name(other, name):
            is_product = isinstance(operator, ast.MatMult) or _is_product(one) or _is_product(other)
            return ARRAY if is_product else None
        case ast.BinOp(left=one, op=ast.MatMult(), right=other) if any(
            isinstance(side, ast.Subscript) and is_name(side.value, name) for side in (one, other)
        ):
            return ARRAY
    return None


def _told_by_comparison(part: ast.Compare, name: str) -> TypeExpression | None:
    match part:
        case (
            ast.Compare(left=ast.Call(func=ast.Name(id="len")), ops=[operator], comparators=[ast.Name(id=used)])
            | ast.Compare(left=ast.Name(id=used), ops=[operator], comparators=[ast.Call(func=ast.Name(id="len"))])
        ) if used == name and not isinstance(operator, ast.In | ast.NotIn) and by_name(name) in (None, FLOAT):
            return INT
        case ast.Compare(left=one, ops=[ast.Eq() | ast.NotEq()], comparators=[other]) if is_name(one, name) or is_name(
            other, name
        ):
            several = one if isinstance(one, ast.Tuple) else other
            return _tuple_of(several.elts) if isinstance(several, ast.Tuple) else None
    return None


def _tuple_of(parts: list[ast.expr]) -> TypeExpression | None:
    """What is taken apart into these, or is the same as all of them: each a number, or what its name says."""
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    if len(names) != len(parts) or len(names) < _FEWEST:
        return None
    kinds = (by_name(one) if is_short_text(one) or by_name(one) == FLOAT else INT for one in names)
    return TypeExpression("tuple", tuple(kind or INT for kind in kinds))


def _is_product(node: ast.expr) -> bool:
    """Whether it is one of matrices."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
