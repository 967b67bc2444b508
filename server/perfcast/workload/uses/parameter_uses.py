"""The type of a parameter that the first telling use of it in a body suggests."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import lru_cache
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.libraries.scipy import are_points, is_fitted_to
from perfcast.workload.naming.names import A_TENSOR, ARRAY, DICT, FLOAT, INT, INTS, SET, STR, STRS, TABLE, by_name
from perfcast.workload.uses.array_uses import reckoned_into_arrays
from perfcast.workload.uses.curves import is_drawn_over
from perfcast.workload.uses.key_uses import has_for_each
from perfcast.workload.uses.name_uses import functions_of, is_name
from perfcast.workload.uses.number_uses import is_counted_with
from perfcast.workload.uses.sequence_uses import element_names, goes_through
from perfcast.workload.uses.telling_calls import MAY_BE_ARRAYS
from perfcast.workload.uses.telling_parts import told_by
from perfcast.workload.uses.text_uses import is_asked_as_text, is_named_text, is_sought_by

_MAY_BE_RECKONED: Final = (*MAY_BE_ARRAYS, INT, FLOAT)
#: Elements of each axis of an array that is one of several.
_OF_EACH: Final = 10
#: Parts of a body that may tell a type.
_TELLING = (
    *(ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.Compare),
    *(ast.If, ast.Assert, ast.For, ast.comprehension, ast.Assign, ast.Dict),
)


@lru_cache(maxsize=4)
def type_from_uses(node: FunctionNode, name: str) -> TypeExpression | None:
    """The first use that tells a type; None where none does. Kept for who asks again about the same parameter."""
    return _from_uses(node, name)


def _from_uses(node: FunctionNode, name: str, *, is_part: bool = False) -> TypeExpression | None:
    """
    Args:
        is_part: of something that is taken apart: what it is taken apart into itself is not asked for, since that may
            be what it is a part of (``value, node = node``).
    """
    if is_fitted_to(node, name) or are_points(node, name):
        return ARRAY
    told = _first_told(node, name, is_part=is_part)
    if told is not None or by_name(name) not in _MAY_BE_RECKONED:
        return told
    return reckoned_into_arrays(node).get(name) or (ARRAY if is_drawn_over(node, name) else None)


def _first_told(node: FunctionNode, name: str, *, is_part: bool) -> TypeExpression | None:
    is_gone_through = False
    of_list: TypeExpression | None = None
    for part in parts_of(node, *_TELLING):
        told = told_by(part, name) or (STR if is_sought_by(node, part, name) else None)
        if told == SET and isinstance(part, ast.Attribute) and _takes_several(node, part):
            # A store's or a queue's ``add(key, value)``, no set's.
            told = None
        # Only arrays and tables are asked for what is not called; another one's ``items`` are no dictionary's.
        if told is not None and (
            told in (ARRAY, TABLE) or not isinstance(part, ast.Attribute) or _is_called(node, part)
        ):
            if told != INTS or not isinstance(part, ast.Attribute):
                return told if is_part and isinstance(part, ast.Assign) else _with_parts(node, part, told)
            # A list that is sorted: what it holds is told by who goes through it.
            of_list = told
        is_gone_through = is_gone_through or goes_through(part, name)
    named = by_name(name)
    if of_list is not None:
        return named if named is not None and named.name == "list" else of_list
    return _gone_through(node, name) if is_gone_through else None


def _gone_through(node: FunctionNode, name: str) -> TypeExpression:
    """What is gone through, and nothing else tells."""
    named = by_name(name)
    if named == INT and is_counted_with(node, name):
        return INT
    elements = list(element_names(node, name))
    is_open = named is None or named == STRS or not (named.is_sized or named.shape)
    if is_open and has_for_each(node, name, elements):
        return DICT
    if named is not None and (named.is_sized or named.shape):
        return named
    return STRS if any(is_named_text(node, one) for one in elements) else INTS


def _with_parts(node: FunctionNode, part: ast.AST, told: TypeExpression) -> TypeExpression:
    """What a use tells, with what the body does with the parts that it takes something apart into."""
    match part:
        case ast.For() | ast.comprehension():
            return _with_texts(node, part, told)
        case ast.Assign(targets=[ast.Tuple(elts=targets)]) if told.name == "tuple":
            names = [one.id if isinstance(one, ast.Name) else None for one in targets]
            kinds = [None if name is None else _from_uses(node, name, is_part=True) for name in names]
            if any(kind in (ARRAY, A_TENSOR) for kind in kinds):
                held = zip(targets, kinds, told.arguments, strict=True)
                return TypeExpression("tuple", tuple(_held_array(node, *one) for one in held))
    return told


def _held_array(
    node: FunctionNode, target: ast.expr, kind: TypeExpression | None, other: TypeExpression
) -> TypeExpression:
    """One of several arrays that are given together, or what is no array."""
    if kind == INTS:
        return replace(ARRAY, name="int64", shape=(_OF_EACH,))
    if kind not in (ARRAY, A_TENSOR) or kind is None:
        return other
    is_matrix = any(_takes_columns(part, target) for part in parts_of(node, ast.Subscript, ast.Call))
    return replace(kind, shape=(_OF_EACH,) * (1 + is_matrix))


def _takes_columns(part: ast.AST, array: ast.expr) -> bool:
    """Whether it asks an array for what only those of two dimensions have."""
    match part:
        case (
            ast.Subscript(value=ast.Name(id=of), slice=ast.Tuple())
            | ast.Call(func=ast.Attribute(value=ast.Name(id=of)), args=[ast.Constant(value=1), *_])
        ):
            return is_name(array, of)
    return False


def _with_texts(node: FunctionNode, loop: ast.For | ast.comprehension, told: TypeExpression) -> TypeExpression:
    """What a loop takes apart, with texts among the parts where the body asks these for what no number has, or their
    names alone say so."""
    if told.name != "list" or not isinstance(loop.target, ast.Tuple):
        return told
    kinds = (
        STR if isinstance(part, ast.Name) and (is_asked_as_text(node, part.id) or is_named_text(node, part.id)) else INT
        for part in loop.target.elts
    )
    return TypeExpression("list", (TypeExpression("tuple", tuple(kinds)),))


def _takes_several(node: FunctionNode, method: ast.Attribute) -> bool:
    calls = (call for call in parts_of(node, ast.Call) if call.func is method)
    return method.attr == "add" and any(len(call.args) + len(call.keywords) > 1 for call in calls)


def _is_called(node: FunctionNode, function: ast.expr) -> bool:
    return any(one is function for call in parts_of(node, ast.Call) for one in functions_of(call))
