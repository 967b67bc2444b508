"""Examples in docstrings -> the workloads that they call their function with."""

from __future__ import annotations

import ast

from perfcast.source import FunctionNode
from perfcast.workload.code.scopes import Scope
from perfcast.workload.language.workload import Workload
from perfcast.workload.origins.call_sites import bound_workload


def doctest_workload(node: FunctionNode, *, drop_first: bool) -> Workload | None:
    """The largest workload of the unit's own doctests; None where it has none that can be told."""
    docstring = ast.get_docstring(node, clean=False)
    if not docstring or ">>>" not in docstring:
        return None
    # Few files have examples; a debugger and more are imported with it.
    from doctest import DocTestParser

    try:
        examples = DocTestParser().get_examples(docstring)
        # One program of them all, so that what one line assigns the next may use.
        program = ast.parse("".join(example.source for example in examples))
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    names = Scope(program.body)
    best: Workload | None = None
    for part in ast.walk(program):
        if not isinstance(part, ast.Call) or not isinstance(part.func, ast.Name | ast.Attribute):
            continue
        called = part.func.id if isinstance(part.func, ast.Name) else part.func.attr
        workload = bound_workload(part, node, names, drop_first=drop_first) if called == node.name else None
        if workload is not None and (best is None or workload.size > best.size):
            best = workload
    return best
