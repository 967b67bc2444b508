"""ast -> text as the model reads it: one spelling for all layouts, without comments and docstrings."""

import ast
import copy
import re
from typing import TypeVar

from .errors import SourceError

Node = TypeVar("Node", bound=ast.AST)

_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
_EMPTY_LINE_ABOVE_INNER_DEFINITION = re.compile(r"\n(?=\n +(?:@|def |async def |class ))")


def print_code(node: ast.AST) -> str:
    """The node's text on lines of its own. Raises SourceError where it is nested too deeply or cannot be written."""
    try:
        without_docstrings = _without_docstrings(node)
        try:
            text = ast.unparse(without_docstrings)
        except ValueError:
            text = ast.unparse(_with_legible_formats(without_docstrings))
    except RecursionError:
        raise SourceError("nested too deeply to be read", getattr(node, "lineno", None)) from None
    except ValueError as error:  # an integer of more digits than Python will write
        raise SourceError(f"cannot be read: {error}", getattr(node, "lineno", None)) from None
    return _EMPTY_LINE_ABOVE_INNER_DEFINITION.sub("", text).strip("\n")


def changed(node: Node, **fields: object) -> Node:
    """A copy of the node with some fields replaced; the others are shared."""
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def _without_docstrings(node: Node) -> Node:
    """The node without statements that are but a string, those of inner bodies too."""
    bodies = {name: body for name in _BODIES if isinstance(body := getattr(node, name, None), list) and body}
    kept = {
        name: [_without_docstrings(child) for child in body if not _is_bare_string(child)] or [ast.Pass()]
        for name, body in bodies.items()
    }
    return changed(node, **kept) if kept else node


def _is_bare_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _with_legible_formats(node: Node) -> Node:
    """Strings in the braces of an f-string cannot be escaped: what is not printable in them becomes U+FFFD."""
    twin = copy.deepcopy(node)
    for outer in ast.walk(twin):
        if isinstance(outer, ast.FormattedValue):
            for part in ast.walk(outer.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    part.value = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in part.value)
    return twin
