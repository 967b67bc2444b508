"""What errors say of keys and places that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.workload.corrections.change import TEXT_TYPES, Change, always, types_named
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.corrections.content_rules import chosen_texts, member_of
from perfcast.workload.corrections.suggested_parts import PLAIN, inner_of, may_be_made_up, record_of, with_key
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import RECORD, TypeExpression
from perfcast.workload.naming.names import DICT, INT, INTS, STR

#: Types of a dictionary: of its keys, and of what they stand for.
_PAIR: Final = 2
#: Places in whatever is not nearly empty.
_FIRST_TWO: Final = (0, 1)
#: The first column of a table of which nobody says more.
_COLUMN: Final = TypeExpression(repr("c0"))


def no_key(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    yield Change({"dict", RECORD}, lambda _, type_: with_key(type_, found[1], clues))
    yield Change({"dict", "list", RECORD}, lambda _, type_: _of_records(type_, found[1], clues))
    # Of a text that is made up there is none.
    yield from chosen_texts(TEXT_TYPES, clues)
    if may_be_made_up(found[1], clues):
        yield always(TEXT_TYPES, _COLUMN)
    yield member_of(TEXT_TYPES, clues)


def _of_records(type_: TypeExpression, key: str, clues: Clues) -> list[Part]:
    """What holds numbers or texts, with dictionaries in the place of these that have the key; all such of a dictionary,
    as records of one kind stand beside those of others."""
    keys = tuple(one for one in dict.fromkeys((key, *clues.keys)) if one not in _keys_within(type_))
    changed = type_ if may_be_made_up(key, clues) or key not in keys else _with_records(type_, record_of(keys))
    return [] if changed == type_ else [Part(changed)]


def _keys_within(type_: TypeExpression) -> set[str]:
    return {*type_.keys, *(key for inner in type_.arguments for key in _keys_within(inner))}


def _with_records(type_: TypeExpression, record: TypeExpression) -> TypeExpression:
    if type_.name == RECORD:
        return replace(type_, arguments=tuple(_with_records(inner, record) for inner in type_.arguments))
    if type_.name in {"dict", "list"} and type_.arguments and type_.arguments[-1] in (INT, STR):
        return replace(type_, arguments=(*type_.arguments[:-1], record))
    return type_


def _by_numbers(type_: TypeExpression) -> list[Part]:
    """The same by whole numbers in the place of texts."""
    is_by_texts = len(type_.arguments) == _PAIR and type_.arguments[0].name in TEXT_TYPES
    return [Part(replace(type_, arguments=(INT, type_.arguments[1])))] if is_by_texts else []


def no_such_key(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Of a number."""
    yield Change({"dict"}, lambda _, type_: _by_numbers(type_))
    yield from chosen_texts({"int", "object"}, clues, fewest=2)
    yield member_of({"int", "object"}, clues)


def bad_index(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    indexed, key = TEXT_TYPES if found[1].startswith("str") else {"list", "tuple"}, PLAIN.get(found[2], STR)
    if clues.keys and key == STR:
        yield Change(indexed, lambda *_: [Part(record_of(clues.keys))])
    yield Change(indexed, lambda _, type_: [Part(TypeExpression("dict", (key, inner_of(type_))))])
    if clues.keys and key == STR and indexed is TEXT_TYPES:
        # What holds characters may be gone through.
        yield Change(indexed, lambda *_: [Part(TypeExpression("list", (record_of(clues.keys),)))])
    yield Change(types_named(found[2]), lambda *_: [Part(INT)])


def no_item(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Of which parts are set."""
    yield always(types_named(found[1]), DICT, INTS)


def out_of_range(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """A place in what holds few."""
    yield Change({"int"}, lambda *_: [Part(INT, bounds=_FIRST_TWO)], is_whole=True)
