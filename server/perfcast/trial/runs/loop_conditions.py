"""Whether a parameter's value may say how often a loop of a function goes round."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import children, statements, walk


def bounds_loop(function: FunctionNode, name: str) -> bool:
    """Whether a condition that a ``while`` loop ends by, or the numbers of a ``range``, may depend on a parameter."""
    nodes = walk(function)
    pairs = [pair for node in nodes for pair in _assigned(node)]
    dependent = {name}
    has_grown = True
    while has_grown:
        found = {
            part.id
            for target, value in pairs
            if _depends(value, dependent)
            for part in walk(target)
            if isinstance(part, ast.Name)
        }
        has_grown = not found <= dependent
        dependent |= found
    return any(_depends(condition, dependent) for node in nodes for condition in _conditions(node))


def _assigned(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Targets, each with what may get there."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _by_parts(target, value)
        case ast.AnnAssign(target=target, value=ast.AST() as value):
            yield target, value
        case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            yield target, value
        case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated):
            yield target, iterated


def _by_parts(target: ast.AST, value: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    match target, value:
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            yield from zip(targets, values, strict=True)
        case _:
            yield target, value


def _conditions(node: ast.AST) -> Iterator[ast.AST]:
    """What says how often a loop goes round."""
    match node:
        case ast.While(test=test):
            yield test
            for inner in statements(node):
                if isinstance(inner, ast.If) and any(isinstance(one, ast.Break | ast.Return) for one in walk(inner)):
                    yield inner.test
        case ast.Call(func=ast.Name(id="range"), args=args):
            yield from args


def _depends(node: ast.AST, names: set[str]) -> bool:
    """Whether a value may depend on one of those names: how much a container holds does not."""
    match node:
        case ast.Name(id=name):
            return name in names
        case ast.Call(func=ast.Name(id="len")):
            return False
    return any(_depends(child, names) for child in children(node))
