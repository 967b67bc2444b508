"""Sequences that a function wants to be of one length, rows of others among them: ``if len(row) != len(headers):
raise``, ``zip(headers, row)``."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.workload.alike import Part, part_of, parts_known
from perfcast.workload.body import parts_of
from perfcast.workload.language import Argument
from perfcast.workload.names import STR


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
            sizes, kept = found[name].sizes, found[name].kept
            # Rows do not grow as fast as a list does: they stay as long.
            kept = kept if first == second else (*kept, depth)
            found[name] = replace(found[name], sizes=(*sizes[:depth], min(known), *sizes[depth + 1 :]), kept=kept)
    return list(found.values())


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
    for part in parts_of(node, ast.Compare, ast.Call):
        match part:
            case ast.Compare(
                left=ast.Call(ast.Name("len"), [one]),
                ops=[ast.Eq() | ast.NotEq()],
                comparators=[ast.Call(ast.Name("len"), [other])],
            ):
                is_strict = True
            case ast.Call(ast.Name("zip"), [one, other], keywords):
                is_strict = any(keyword.arg == "strict" and _is_true(keyword.value) for keyword in keywords)
            case _:
                continue
        first, second = part_of(one, known), part_of(other, known)
        # What goes no further than the shorter of two is of one length where one is a row: of these are fewer.
        if first is not None and second is not None and first[0] != second[0] and (is_strict or first[1] != second[1]):
            yield first, second


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
