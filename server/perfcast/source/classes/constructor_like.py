"""Statements of other methods, rewritten as if they stood in a constructor."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType


class Renamed(ast.NodeTransformer):
    """Attributes of an instance as the parameters that they are made of, and other names as those they are given."""

    def __init__(self, own: str, kept: Mapping[str, str], others: Mapping[str, str] = MappingProxyType({})) -> None:
        self._own, self._kept, self._others = own, kept, others

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Name(self._others.get(node.id, node.id), node.ctx), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == self._own and node.attr in self._kept:
            return ast.copy_location(ast.Name(self._kept[node.attr], node.ctx), node)
        self.generic_visit(node)
        return node
