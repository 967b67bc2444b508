"""Constant folding, as CPython's compiler does it."""

from __future__ import annotations

import ast
import dis
from typing import Any, Final

from perfcast.source.parsing.walking import children
from perfcast.trial.interpreter.objects.missing import MISSING

_FOLDABLE: Final = ast.Constant | ast.Tuple | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop | ast.expr_context
#: What more nodes make is left to the run: each part of it that is none would be compiled again.
_MOST_NODES: Final = 200


class Folding:
    """Of one unit's expressions."""

    def __init__(self) -> None:
        self._sizes: dict[ast.AST, int] = {}

    def constant(self, node: ast.expr) -> Any:
        """What the compiler makes of the expression without running anything; `MISSING` where it makes nothing.

        The compiler bounds what it folds, so the size of the text bounds the work.
        """
        if not 0 < self._size(node) <= _MOST_NODES:
            return MISSING
        code = compile(ast.Expression(node), "<constant>", "eval")
        is_constant = not code.co_names and all(
            operation.opname in {"RESUME", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}
            for operation in dis.get_instructions(code)
        )
        return code.co_consts[0] if is_constant and len(code.co_consts) == 1 else MISSING

    def gone_through(self, node: ast.expr) -> Any:
        """What the compiler makes of a list or a set that nothing but ``in`` or a loop can get hold of, where its
        elements are constants: a tuple, or a frozen set (`fold_iter` in CPython's ast_opt.c); else `MISSING`."""
        if not isinstance(node, ast.List | ast.Set):
            return MISSING
        elements = self.constant(ast.copy_location(ast.Tuple(node.elts, ast.Load()), node))
        return frozenset(elements) if isinstance(node, ast.Set) and elements is not MISSING else elements

    def _size(self, node: ast.AST) -> int:
        """Its nodes; 0 where one of them is none of a constant."""
        known = self._sizes.get(node)
        if known is None:
            parts = [self._size(part) for part in children(node)]
            known = 1 + sum(parts) if isinstance(node, _FOLDABLE) and all(parts) else 0
            self._sizes[node] = known
        return known
