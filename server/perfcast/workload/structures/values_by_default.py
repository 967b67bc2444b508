"""What a table holds, by what stands in for it where a key is missing: ``index.get(word, set())``."""

from __future__ import annotations

import ast

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import DICT, INTS, SET
from perfcast.workload.uses.name_uses import is_name


def held_by_default(node: FunctionNode, name: str) -> TypeExpression | None:
    """The type of the values of a table of that name; None where nothing that is empty stands in for one."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Attribute(of, "get" | "pop" | "setdefault"), [_, other]) if is_name(of, name):
                found = _empty(other)
                if found is not None:
                    return found
    return None


def _empty(node: ast.expr) -> TypeExpression | None:
    match node:
        case ast.Call(ast.Name("set" | "frozenset"), []):
            return SET
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Call(ast.Name("list"), []):
            return INTS
        case ast.Dict(keys=[]) | ast.Call(ast.Name("dict"), []):
            return DICT
    return None
