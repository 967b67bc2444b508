"""What the value of an expression in a kernel depends on."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from perfcast.source import FunctionNode
from perfcast.triton.kernels.names import TritonNames

#: Functions that give what differs from program to program, or from grid to grid.
_OF_PROGRAM: Final = {"program_id", "num_programs"}


@dataclass(frozen=True, slots=True)
class Dependence:
    """
    Attributes:
        names: that are in the expression.
        axes: of the program's index or the grid, that it asks for.
    """

    names: tuple[str, ...]
    axes: tuple[slice, ...]


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
        calls = [part for part in parts if isinstance(part, ast.Call)]
        if any(isinstance(call.func, ast.Name) and call.func.id in self._helpers for call in calls):
            return None
        names = dict.fromkeys(part.id for part in parts if isinstance(part, ast.Name))
        axes = [_axes(call) for call in calls if self._names.operation(call.func) in _OF_PROGRAM]
        return Dependence(tuple(names), tuple(axes))


def _axes(call: ast.Call) -> slice:
    """The axis that a function of the program is asked for; all where that is not written there."""
    match [*call.args, *(keyword.value for keyword in call.keywords)]:
        case [ast.Constant(value=int() as axis)] if axis >= 0:
            return slice(axis, axis + 1)
    return slice(None)
