"""Numbers that a function tells apart, which are therefore not the same one: ``if find(a) == find(b): return False``,
``while b: a, b = b, a % b``."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.workload.body import parts_of
from perfcast.workload.language import Argument


def told_apart(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """Of two equal numbers that the function compares, or divides one by the other, the second is the next one.

    Args:
        made_up: names of those whose values nobody says.
    """
    found = {one.name: one for one in arguments if one.name in made_up and type(one.value) is int}
    for first, second in _pairs(node, found):
        one, other = found[first], found[second]
        if one.value == other.value:
            found[second] = replace(other, value=other.value + 1)
    return [found.get(one.name, one) for one in arguments]


def _pairs(node: FunctionNode, among: Container[str | None]) -> Iterator[tuple[str, str]]:
    stands_for = _stands_for(node, among)
    for part in parts_of(node, ast.Compare, ast.BinOp):
        match part:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                pass
            case ast.BinOp(left=left, op=ast.Mod(), right=right):
                pass
            case _:
                continue
        one, other = (_parameter(side, among, stands_for) for side in (left, right))
        if one is not None and other is not None and one != other:
            yield one, other


def _stands_for(node: FunctionNode, among: Container[str | None]) -> Mapping[str, str]:
    """Name -> the parameter of which it is what a function gives: ``root = find(a)``."""
    found: dict[str, str] = {}
    for part in parts_of(node, ast.Assign):
        match part:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                pass
            case ast.Assign(targets=[target], value=value):
                targets, values = [target], [value]
            case _:
                continue
        for target, value in zip(targets, values, strict=False):
            of = _parameter(value, among, {})
            if isinstance(target, ast.Name) and isinstance(value, ast.Call) and of is not None:
                found.setdefault(target.id, of)
    return found


def _parameter(side: ast.expr, among: Container[str | None], stands_for: Mapping[str, str]) -> str | None:
    """The parameter that an expression is, or is what a function gives for it alone."""
    match side:
        case ast.Name(id=name) | ast.Call(args=[ast.Name(id=name)], keywords=[]):
            return name if name in among else stands_for.get(name)
    return None
