"""Which values wait for others to be evaluated, while nothing else refers to them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from perfcast.source.parsing.walking import walk as nodes_within

#: Syntax that may make an object, and that may take more memory while it is evaluated.
_MAKING = ast.Lambda | ast.Call | ast.BinOp | ast.ListComp | ast.SetComp | ast.DictComp | ast.List | ast.Set | ast.Dict
_WORKING = ast.Call | ast.ListComp | ast.SetComp | ast.DictComp | ast.Slice


def waiting(nodes: Sequence[ast.expr]) -> list[bool]:
    """Whether each expression's value may be an object that nothing else holds while those behind it are evaluated."""
    found, works = [], False
    for node in reversed(nodes):
        makes = isinstance(node, _MAKING) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice))
        found.append(makes and works)
        works = works or (node is not nodes[0] and allocates(node))
    return found[::-1]


def allocates(node: ast.expr) -> bool:
    """Whether it may take more memory while it is evaluated."""
    return any(isinstance(part, _WORKING) for part in nodes_within(node))
