"""What the value of an expression in a kernel depends on."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from perfcast.source import FunctionNode
from perfcast.triton.names import TritonNames

#: Functions that give what differs from program to program, or from grid to grid.
_OF_PROGRAM: Final = {"program_id", "num_programs"}


@dataclass(frozen=True, slots=True)
class Dependence:
    """
    Attributes:
        names: that are in the expression.
        program: whether it asks for the program's index or for the grid.
    """

    names: tuple[str, ...]
    program: bool


class Dependences:
    """Of the expressions in one kernel and its helpers.

    Args:
        helpers: see `Kernel`.
        names: see `Kernel`.
    """

    def __init__(self, helpers: Mapping[str, FunctionNode], names: TritonNames) -> None:
        self._helpers = helpers
        self._names = names
        self._found: dict[ast.AST, Dependence | None] = {}

    def of(self, node: ast.AST) -> Dependence | None:
        """None for what calls a helper, whose statements depend on other things each."""
        if node not in self._found:
            self._found[node] = self._dependence(node)
        return self._found[node]

    def _dependence(self, node: ast.AST) -> Dependence | None:
        parts = list(ast.walk(node))
        called = [part.func for part in parts if isinstance(part, ast.Call)]
        if any(isinstance(function, ast.Name) and function.id in self._helpers for function in called):
            return None
        names = dict.fromkeys(part.id for part in parts if isinstance(part, ast.Name))
        return Dependence(tuple(names), any(self._names.operation(function) in _OF_PROGRAM for function in called))
