"""What functions are called with where nothing says it."""

from __future__ import annotations

import ast

from perfcast.source import FunctionNode
from perfcast.workload.defaults.assembly import default_workload


def default(source: str, size: int = 1000) -> str:
    """The workload of the first function of a source."""
    return str(default_workload(function(source), size, drop_first=False))


def function(source: str) -> FunctionNode:
    """The first function of a source."""
    node = ast.parse(source).body[0]
    assert isinstance(node, FunctionNode)
    return node
