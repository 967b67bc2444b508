"""The calls that statements hold, by the name that is called."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .units import FunctionNode

#: Most of the nodes of a file, in which there is nothing to find.
_LEAVES = frozenset({ast.Name, ast.Constant, ast.Pass, ast.Break, ast.Continue, ast.arg, str, int, bool, type(None)})
#: Fields in which no call stands.
_PLAIN = frozenset(
    {"ctx", "op", "ops", "id", "attr", "name", "names", "module", "level", "kind", "type_comment", "rest"}
)
#: The fields of each class of nodes that a call may stand in, the last one first.
_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field for field in reversed(kind._fields) if field not in _PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}


@dataclass(frozen=True)
class CallSite:
    """One call, and the functions that it stands in, innermost first."""

    node: ast.Call
    functions: tuple[FunctionNode, ...]


def calls_in(body: Sequence[ast.stmt]) -> dict[str, list[CallSite]]:
    """The calls of each name, or of an attribute of that name, in source order."""
    found: dict[str, list[CallSite]] = {}
    pending: list[tuple[ast.AST, tuple[FunctionNode, ...]]] = [(node, ()) for node in reversed(body)]
    while pending:
        node, functions = pending.pop()
        if isinstance(node, ast.Call):
            name = _called_name(node.func)
            if name:
                found.setdefault(name, []).append(CallSite(node, functions))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions = (node, *functions)
        # The last one first, so that calls are found in source order.
        for field in _FIELDS[type(node)]:
            value = getattr(node, field, None)
            children: Iterable[Any] = reversed(value) if type(value) is list else (value,)
            pending += [(child, functions) for child in children if type(child) not in _LEAVES]
    return found


def _called_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
