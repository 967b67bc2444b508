"""Copies of code in which something stands for something else, for reading alone."""

from __future__ import annotations

import ast
import copy
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)


def rewritten(node: Node, by: ast.NodeTransformer) -> Node:
    """A copy that the transformer has gone through, for reading alone; the node itself where it is nested too deeply to
    be gone through, as a hundred ``elif`` are."""
    try:
        found: Node = by.visit(copy.deepcopy(node))
    except RecursionError:
        return node
    return found
