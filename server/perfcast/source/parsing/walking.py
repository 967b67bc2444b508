"""`ast.walk` and `ast.iter_child_nodes` in half the time: what each class of nodes has is looked up once for all."""

import ast
from typing import Final

#: Fields of texts and numbers alone.
_PLAIN: Final = frozenset(
    {"id", "attr", "arg", "module", "level", "kind", "conversion", "is_async", "simple", "type_comment", "kwd_attrs"}
)
#: Fields of lists that may hold what is no node: names, and None for what is not there.
_MIXED: Final = frozenset({"names", "keys", "kw_defaults"})
_NODE: Final = ast.AST


class _Fields(dict[type, tuple[str, ...]]):
    """By class of nodes; all of those that Python has no class of nodes for."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        return kind._fields


_FIELDS: Final = _Fields(
    (kind, tuple(field for field in kind._fields if field not in _PLAIN and kind is not ast.Constant))
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
)
#: The fields that hold statements, or what holds some.
_BODIES: Final[dict[type, tuple[str, ...]]] = {
    kind: tuple(field for field in fields if field in {"body", "handlers", "cases", "orelse", "finalbody"})
    for kind, fields in _FIELDS.items()
    if issubclass(kind, ast.mod | ast.stmt | ast.excepthandler | ast.match_case)
}


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly within a node, in the order of `ast.iter_child_nodes`."""
    found: list[ast.AST] = []
    for field in _FIELDS[type(node)]:
        value = getattr(node, field, None)
        if type(value) is list:
            found += [one for one in value if isinstance(one, _NODE)] if field in _MIXED else value
        elif isinstance(value, _NODE):
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """A node and all within it, in the order of `ast.walk`."""
    found = [node]
    for one in found:  # it grows on the way
        if _FIELDS[type(one)]:
            found += children(one)
    return found


def statements(node: ast.AST) -> list[ast.AST]:
    """A module or a statement and all statements within it, in the order of `ast.walk`; handlers and cases too."""
    found = [node]
    for one in found:  # it grows on the way
        found += inner_statements(one)
    return found


def inner_statements(node: ast.AST) -> list[ast.AST]:
    """Those directly within one."""
    return [one for field in _BODIES[type(node)] for one in getattr(node, field)]
