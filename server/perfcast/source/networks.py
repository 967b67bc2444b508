"""How a file makes instances of its neural networks' modules."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from .bindings import Bindings
from .calls import CallSite
from .references import references
from .special import called_name

#: Calls of a class that are looked at.
_MOST_CALLS: Final = 40


@dataclass(frozen=True)
class Made:
    """How a file makes instances of one of its modules.

    Attributes:
        call: the first that makes one of nothing but what the file holds; None where none does.
        names: on which that rests: all that its calls mention.
    """

    call: ast.Call | None
    names: frozenset[str]


@dataclass(frozen=True)
class Outer:
    """A module of a file that others are parts of.

    Attributes:
        node: its class; call: how the file makes one, None where nobody says.
        names: on which that rests.
    """

    node: ast.ClassDef
    call: ast.Call | None
    names: frozenset[str]


def mentioned(node: ast.AST) -> frozenset[str]:
    """Names of what code may make instances of: what it calls, hands to what it calls, or has as a default."""
    found: set[str] = set()
    for part in ast.walk(node):
        given: Iterable[ast.AST | None] = ()
        if isinstance(part, ast.Call) and called_name(part) not in _ASKING:
            given = (part.func, *part.args, *(one.value for one in part.keywords))
        elif isinstance(part, ast.arguments):
            given = (*part.defaults, *part.kw_defaults)
        found.update(one.id for one in given if isinstance(one, ast.Name))
    return frozenset(found)


#: Functions of classes that make no instance.
_ASKING: Final = frozenset({"isinstance", "issubclass", "super"})


def made_by(calls: Iterable[CallSite], owner: ast.ClassDef, binds: Callable[[str], bool]) -> Made:
    """How instances of a class are made.

    Args:
        calls: of the class's name; binds: whether the file binds a name.
    """
    sites = [(site, references(site.node).names) for site in islice(calls, _MOST_CALLS)]
    init = method_of(owner, "__init__")
    found = None
    if init is not None and needs_arguments(init):
        found = next((site.node for site, names in sites if _is_told(site, names, binds)), None)
    return Made(found, frozenset().union(*(names for _, names in sites)))


def _is_told(site: CallSite, names: frozenset[str], binds: Callable[[str], bool]) -> bool:
    if not isinstance(site.node.func, ast.Name):
        return False
    bound = [Bindings.of_function(function) for function in site.functions]
    local = any(scope.binds(name) for scope in bound for name in names)
    return not local and all(binds(name) or name in _PLAIN for name in names)


_PLAIN: Final = frozenset(
    {"len", "range", "list", "tuple", "dict", "int", "float", "max", "min", "sum", "set", "sorted"}
)


def method_of(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    """A class's own method of that name."""
    return next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == name), None)


def needs_arguments(init: ast.FunctionDef) -> bool:
    """Whether a constructor cannot be called with nothing but the instance."""
    args = init.args
    return len(args.posonlyargs) + len(args.args) - 1 > len(args.defaults) or None in args.kw_defaults
