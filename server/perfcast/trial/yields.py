"""Yields within expressions, taken out before the statement that they stand in."""

from __future__ import annotations

import ast
import copy

from perfcast.trial.stops import Unsupported

#: Expressions whose parts may not be evaluated at all, or more than once.
_CONDITIONAL = ast.IfExp | ast.BoolOp | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def with_yields_before(statement: ast.stmt) -> list[ast.stmt]:
    """Assignments of what the yields give to names that code cannot have, and the statement with those names.

    What stands left of a yield is evaluated after it then, which costs the same. Raises Unsupported where a yield may
    not be met.
    """
    taken = _Taken()
    changed = taken.visit(copy.deepcopy(statement))
    assert isinstance(changed, ast.stmt)
    return [*taken.before, changed]


class _Taken(ast.NodeTransformer):
    """Puts names in the places of yields.

    Attributes:
        before: the assignments to these names.
    """

    def __init__(self) -> None:
        self.before: list[ast.stmt] = []

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, _CONDITIONAL) and any(isinstance(p, ast.Yield | ast.YieldFrom) for p in ast.walk(node)):
            raise Unsupported("a yield within an expression")
        changed: ast.AST = self.generic_visit(node)
        if not isinstance(changed, ast.Yield | ast.YieldFrom):
            return changed
        name = f"yield {len(self.before)}"
        self.before.append(ast.Assign([ast.Name(name, ast.Store())], changed))
        return ast.Name(name, ast.Load())
