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
