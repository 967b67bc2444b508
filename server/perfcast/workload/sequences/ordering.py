"""Sequences that a function takes to be in order: it halves them to find something, merges two of them, or they are
named so."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import names_given, parts_of
from perfcast.workload.language.workload import MOMENTS, TEXTS, Argument, TypeExpression
from perfcast.workload.libraries.scipy import gone_along
from perfcast.workload.naming.names import last_word
from perfcast.workload.sequences.compared_elements import BISECTING
from perfcast.workload.uses.name_uses import is_bound_anew, is_name

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
    free = [one for one in arguments if one.name in made_up and not one.has_value and _SORTED not in one.qualifiers]
    able = {one.name or "" for one in free if _can_be_sorted(one.type)}
    several = {one.name or "" for one in free if one.type.name in _SEQUENCES and all(map(_is_plain, one.type.elements))}
    if not able | several:
        return arguments
    told = {name for name in able if _SORTED in (name.split("_")[0], last_word(name)) or last_word(name) == _TIMED}
    told |= able & {*_bisected(node), *_halved(node), *_merged(node), *_from_both_ends(node), *gone_along(node)}
    told |= {name for name, is_all in _merging(node) if name in (several if is_all else able)}
    told = {name for name in told if not _is_sorted_there(node, name)}
    return [replace(one, qualifiers=(_SORTED, *one.qualifiers)) if one.name in told else one for one in arguments]


def _can_be_sorted(type_: TypeExpression) -> bool:
    """Whether workloads say of such a sequence that it is: of numbers, texts or moments, or of tuples of these."""
    if len(type_.shape) == 1 or _is_plain(type_):
        return True
    parts = type_.elements[0] if type_.name in _SEQUENCES and len(type_.elements) == 1 else type_
    is_tuple = parts.name == "tuple" and not parts.is_sized and bool(parts.arguments)
    return is_tuple and all(one.name in _ORDERED for one in parts.arguments)


def _is_plain(type_: TypeExpression) -> bool:
    """Whether it is a sequence of numbers, texts or moments."""
    elements = type_.elements
    return type_.name in _SEQUENCES and len(elements) == 1 and elements[0].name in _ORDERED


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
    """Names of two of which the smaller of two elements is taken, each at a place of its own that goes on; of tuples
    these may be told by their first part."""
    further = set(_going_on(node))
    for part in parts_of(node, ast.Compare) if further else ():
        match part:
            case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], [right]):
                match _first(left), _first(right):
                    case (
                        ast.Subscript(ast.Name(one), ast.Name(first)),
                        ast.Subscript(ast.Name(other), ast.Name(second)),
                    ) if one != other and first != second and {first, second} <= further:
                        yield from (one, other)


def _going_on(node: FunctionNode) -> Iterator[str]:
    """Names of places that go on: ``i += 1``, ``i = i + 1``."""
    for part in parts_of(node, ast.AugAssign, ast.Assign):
        match part:
            case ast.AugAssign(ast.Name(name), ast.Add()):
                yield name
            case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(before), ast.Add(), ast.Constant())) if name == before:
                yield name


def _first(node: ast.expr) -> ast.expr:
    """What an expression asks for its first part; itself where it does not."""
    match node:
        case ast.Subscript(ast.Subscript() as whole, ast.Constant(0)):
            return whole
    return node


def _merging(node: FunctionNode) -> Iterator[tuple[str, bool]]:
    """Names of what `heapq.merge` is given that orders by nothing but the elements, and whether it is given all that
    these hold: ``merge(*runs)``."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(
                ast.Name("merge") | ast.Attribute(ast.Name("heapq"), "merge"), [ast.Starred(ast.Name(name))], []
            ):
                yield name, True
            case ast.Call(ast.Name("merge") | ast.Attribute(ast.Name("heapq"), "merge"), [_, _, *_] as given, []):
                yield from ((one.id, False) for one in given if isinstance(one, ast.Name))


def _from_both_ends(node: FunctionNode) -> Iterator[str]:
    """Names of what is gone through from both ends towards the middle, by whether what the two elements add up to is
    too much."""
    sums: dict[str, str] = {}
    for part in parts_of(node, ast.Assign):
        match part:
            case ast.Assign([ast.Name(total)], value) if (of := _summed(value)) is not None:
                sums[total] = of
    back = {
        part.target.id
        for part in parts_of(node, ast.AugAssign)
        if isinstance(part.op, ast.Sub) and isinstance(part.target, ast.Name)
    }
    for test in parts_of(node, ast.Compare) if back else ():
        match test:
            case ast.Compare(ast.Name(total), [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]) if total in sums:
                yield sums[total]


def _summed(node: ast.expr) -> str | None:
    """The name of what an expression adds two elements of."""
    match node:
        case ast.BinOp(
            ast.Subscript(ast.Name(one), ast.Name(first)), ast.Add(), ast.Subscript(ast.Name(other), ast.Name(second))
        ) if one == other and first != second:
            return one
    return None


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
