"""Parameters that are asked for keys, or the elements of which are."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Final

from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.defaults.annotations import ELEMENTS, said_type
from perfcast.workload.language.workload import DEFAULT_CONTAINER, DEFAULT_STRING, Argument, TypeExpression
from perfcast.workload.naming.names import ANYTHING, BOOL, FLOAT, INT, STR, TABLE
from perfcast.workload.naming.usual_numbers import usual_degrees, usual_range
from perfcast.workload.structures.shapes import Shape, type_of

#: Texts that may say one record, in which something is.
_OF_ONE_RECORD: Final = frozenset({"json", "xml"})
_SPELLED: Final = frozenset({"str", "bytes"})
#: What dictionaries may hold by annotations, besides numbers and texts.
_HELD: Final = frozenset({"list", "dict", "set"})


def may_hold_records(type_: TypeExpression) -> bool:
    """Whether dictionaries, or something that nothing else is known of, are what a type holds."""
    return (
        type_ not in (TABLE, INT, FLOAT, BOOL)
        and type_.name != "Counter"
        and all(leaf in (INT, FLOAT, STR, BOOL, ANYTHING) for leaf in type_.leaves())
    )


def holds_tensors(type_: TypeExpression) -> bool:
    """Whether it is a dictionary of tensors."""
    return type_.name == "dict" and is_tensor(type_.arguments[-1])


def of_records(parameter: ast.arg, shape: Shape, annotated: TypeExpression | None, size: int) -> Argument:
    """A parameter that is asked for keys, or the elements of which are."""
    values = _values(parameter.annotation)
    if annotated is not None and holds_tensors(annotated):
        values = replace(annotated.arguments[-1], shape=(size,))
    type_ = type_of(shape, parameter.arg, values)
    if annotated is not None and type_.name == "list" and annotated.name in ELEMENTS:
        more = {"tuple": (*type_.arguments, TypeExpression("...")), "dict": (STR, *type_.arguments)}
        type_ = TypeExpression(annotated.name, more.get(annotated.name, type_.arguments))
    kinds = list(type_.sized())
    usual = [DEFAULT_STRING if kind.name in _SPELLED else DEFAULT_CONTAINER for kind in kinds]
    lengths = usual.copy()
    if type_.sized_before_records():
        lengths[0] = size
    elif type_.name in _OF_ONE_RECORD:
        # A text is as long as the first container that the record holds.
        place = next((place for place, kind in enumerate(kinds) if kind.name not in _SPELLED), None)
        if place is not None:
            lengths[place] = size
    while lengths and lengths[-1] == usual[len(lengths) - 1]:
        lengths.pop()
    low, high = _bounds(type_, shape) or _degrees(type_) or (None, None)
    return Argument(parameter.arg, type_, tuple(lengths), low, high, like=shape.format_within)


def _bounds(type_: TypeExpression, shape: Shape) -> tuple[int, int] | None:
    """What the whole numbers of records lie between that are held against some, where the names of all say such. What
    holds for none of the usual ones holds for the last one."""
    names = set(_names_of_numbers(type_, INT))
    usual = [usual_range(name) for name in names]
    told = [one for one in usual if one is not None]
    if not told or len(told) < len(usual) or not _is_compared_with_numbers(shape):
        return None
    low, high = min(least for least, _ in told), max(most for _, most in told)
    for first, last in _reached(shape, names):
        low = int(last) if last < low else low
        high = int(first) if first > high else high
    return low, high


def _degrees(type_: TypeExpression) -> tuple[int, int] | None:
    """What lies within the degrees of all numbers of records, where the names of all say such."""
    told = [usual_degrees(name) for name in _names_of_numbers(type_, FLOAT)]
    degrees = [one for one in told if one is not None]
    if not degrees or len(degrees) < len(told) or INT in type_.leaves():
        return None
    return max(least for least, _ in degrees), min(most for _, most in degrees)


def _reached(shape: Shape, names: Container[str]) -> Iterator[tuple[float, float]]:
    """The least and the most that comparisons of what stands under these keys hold for."""
    if shape.element is not None and not shape.keys:
        yield from _reached(shape.element, names)
    for name, part in shape.keys.items():
        yield from part.reached if name in names else ()


def _is_compared_with_numbers(shape: Shape) -> bool:
    """Whether what stands under one of the keys of records is."""
    if shape.element is not None and not shape.keys:
        return _is_compared_with_numbers(shape.element)
    return any(isinstance(one, int) for part in shape.keys.values() for one in part.among)


def _names_of_numbers(type_: TypeExpression, kind: TypeExpression) -> Iterator[str]:
    """The keys of numbers of a kind; no name of those that have none."""
    names = type_.keys or [""] * len(type_.arguments)
    for name, inner in zip(names, type_.arguments, strict=True):
        yield from [name] if inner == kind else _names_of_numbers(inner, kind)


def _values(annotation: ast.expr | None) -> TypeExpression | None:
    """What an annotation says that dictionaries hold; None where it says nothing, or that it may be anything."""
    for part in ast.walk(annotation) if annotation is not None else ():
        if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Tuple) and len(part.slice.elts) == 2:
            said = said_type(part.slice.elts[1])
            return said if said in (INT, FLOAT, STR) or (said is not None and said.name in _HELD) else None
    return None
