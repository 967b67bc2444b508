"""Sequences and arrays that a function wants to be of one length, rows of others among them: ``if len(row) !=
len(headers): raise``, ``zip(headers, row)``, ``np.dot(np.array(row), weights)``."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TABLES, Argument
from perfcast.workload.naming.names import STR
from perfcast.workload.sequences.compared_elements import Part, part_of, parts_known

#: Functions, and methods, of two arrays of one length; what makes an array of a row.
_PRODUCTS: Final = frozenset({"dot", "inner", "vdot"})
_MAKING_ARRAYS: Final = frozenset({"array", "asarray"})


def with_equal_lengths(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """Arguments of which those are as long as the shortest of them.

    Args:
        made_up: names of those whose values nobody says.
    """
    found = {one.name or "": one for one in arguments}
    for pair in list(_paired(node, parts_known(node, set(found)))):
        lengths = [_length(found[name], depth) for name, depth in pair if name in made_up]
        known = [length for length in lengths if length is not None]
        # What is asked whether it is as long as a text is mostly one, too.
        if len(known) < len(pair) or len({found[name].type == STR for name, _ in pair}) > 1:
            continue
        (_, first), (_, second) = pair
        for name, depth in pair:
            kept = found[name].kept
            # Rows do not grow as fast as a list does: they stay as long.
            kept = kept if first == second else (*kept, depth)
            found[name] = replace(_with_length(found[name], depth, min(known)), kept=kept)
    return list(found.values())


def with_arrays_as_long(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """The same of arrays beside lists, once it is known how many axes these have.

    Args:
        made_up: as `with_equal_lengths` takes them.
    """
    found = {one.name or "": one for one in arguments}
    arrays = {name for name, one in found.items() if one.type.shape and one.type.name not in TABLES}
    if not arrays or len(found) == len(arrays):
        return arguments
    for first, second in list(_paired(node, parts_known(node, set(found)))):
        if (first[0] in arrays) == (second[0] in arrays) or not all(name in made_up for name, _ in (first, second)):
            continue
        (array, axis), (name, depth) = (first, second) if first[0] in arrays else (second, first)
        length = _length(found[name], depth)
        shape = found[array].type.shape
        if length is None or axis >= len(shape):
            continue
        shortest = min(length, shape[axis])
        found[array] = _with_axis(found[array], axis, shortest)
        found[name] = _with_length(found[name], depth, shortest)
        if depth or len(shape) > 1:
            # A row stays as long, and so does what is as long as it.
            found[array] = replace(found[array], kept=(*found[array].kept, axis))
            found[name] = replace(found[name], kept=(*found[name].kept, depth))
    return list(found.values())


def _with_axis(argument: Argument, axis: int, length: int) -> Argument:
    shape = argument.type.shape
    return replace(argument, type=replace(argument.type, shape=(*shape[:axis], length, *shape[axis + 1 :])))


def _with_length(argument: Argument, depth: int, length: int) -> Argument:
    return replace(argument, sizes=(*argument.sizes[:depth], length, *argument.sizes[depth + 1 :]))


def _length(argument: Argument, depth: int) -> int | None:
    """Of a part that lies so deep; None of what has none, or is put together in a way of its own."""
    type_ = argument.type
    for _ in range(depth):
        if not type_.is_sized or not type_.elements:
            return None
        type_ = type_.elements[0]
    is_open = type_.is_sized and argument.like is None and depth < len(argument.sizes)
    return argument.sizes[depth] if is_open else None


def _paired(node: FunctionNode, known: dict[str, Part]) -> Iterator[tuple[Part, Part]]:
    for part in parts_of(node, ast.Compare, ast.Call, ast.BinOp):
        is_strict = False
        match part:
            case ast.Compare(
                left=ast.Call(ast.Name("len"), [one]),
                ops=[ast.Eq() | ast.NotEq()],
                comparators=[ast.Call(ast.Name("len"), [other])],
            ):
                is_strict = True
            case ast.Call(ast.Name("zip"), [one, other], keywords):
                is_strict = any(keyword.arg == "strict" and _is_true(keyword.value) for keyword in keywords)
            case ast.Call(ast.Attribute(attr=product), [one, other]) if product in _PRODUCTS:
                one, other = _listed(one), _listed(other)
            case (
                ast.BinOp(one, _, ast.Call() as other)
                | ast.BinOp(ast.Call() as one, _, other)
                | ast.Call(ast.Attribute(one, "dot"), [other])
            ):
                one, other = _listed(one), _listed(other)
            case _:
                continue
        first, second = part_of(one, known), part_of(other, known)
        # What goes no further than the shorter of two is of one length where one is a row: of these are fewer.
        if first is not None and second is not None and first[0] != second[0] and (is_strict or first[1] != second[1]):
            yield first, second


def _listed(node: ast.expr) -> ast.expr:
    """What an array is made of, where it is made there."""
    match node:
        case ast.Call(func, [inner]) if last_name(func) in _MAKING_ARRAYS:
            return inner
    return node


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
