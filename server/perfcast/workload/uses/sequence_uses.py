"""Whether a body goes through a parameter, and what it calls its elements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.naming.names import ITERATING
from perfcast.workload.uses.name_uses import attributes_of, is_name

#: Functions of ``math`` that go through what they are given.
OVER_ALL: Final = frozenset({"prod", "fsum", "dist", "sumprod"})


def element_names(node: FunctionNode, name: str) -> Iterator[str]:
    """What loops call the elements of what has that name."""
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case (
                (ast.Name(id=one), ast.Name(id=over))
                | (ast.Name(id=one), ast.Call(ast.Name("sorted" | "set" | "reversed"), [ast.Name(id=over), *_]))
                | (ast.Tuple(elts=[_, ast.Name(id=one)]), ast.Call(ast.Name("enumerate"), [ast.Name(id=over), *_]))
            ) if over == name:
                yield one


def is_counted_through(node: FunctionNode, name: str) -> bool:
    """Whether the body counts what it goes through, or has it beside something else, and asks it for nothing."""
    calls = (call for call in parts_of(node, ast.Call) if is_name(call.func, "enumerate", "zip"))
    is_asked = next(attributes_of(node, name), None) is not None or any(
        is_name(part.value, name) and not isinstance(part.slice, ast.Slice) for part in parts_of(node, ast.Subscript)
    )
    return not is_asked and any(is_name(one, name) for call in calls for one in call.args)


def goes_through(part: ast.AST, name: str) -> bool:
    match part:
        case (
            ast.Subscript(value=ast.Name(id=used))
            | ast.For(iter=ast.Name(id=used))
            | ast.comprehension(iter=ast.Name(id=used))
            | ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=used), *_])
        ):
            return used == name
        case ast.Call(func=ast.Name(id="max" | "min"), args=[_, _, *_]):
            # The largest of several, none of which is gone through.
            return False
        case ast.Call(func=ast.Name(id=function), args=arguments):
            return function in ITERATING and any(is_name(argument, name) for argument in arguments)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math"), attr=function), args=arguments):
            return function in OVER_ALL and any(is_name(argument, name) for argument in arguments)
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=used)]):
            return used == name
    return False
