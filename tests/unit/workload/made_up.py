"""What functions are called with where nothing says it."""

from __future__ import annotations

import ast

from perfcast.workload.defaults import default_workload


def default(source: str, size: int = 1000) -> str:
    """The workload of the first function of a source."""
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    return str(default_workload(node, size, drop_first=False))
