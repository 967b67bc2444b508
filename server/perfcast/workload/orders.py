"""Sequences that a function takes to be in order: it halves them to find something, merges two of them, or they are
named so."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.special import last_name
from perfcast.workload.alike import BISECTING
from perfcast.workload.body import names_given, parts_of
from perfcast.workload.columns import last_word
from perfcast.workload.language import MOMENTS, TEXTS, Argument
from perfcast.workload.uses import is_bound_anew, is_name

_SEQUENCES: Final = frozenset({"list", "tuple", "deque"})
#: Types of which one comes before another.
_ORDERED: Final = frozenset({"int", "float", "str", *TEXTS, *MOMENTS})
#: What is taken down as it happens.
_TIMED: Final = "timestamps"
_ORDER: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_SORTED: Final = "sorted"


def with_orders(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """Arguments of which those are sorted.

    Args:
        made_up: names of those whose values nobody says.
    """
    able = {one.name or "" for one in arguments if one.name in made_up and _can_be_sorted(one)}
    if not able:
        return arguments
    told = {name for name in able if name.split("_")[0] == _SORTED or last_word(name) == _TIMED}
    told |= able & {*_bisected(node), *_halved(node), *_merged(node)}
    told = {name for name in told if not _is_sorted_there(node, name)}
    return [replace(one, qualifiers=(_SORTED, *one.qualifiers)) if one.name in told else one for one in arguments]


def _can_be_sorted(argument: Argument) -> bool:
    """Whether workloads say of such a sequence that it is: of numbers, texts or moments."""
    if argument.has_value or _SORTED in argument.qualifiers:
        return False
    if len(argument.type.shape) == 1:
        return True
    elements = argument.type.elements
    return argument.type.name in _SEQUENCES and len(elements) == 1 and elements[0].name in _ORDERED


def _bisected(node: FunctionNode) -> Iterator[str]:
    for call in parts_of(node, ast.Call):
        if last_name(call.func) in BISECTING and call.args and isinstance(call.args[0], ast.Name):
            yield call.args[0].id


def _halved(node: FunctionNode) -> Iterator[str]:
    """Names of what is asked for the place between two others, whether that is too large."""
    middles = names_given(parts_of(node, ast.Assign), _is_middle)
    for part in parts_of(node, ast.Compare) if middles else ():
        sides = (part.left, *part.comparators)
        held = [side.value.id for side in sides if isinstance(side, ast.Subscript) and isinstance(side.value, ast.Name)]
        for side in sides if isinstance(part.ops[0], _ORDER) else ():
            match side:
                # Where its elements are compared with one another, they may come in any order.
                case ast.Subscript(ast.Name(name), ast.Name(place)) if place in middles and held.count(name) == 1:
                    yield name


def _is_middle(node: ast.expr) -> bool:
    """Whether it lies half way between two numbers: ``(lo + hi) // 2``, ``lo + (hi - lo) // 2``."""
    match node:
        case ast.BinOp(ast.BinOp(ast.Name(), ast.Add(), ast.Name()), ast.FloorDiv(), ast.Constant(2)):
            return True
        case ast.BinOp(ast.BinOp(ast.Name(), ast.Add(), ast.Name()), ast.RShift(), ast.Constant(1)):
            return True
        case ast.BinOp(ast.Name(), ast.Add(), ast.BinOp(ast.BinOp(op=ast.Sub()), ast.FloorDiv(), ast.Constant(2))):
            return True
    return False


def _merged(node: FunctionNode) -> Iterator[str]:
    """Names of two of which the smaller of two elements is taken, each at a place of its own that goes on."""
    further = {part.target.id for part in parts_of(node, ast.AugAssign) if isinstance(part.target, ast.Name)}
    for part in parts_of(node, ast.Compare) if further else ():
        match part:
            case ast.Compare(
                ast.Subscript(ast.Name(one), ast.Name(first)),
                [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
                [ast.Subscript(ast.Name(other), ast.Name(second))],
            ) if one != other and first != second and {first, second} <= further:
                yield from (one, other)


def _is_sorted_there(node: FunctionNode, name: str) -> bool:
    """Whether the function puts it in order itself, or puts elements elsewhere."""
    calls = parts_of(node, ast.Call)
    changed = (part for part in parts_of(node, ast.Subscript) if isinstance(part.ctx, ast.Store))
    return (
        is_bound_anew(node, name)
        or any(is_name(part.value, name) for part in changed)
        or any(
            (is_name(call.func, "sorted") and any(is_name(one, name) for one in call.args))
            or (isinstance(call.func, ast.Attribute) and call.func.attr == "sort" and is_name(call.func.value, name))
            for call in calls
        )
    )
