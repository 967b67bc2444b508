"""What errors of arrays, tensors and tables say that was wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from perfcast.workload.corrections.change import Change, always
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.corrections.suggested_parts import inner_of, object_with
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import TABLES, TypeExpression
from perfcast.workload.naming.names import ARRAY, COLUMN, FLOAT, INT, INTS, TABLE, of_pandas
from perfcast.workload.uses.array_uses import OF_TENSORS_ALONE

#: Types of elements that are not whole -> such that are.
_FRACTIONS: Final = {
    **dict.fromkeys(("float16", "float32", "float64"), "int64"),
    **dict.fromkeys(("torch.float16", "torch.float32", "torch.float64"), "torch.int64"),
}
#: Axes of a matrix, and how long each is.
_RANK: Final = 2
_SIDE: Final = 32
#: The largest of the labels: there are two.
_LAST_LABEL: Final = 1
#: Elements of an axis that is no mere number; one alone would be repeated along what it is reckoned with.
_FEWEST: Final = 2
#: Types of arrays -> of tensors.
_TENSORS: Final = {name: f"torch.{name}" for name in ("float64", "float32", "int64", "bool", "uint8")} | {
    "float64": "torch.float32"
}


def no_array(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Tensors, tables or columns have what is asked for."""
    if found[1] in OF_TENSORS_ALONE:
        yield Change(
            _TENSORS, lambda _, type_: [Part(replace(type_, name=_TENSORS[type_.name]))] if type_.shape else []
        )
    if (table := of_pandas("", (found[1],))) is not None:
        yield Change(_TENSORS, lambda _, type_: [Part(_as_table(type_, table))] if type_.shape else [])


def _as_table(array: TypeExpression, table: TypeExpression) -> TypeExpression:
    """As many rows, and columns where there are any."""
    is_column = table == COLUMN or (table != TABLE and len(array.shape) == 1)
    return (
        replace(COLUMN, shape=array.shape[:1])
        if is_column
        else replace(TABLE, shape=(array.shape[0], *TABLE.shape[1:]))
    )


def no_table(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Its columns are asked for what no labels have: it but has something of that name."""
    yield Change({"DataFrame"}, lambda name, _: [object_with("columns", name, clues)])


def flat(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Rows and columns are wanted."""
    yield Change(None, lambda _, type_: of_rank(type_, _RANK) if len(type_.shape) < _RANK else [])
    yield from _for_lists_first(_square(ARRAY, _RANK))
    yield Change({"list"}, lambda _, type_: _of_points(type_))


def _of_points(type_: TypeExpression) -> list[Part]:
    """Pairs of numbers in the place of these."""
    inner = inner_of(type_)
    if inner not in {INT, FLOAT}:
        return []
    return [Part(replace(type_, arguments=(TypeExpression("tuple", (inner,) * _RANK),)))]


def elementwise(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Arrays are wanted, which are reckoned with and chosen from element by element."""
    yield from _for_lists_first(ARRAY)


def _for_lists_first(array: TypeExpression) -> Iterator[Change]:
    """What has elements is an array rather than what is but a number."""
    yield always({"list"}, array)
    yield always({"int", "float", "object"}, array)


def of_whole_numbers(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Arrays of these, which may be places in small ones."""
    yield Change(_FRACTIONS, lambda _, type_: [Part(replace(type_, name=_FRACTIONS[type_.name]))])


def of_labels(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Arrays of whole numbers that stand for classes, of which there are few."""
    yield Change(
        _FRACTIONS, lambda _, type_: [Part(replace(type_, name=_FRACTIONS[type_.name]), bounds=(0, _LAST_LABEL))]
    )


def fitting(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """An axis that is as long as what it is reckoned with, which is of its own length whatever is given. The error may
    be of a smaller call, so that either may be the one that is wanted."""
    lengths = [tuple(map(int, re.findall(r"\d+", one))) for one in found.groups()]
    pairs = [pair for pair in zip(*map(reversed, lengths), strict=False) if pair[0] != pair[1]]
    for wanted in dict.fromkeys((*(one for _, one in pairs), *(one for one, _ in pairs))):
        yield Change(None, partial(_with_axis, wanted))


def _with_axis(wanted: int, _: str, type_: TypeExpression) -> list[Part]:
    """With one axis, rather the last one, as long as is wanted."""
    if not type_.shape or type_.name in TABLES or wanted < _FEWEST:
        return []
    shapes = [
        (place, (*type_.shape[:place], wanted, *type_.shape[place + 1 :])) for place in range(len(type_.shape))[::-1]
    ]
    return [Part(replace(type_, shape=shape), kept=(place,)) for place, shape in shapes if shape != type_.shape]


def of_rank(type_: TypeExpression, rank: int) -> list[Part]:
    """In the place of an array or a tensor, one with as many axes."""
    return [Part(_square(type_, rank))] if type_.shape and type_.name not in TABLES else []


def _square(type_: TypeExpression, rank: int) -> TypeExpression:
    return replace(type_, shape=(_SIDE,) * rank)


def no_lengths(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Few numbers, each as long as the side of a matrix."""
    yield Change({"list"}, lambda _, type_: [Part(INTS, sizes=(_RANK,), bounds=(_SIDE, _SIDE))])
