"""A function's parameters with their defaults."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name

#: Annotations that tell no type.
ANYTHING: Final = frozenset({"Any", "object"})


def parameters(node: FunctionNode, *, drop_first: bool) -> list[tuple[ast.arg, ast.expr | None]]:
    """The parameters with their default expressions; ``*args`` and ``**kwargs`` are left out."""
    positional = [*node.args.posonlyargs, *node.args.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(node.args.defaults))
    pairs: list[tuple[ast.arg, ast.expr | None]] = list(zip(positional, [*missing, *node.args.defaults], strict=True))
    pairs = pairs[1:] if drop_first else pairs
    pairs += zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    # A name that stands twice is an error to Python, but not to its parser: here it is one parameter.
    return list({parameter.arg: (parameter, default) for parameter, default in pairs}.values())


def untold(node: FunctionNode) -> frozenset[str]:
    """Parameters of which the function's own lines tell no type: what they are like is a guess."""
    return frozenset(
        one.arg
        for one, default in parameters(node, drop_first=False)
        if (one.annotation is None or last_name(one.annotation) in ANYTHING) and (default is None or is_none(default))
    )


def is_none(node: ast.expr | None) -> bool:
    """Whether ``None`` is written down."""
    return isinstance(node, ast.Constant) and node.value is None


def with_nones_wanted(node: FunctionNode) -> tuple[FunctionNode, dict[str, bool]]:
    """The function, for reading alone, with parameters that may not be left out in the place of those that are None by
    default; the names of these, each with whether the body asks if it is None."""
    args = node.args
    first = [*args.posonlyargs, *args.args]
    start = len(first) - len(args.defaults)
    given = [*zip(first[start:], args.defaults, strict=True), *zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    names = [one.arg for one, default in given if is_none(default)]
    if not names:
        return node, {}
    found = copy.copy(node)
    found.args = copy.copy(args)
    # By name they may follow those that have a default.
    found.args.posonlyargs, found.args.args, found.args.defaults = [], first[:start], []
    found.args.kwonlyargs = [one for one, _ in given]
    found.args.kw_defaults = [None if one.arg in names else default for one, default in given]
    asked = set(_asked_for_none(node))
    return found, {name: name in asked for name in names}


def _asked_for_none(node: FunctionNode) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Compare(left=ast.Name(name), ops=[ast.Is() | ast.IsNot()]):
                yield name
            case ast.If(test=ast.Name(name)) | ast.IfExp(test=ast.Name(name)) | ast.UnaryOp(operand=ast.Name(name)):
                yield name
            case ast.BoolOp(values=values):
                yield from (one.id for one in values if isinstance(one, ast.Name))
