"""What names stand for at a place of a file, as far as plain assignments say."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from perfcast.source import FunctionNode
from perfcast.source.definitions.parameters import every_parameter
from perfcast.workload.code.filled_containers import Filling, fillings, is_filled

_NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


class Scope:
    """The assignments of one function or module, nested functions and classes left out."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        # name -> line of an assignment -> the expression, or None where its value is not that of one expression
        self._assignments: dict[str, dict[int, ast.expr | None]] = {}
        self._fillings: dict[str, list[Filling]] = {}
        for node in own_nodes(body):
            self._note(node)
        for name, filling in fillings(body):
            self._fillings.setdefault(name, []).append(filling)

    def __contains__(self, name: str) -> bool:
        return name in self._assignments

    def assigned(self, name: str, line: int) -> ast.expr | None:
        """The last assignment above a line; None where there is none, or its value is not that of one expression, or
        something was put into it since."""
        assignments = self._assignments.get(name, {})
        last = max((assigned for assigned in assignments if assigned < line), default=None)
        expression = None if last is None else assignments[last]
        if last is None or expression is None or is_filled(expression, last, line, self._fillings.get(name, ())):
            return None
        return expression

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value, lineno=line):
                self._assignments.setdefault(name, {})[line] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value, lineno=line):
                self._assignments.setdefault(name, {})[line] = value
            case ast.For(
                target=ast.Name(id=name), iter=ast.List(elts=[*_, last]) | ast.Tuple(elts=[*_, last]), lineno=line
            ):
                # Benchmarks go through sizes in growing order; the last stands for all.
                self._assignments.setdefault(name, {})[line] = last
            case ast.Name(id=name, ctx=ast.Store() | ast.Del(), lineno=line):
                # The target of an assignment noted above is met again as a name.
                self._assignments.setdefault(name, {}).setdefault(line, None)


class VisibleNames:
    """The names that an expression sees: its functions' scopes from the inside out, then the module's."""

    def __init__(self, functions: Sequence[tuple[FunctionNode, Scope]], module: Callable[[], Scope]) -> None:
        """
        Args:
            functions: around the expression, innermost first, each with its scope.
            module: gives the module's scope, which few expressions need.
        """
        self._functions = functions
        self._module = module

    def assigned(self, name: str, line: int) -> ast.expr | None:
        for function, scope in self._functions:
            if name in scope:
                return scope.assigned(name, line)
            if name in _parameter_names(function):
                return None
        # Within a function the module's last assignment counts, wherever it stands.
        return self._module().assigned(name, 10**9 if self._functions else line)


def own_nodes(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """The nodes of a body in source order, those within nested functions and classes left out."""
    pending: list[ast.AST] = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _NESTED):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def _parameter_names(function: FunctionNode) -> set[str]:
    return {argument.arg for argument in every_parameter(function.args)}
