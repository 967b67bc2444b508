"""Arguments as OpenCV's functions take them: pictures of bytes, masks, outlines."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import PICTURE, Argument, TypeExpression
from perfcast.workload.libraries.opencv_roles import Role, Told, told_of_pictures
from perfcast.workload.naming.names import last_word

#: Rows and columns as cameras give them, at the usual size of other arguments; others have as many elements.
_USUAL: Final = (480, 640)
_USUAL_SIZE: Final = 1000
_TEMPLATE: Final = (64, 64)
_CHANNELS: Final = 3
_POINTS: Final = 100
_PLACES: Final = (0, _USUAL[0] - 1)
_ANY: Final = (None, None)
_OUTLINE: Final = ("int32", (_POINTS, 1, 2), (1, 2), _PLACES)
#: Types, shapes, axes that do not grow, and bounds, of what is alike everywhere.
_FIXED: Final[Mapping[Role, tuple[str, tuple[int, ...], tuple[int, ...], tuple[int | None, int | None]]]] = {
    Role.OUTLINE: _OUTLINE,
    Role.OUTLINES: _OUTLINE,
    Role.CORNERS: ("float32", (4, 2), (0, 1), _PLACES),
    Role.ELEMENT: ("uint8", (3, 3), (0, 1), (1, 1)),
    Role.WEIGHTS: ("float32", (3, 3), (0, 1), _ANY),
}
_SEVERAL: Final = 10
_GREY_NAMES: Final = frozenset({"gray", "grey", "grayscale", "greyscale"})
_MASK_NAMES: Final = frozenset({"mask", "masks", "binary", "bw", "edges", "thresh", "silhouette", "foreground"})
#: What is named as one beside pictures.
_A_MASK: Final = Told(Role.MASK, of_elements=False)


def with_pictures(
    node: FunctionNode, arguments: list[Argument], made_up: Collection[str], annotated: Collection[str], size: int
) -> list[Argument]:
    """Arguments as OpenCV wants what they are given to.

    Args:
        made_up: names of those whose values nobody says; annotated: of those whose types are written.
        size: elements of sized arguments.
    """
    wide = _lengths(size)[::-1]
    arguments = [
        replace(one, type=replace(one.type, shape=wide)) if one.type.name == PICTURE and one.type.shape else one
        for one in arguments
    ]
    told = told_of_pictures(node)
    if not told:
        return arguments
    found = []
    for one in arguments:
        is_open = one.name in made_up and (one.name not in annotated or _may_be(one.type))
        own = told.get(one.name or "", _A_MASK if last_word(one.name or "") in _MASK_NAMES and one.type.shape else None)
        found.append(_as(node, one, own, _lengths(size), told) if own is not None and is_open else one)
    return found


def _may_be(type_: TypeExpression) -> bool:
    """Whether it is an array, or a list of such, of which no more is said than that."""
    inner = type_.arguments[0] if type_.name == "list" and type_.arguments else type_
    return bool(inner.shape) and inner.name in {"float64", "uint8"}


def _holds_arrays(type_: TypeExpression) -> bool:
    return type_.name == "list" and bool(type_.arguments) and bool(type_.arguments[0].shape)


def _lengths(size: int) -> tuple[int, int]:
    if size == _USUAL_SIZE:
        return _USUAL
    rows = max(2, round((size * _USUAL[0] / _USUAL[1]) ** 0.5))
    return rows, max(2, round(rows * _USUAL[1] / _USUAL[0]))


def _as(node: FunctionNode, one: Argument, told: Told, lengths: tuple[int, int], beside: Iterable[str]) -> Argument:
    """
    Args:
        beside: names of the pictures.
    """
    role, name = told.role, one.name or ""
    if role in _FIXED:
        kind, shape, kept, bounds = _FIXED[role]
        found = Argument(name, TypeExpression(kind, shape=shape), (), *bounds, kept=kept)
    elif role is Role.TEMPLATE:
        channels = max((_channels(node, other, Role.PICTURE) for other in beside if other != name), default=())
        found = Argument(name, TypeExpression("uint8", shape=(*_TEMPLATE, *channels)), kept=(0, 1))
    else:
        channels = _channels(node, name, role)
        type_ = TypeExpression("uint8", shape=(*lengths, *channels))
        found = Argument(name, type_, kept=(2,) if channels else ())
        is_mask = role is Role.MASK or (role is Role.PICTURE and last_word(name) in _MASK_NAMES)
        found = replace(found, low=0, high=255, values=2) if is_mask else found
    if role is Role.OUTLINES or told.of_elements or _holds_arrays(one.type):
        return replace(found, type=TypeExpression("list", (found.type,)), sizes=(_SEVERAL,), kept=())
    return found


def _channels(node: FunctionNode, name: str, role: Role) -> tuple[int, ...]:
    """The last axis of a picture, where it has one."""
    if role is Role.WITH_ALPHA:
        return (_CHANNELS + 1,)
    if role is Role.COLOURED:
        return (_CHANNELS,)
    axes = _axes_told(node, name)
    if axes:
        return (_CHANNELS,) if axes == _CHANNELS else ()
    is_grey = role in {Role.GREY, Role.MASK} or last_word(name) in _GREY_NAMES | _MASK_NAMES
    return () if is_grey or any(word in name.lower() for word in _GREY_NAMES) else (_CHANNELS,)


def _axes_told(node: FunctionNode, name: str) -> int:
    """As many as its shape is unpacked into, or its places named by; 0 where nothing tells."""
    for part in parts_of(node, ast.Assign, ast.Subscript):
        match part:
            case ast.Assign(
                targets=[ast.Tuple(elts=parts)], value=ast.Attribute(value=ast.Name(id=used), attr="shape")
            ) if used == name:
                return len(parts)
            case ast.Subscript(value=ast.Name(id=used), slice=ast.Tuple(elts=[_, _, _])) if used == name:
                return _CHANNELS
            case ast.Subscript(
                value=ast.Attribute(value=ast.Name(id=used), attr="shape"), slice=ast.Constant(value=2)
            ) if used == name:
                return _CHANNELS
    return 0
