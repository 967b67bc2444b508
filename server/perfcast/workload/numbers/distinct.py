"""Parameters that a function requires to differ: ``if find(a) == find(b): return False``,
``while b: a, b = b, a % b``."""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.workload.code.body import assigned, parts_of
from perfcast.workload.language.workload import Argument

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def told_apart(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """Of two equal numbers that the function compares, or of which it keeps what is left of one divided by the other,
    the second is a larger one.

    Args:
        made_up: names of those whose values nobody says.
    """
    said = {one.name: one.value for one in arguments if one.name in made_up}
    found = {name: value for name, value in said.items() if isinstance(value, int) and not isinstance(value, bool)}
    others = defaultdict[str, set[str]](set)
    for first, second in _pairs(node, found):
        others[second].add(first)
        others[first].add(second)
        while any(found[second] == found[one] for one in others[second]):
            found[second] += 1
    return [replace(one, value=found[one.name]) if one.name in found else one for one in arguments]


def _pairs(node: FunctionNode, among: Container[str | None]) -> Iterator[tuple[str, str]]:
    stands_for = _stands_for(node, among)
    for left, right in (*_compared(node), *_divided(node)):
        one, other = (_parameter(side, among, stands_for) for side in (left, right))
        if one is not None and other is not None and one != other:
            yield one, other


def _compared(node: FunctionNode) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Both sides of what is compared, but where the function is left unless they are equal."""
    leaving = {id(part.test) for part in parts_of(node, ast.If) if isinstance(part.body[-1], _LEAVING)}
    for part in parts_of(node, ast.Compare):
        match part:
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                yield left, right
            case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[right]) if id(part) not in leaving:
                yield left, right


def _divided(node: FunctionNode) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is divided by what, where a name is given what is left."""
    for part in parts_of(node, ast.Assign):
        for value in part.value.elts if isinstance(part.value, ast.Tuple) else (part.value,):
            if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod):
                yield value.left, value.right


def _stands_for(node: FunctionNode, among: Container[str | None]) -> Mapping[str, str]:
    """Name -> the parameter of which it is what a function gives: ``root = find(a)``."""
    found: dict[str, str] = {}
    for target, value in assigned(parts_of(node, ast.Assign)):
        of = _parameter(value, among, {})
        if isinstance(target, ast.Name) and isinstance(value, ast.Call) and of is not None:
            found.setdefault(target.id, of)
    return found


def _parameter(side: ast.expr, among: Container[str | None], stands_for: Mapping[str, str]) -> str | None:
    """The parameter that an expression is, or is what a function gives for it alone, which is none of Python's own."""
    match side:
        case ast.Call(func=ast.Name(id=function)) if hasattr(builtins, function):
            return None
        case ast.Name(id=name) | ast.Call(args=[ast.Name(id=name)], keywords=[]):
            return name if name in among else stands_for.get(name)
    return None
