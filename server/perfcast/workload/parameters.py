"""A function's parameters with their defaults."""

from __future__ import annotations

import ast

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
