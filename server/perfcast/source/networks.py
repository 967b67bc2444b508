"""Neural networks' modules of a file: which classes are some, and how the file makes instances of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final

from .bindings import Bindings, Definition
from .calls import CallSite
from .references import references

#: Classes that extend others, and calls of a class that are looked at.
_DEEPEST: Final = 8
_MOST_CALLS: Final = 40
_BASES: Final = frozenset({"Module", "LightningModule"})

#: Name -> the definition or the constant's value that it stands for in the file; None for what is neither.
Lookup = Callable[[str], Definition | ast.expr | None]


def is_module(node: ast.ClassDef, lookup: Lookup, depth: int = 0) -> bool:
    """Whether a class is one of PyTorch's modules, by its bases."""
    for base in node.bases:
        name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
        if name in _BASES:
            return True
        other = lookup(name) if isinstance(base, ast.Name) and depth < _DEEPEST else None
        if isinstance(other, ast.ClassDef) and other is not node and is_module(other, lookup, depth + 1):
            return True
    return False


def looked_at(calls: Iterable[CallSite]) -> frozenset[str]:
    """Names on which it rests how the file makes an instance: all that its calls mention."""
    return frozenset().union(*(references(site.node).names for site in islice(calls, _MOST_CALLS)))


def made_by(calls: Iterable[CallSite], owner: ast.ClassDef, binds: Callable[[str], bool]) -> ast.Call | None:
    """The first call that makes an instance of nothing but what the module holds; None where there is none.

    Args:
        calls: of the class's name; binds: whether the module binds a name.
    """
    init = constructor(owner)
    if init is None or not needs_arguments(init):
        return None
    for site in islice(calls, _MOST_CALLS):
        if not isinstance(site.node.func, ast.Name):
            continue
        names = references(site.node).names
        local = any(Bindings.of_function(function).binds(name) for function in site.functions for name in names)
        if not local and all(binds(name) or name in _PLAIN for name in names):
            return site.node
    return None


_PLAIN: Final = frozenset(
    {"len", "range", "list", "tuple", "dict", "int", "float", "max", "min", "sum", "set", "sorted"}
)


def constructor(node: ast.ClassDef) -> ast.FunctionDef | None:
    """A class's own ``__init__``."""
    return next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)


def needs_arguments(init: ast.FunctionDef) -> bool:
    """Whether a constructor cannot be called with nothing but the instance."""
    args = init.args
    return len(args.posonlyargs) + len(args.args) - 1 > len(args.defaults) or None in args.kw_defaults
