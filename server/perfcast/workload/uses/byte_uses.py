"""Parameters that are bytes by what is done to their elements: ``out.append(data[i])`` of a ``bytearray``,
``bytes(b ^ key[i % len(key)] for i, b in enumerate(data))``, ``for byte in data``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import names_given, parts_of
from perfcast.workload.uses.name_uses import is_name
from perfcast.workload.uses.sequence_uses import element_names

_MAKING: Final = ("bytes", "bytearray")
#: What one of several bytes is called, and nothing else.
_BYTE: Final = "byte"


def is_bytes_by_parts(node: FunctionNode, name: str) -> bool:
    """Whether elements of a sequence are made bytes as they are, combined bit by bit at most, or are called so."""
    if any(is_name(part.value, name) and isinstance(part.ctx, ast.Store) for part in parts_of(node, ast.Subscript)):
        return False
    elements = set(element_names(node, name))
    if _BYTE in elements:
        return True
    elements -= set(_shifted(node))
    return any(_is_element(one, name, elements) for one in _made_bytes(node))


def _shifted(node: FunctionNode) -> Iterator[str]:
    """Names of what is made smaller meanwhile, which was larger than a byte."""
    for part in parts_of(node, ast.Assign, ast.AugAssign):
        match part:
            case ast.AugAssign(ast.Name(name)):
                yield name
            case ast.Assign([ast.Name(name)], ast.BinOp(left, ast.RShift() | ast.FloorDiv())) if is_name(left, name):
                yield name


def _made_bytes(node: FunctionNode) -> Iterator[ast.expr]:
    """Numbers each of which becomes a byte."""
    arrays = names_given(parts_of(node, ast.Assign), _makes_bytes)
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Attribute(ast.Name(id=array), "append"), [one]) if array in arrays:
                yield from _combined(one)
            case ast.Call(args=[ast.List(elts=several)]) if _makes_bytes(call):
                for one in several:
                    yield from _combined(one)
            case ast.Call(args=[ast.GeneratorExp(elt=one) | ast.ListComp(elt=one)]) if _makes_bytes(call):
                yield from _combined(one)


def _makes_bytes(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and is_name(node.func, *_MAKING)


def _combined(node: ast.expr) -> Iterator[ast.expr]:
    """The sides of an exclusive or, which has no more bits than they have; others by themselves."""
    match node:
        case ast.BinOp(left=left, op=ast.BitXor(), right=right):
            yield from _combined(left)
            yield from _combined(right)
        case _:
            yield node


def _is_element(node: ast.expr, name: str, elements: set[str]) -> bool:
    match node:
        case ast.Subscript(value=of, slice=place):
            return is_name(of, name) and not isinstance(place, ast.Slice)
    return is_name(node, *elements)
