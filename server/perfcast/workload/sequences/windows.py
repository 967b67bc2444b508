"""Lengths of what a function goes through window by window, or takes the largest elements of: several times as long as
a window by default is, as in ``range(len(samples) - frame + 1)`` with ``frame=1024``, or ``logits.topk(k)``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import walk
from perfcast.workload.language.workload import TABLES, Argument

#: Windows that fit into what has but one axis, and along each of several.
_WINDOWS: Final = 8
_WINDOWS_OF_SEVERAL: Final = 2
#: No longer than that is made what holds windows.
_LONGEST: Final = 20_000

#: They take the largest or smallest elements along the last axis, so many of them.
_CHOOSING: Final = frozenset({"topk", "argpartition", "partition"})
_LAST: Final = -1

#: Name of an argument, and which of its axes, or how far within.
_Axis = tuple[str, int]


def with_windows(node: FunctionNode, arguments: list[Argument], made_up: Collection[str]) -> list[Argument]:
    """Arguments none of which is shorter than the windows that are taken of it.

    Args:
        made_up: names of those of which nobody says how long they are.
    """
    windows = {one.name: one.value for one in arguments if type(one.value) is int and one.value > 1}
    found = {one.name: one for one in arguments if one.name in made_up and _lengths(one)}
    if not windows or not found:
        return arguments
    for (name, place), window in _taken(node, found.keys(), windows):
        one = found[name]
        lengths = _lengths(one)
        axis = len(lengths) - 1 if place == _LAST else place
        if axis >= len(lengths) or lengths[axis] >= 2 * window:
            continue
        length = (_WINDOWS if len(lengths) == 1 else _WINDOWS_OF_SEVERAL) * window
        if length > _LONGEST:
            continue
        before = lengths[axis]
        found[name] = _longer(one, axis, length)
        # What was as long stays as long as it.
        for other, alike in found.items():
            if other != name and len(lengths) == 1 and _lengths(alike)[:1] == (before,):
                found[other] = _longer(alike, 0, length)
    return [found.get(one.name, one) for one in arguments]


def _lengths(argument: Argument) -> tuple[int, ...]:
    return () if argument.type.name in TABLES else argument.type.shape or argument.sizes


def _longer(argument: Argument, axis: int, length: int) -> Argument:
    lengths = list(_lengths(argument))
    lengths[axis] = length
    if argument.type.shape:
        return replace(argument, type=replace(argument.type, shape=tuple(lengths)))
    return replace(argument, sizes=tuple(lengths))


def _taken(
    node: FunctionNode, names: Collection[str | None], windows: Mapping[str | None, int]
) -> Iterator[tuple[_Axis, int]]:
    """Axes that a window's length is taken off, and that length."""
    nodes = list(walk(node))
    within: dict[str, _Axis] = {name: (name, 0) for name in names if name is not None}
    for part in nodes:
        match part:
            case ast.For(target=ast.Name(id=each), iter=ast.Name(id=of)) if of in within:
                within[each] = within[of][0], within[of][1] + 1
            case ast.comprehension(target=ast.Name(id=each), iter=ast.Name(id=of)) if of in within:
                within[each] = within[of][0], within[of][1] + 1
    named = dict(_named(nodes, within))
    for part in nodes:
        match part:
            case ast.BinOp(left=left, op=ast.Sub(), right=ast.Name(id=window)) if window in windows:
                axis = named.get(left.id) if isinstance(left, ast.Name) else _axis(left, within)
                if axis is not None:
                    yield axis, windows[window]
            case ast.Call(func=ast.Attribute(value=first, attr=name), args=others) if name in _CHOOSING:
                # ``x.topk(k)`` and ``torch.topk(x, k)``
                for pair in pairwise([first, *others][:3]):
                    match pair:
                        case ast.Name(id=of), ast.Name(id=window) if of in names and window in windows:
                            yield (of, _LAST), windows[window]


def _named(nodes: Collection[ast.AST], within: Mapping[str, _Axis]) -> Iterator[tuple[str, _Axis]]:
    """Names that stand for a length."""
    for part in nodes:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                axis = _axis(value, within)
                if axis is not None:
                    yield name, axis
            case ast.Assign(
                targets=[ast.Tuple(elts=targets)], value=ast.Attribute(value=ast.Name(id=of), attr="shape")
            ) if of in within:
                for place, target in enumerate(targets):
                    if isinstance(target, ast.Name):
                        yield target.id, (within[of][0], within[of][1] + place)


def _axis(node: ast.expr, within: Mapping[str, _Axis]) -> _Axis | None:
    """Of ``len(x)``, ``x.shape[1]`` and ``x.size(1)``."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=of)]) if of in within:
            return within[of]
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=of), attr="shape"), slice=ast.Constant(value=int(at))):
            return (within[of][0], within[of][1] + at) if of in within and at >= 0 else None
        case ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr="size"), args=[ast.Constant(value=int(at))]):
            return (within[of][0], within[of][1] + at) if of in within and at >= 0 else None
    return None
