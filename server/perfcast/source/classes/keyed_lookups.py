"""What methods look up, or put, in what their instance holds, by a parameter: ``self.orders[order_id]``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from perfcast.source.definitions.units import FunctionNode, own_name
from perfcast.source.parsing.walking import walk


def looked_up(method: FunctionNode) -> Iterator[str]:
    """Attributes of the instance that are asked for what a parameter is."""
    own, names = own_name(method), _parameters(method)
    for part in walk(method):
        match part:
            case (
                ast.Subscript(ast.Attribute(ast.Name(of), held), ast.Name(key), ast.Load() | ast.Del())
                | ast.Call(ast.Attribute(ast.Attribute(ast.Name(of), held), "get" | "pop"), [ast.Name(key), *_])
                | ast.Call(ast.Attribute(ast.Attribute(ast.Name(of), held), "remove" | "index"), [ast.Name(key)])
                | ast.Compare(ast.Name(key), [ast.NotIn()], [ast.Attribute(ast.Name(of), held)])
            ) if of == own and key in names:
                yield held


def put_there(method: FunctionNode) -> Iterator[str]:
    """Attributes of the instance that get something for what a parameter is: what is added to has been there."""
    own, names = own_name(method), _parameters(method)
    for part in walk(method):
        match part:
            case (
                ast.Assign([ast.Subscript(ast.Attribute(ast.Name(of), held), ast.Name(key))])
                | ast.Call(ast.Attribute(ast.Attribute(ast.Name(of), held), "add" | "append"), [ast.Name(key)])
                | ast.Call(ast.Attribute(ast.Attribute(ast.Name(of), held), "setdefault"), [ast.Name(key), *_])
            ) if of == own and key in names:
                yield held


def _parameters(method: FunctionNode) -> set[str]:
    return {one.arg for one in (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)}
