"""Numbers that are places in a list of the body's own, which is as long as a parameter: ``rank[suffix] = i`` of
``rank = [0] * len(text)`` and ``for i, suffix in enumerate(order)``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.workload.code.body import assigned, parts_of
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import INTS
from perfcast.workload.uses.name_uses import is_name
from perfcast.workload.uses.sequence_uses import element_names


def with_own_places(node: FunctionNode, arguments: list[Argument], made_up: Collection[str]) -> list[Argument]:
    """Lists of numbers that are places in such a list, each of them once where something is put there for each.

    Args:
        made_up: names of those whose values nobody says.
    """
    sizes = {one.name or "": one.sizes[0] for one in arguments if one.sizes}
    lists = [one for one in arguments if one.type == INTS and one.name in made_up]
    if not lists:
        return arguments
    lengths = _lengths(node, sizes)
    if not lengths:
        return arguments
    return [_within(node, one, lengths) if one in lists else one for one in arguments]


def _within(node: FunctionNode, argument: Argument, lengths: Mapping[str, int]) -> Argument:
    places = set(element_names(node, argument.name or ""))
    counted = set(_counted(node))
    asked = [
        (lengths[part.value.id], isinstance(part.ctx, ast.Store) and id(part) not in counted)
        for part in parts_of(node, ast.Subscript)
        if isinstance(part.value, ast.Name) and part.value.id in lengths and is_name(part.slice, *places)
    ]
    if not asked:
        return argument
    most = min(length for length, _ in asked)
    is_each = any(is_put for _, is_put in asked) and most == argument.sizes[0]
    found = replace(argument, low=0, high=max(0, most - 1))
    return replace(found, qualifiers=("distinct",)) if is_each else found


def _counted(node: FunctionNode) -> Iterator[int]:
    """Identities of what is changed by what stood there, as counts are, whose places recur."""
    for part in parts_of(node, ast.Assign, ast.AugAssign):
        match part:
            case ast.AugAssign(target=target):
                yield id(target)
            case ast.Assign([ast.Subscript(ast.Name(own)) as target], value):
                if any(isinstance(one, ast.Subscript) and is_name(one.value, own) for one in ast.walk(value)):
                    yield id(target)


def _lengths(node: FunctionNode, sizes: Mapping[str, int]) -> dict[str, int]:
    """Names of the body's own lists that are as long as a parameter, with that length."""
    given = list(assigned(parts_of(node, ast.Assign)))
    counts = {
        target.id: size for target, value in given for size in _length(value, sizes) if isinstance(target, ast.Name)
    }
    found: dict[str, int] = {}
    for target, value in given:
        match target, value:
            case ast.Name(own), ast.BinOp(ast.List(elts=[_]), ast.Mult(), length):
                size = counts.get(length.id) if isinstance(length, ast.Name) else next(_length(length, sizes), None)
                if size is not None and own not in sizes:
                    found[own] = size
    return found


def _length(node: ast.expr, sizes: Mapping[str, int]) -> Iterator[int]:
    match node:
        case ast.Call(ast.Name("len"), [ast.Name(of)]) if of in sizes:
            yield sizes[of]
