"""A function's parameters with their defaults."""

from __future__ import annotations

import ast
import copy

from perfcast.source import FunctionNode


def parameters(node: FunctionNode, *, drop_first: bool) -> list[tuple[ast.arg, ast.expr | None]]:
    """The parameters with their default expressions; ``*args`` and ``**kwargs`` are left out."""
    positional = [*node.args.posonlyargs, *node.args.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(node.args.defaults))
    pairs: list[tuple[ast.arg, ast.expr | None]] = list(zip(positional, [*missing, *node.args.defaults], strict=True))
    pairs = pairs[1:] if drop_first else pairs
    pairs += zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    # A name that stands twice is an error to Python, but not to its parser: here it is one parameter.
    return list({parameter.arg: (parameter, default) for parameter, default in pairs}.values())


def with_nones_wanted(node: FunctionNode) -> tuple[FunctionNode, frozenset[str]]:
    """The function, for reading alone, with parameters that may not be left out in the place of those that are None by
    default; the names of these."""
    args = node.args
    first = [*args.posonlyargs, *args.args]
    start = len(first) - len(args.defaults)
    given = [*zip(first[start:], args.defaults, strict=True), *zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    names = frozenset(one.arg for one, default in given if isinstance(default, ast.Constant) and default.value is None)
    if not names:
        return node, names
    found = copy.copy(node)
    found.args = copy.copy(args)
    # By name they may follow those that have a default.
    found.args.posonlyargs, found.args.args, found.args.defaults = [], first[:start], []
    found.args.kwonlyargs = [one for one, _ in given]
    found.args.kw_defaults = [None if one.arg in names else default for one, default in given]
    return found, names
