"""Two parameters of which one is asked for what the other one is, or holds: what both are given."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import ANYTHING, DICT, INT, INTS, STR, STRS, by_name
from perfcast.workload.structures.shapes import LABEL

_SEQUENCES: Final = frozenset({"list", "deque"})
MAPPINGS: Final = frozenset({"dict", "defaultdict", "Counter"})
HOLDING: Final = frozenset({"list", "set", "frozenset", "deque"})
#: Names of lists of places.
_PLACES: Final = frozenset({"indices", "idx", "positions", "order", "permutation", "perm", "ids"})
#: Columns of rows of which nothing says how many they have.
_COLUMNS: Final = 8

#: The table, and what it is asked for.
Both = tuple[Argument, Argument]


class Lookup(NamedTuple):
    """A parameter that is asked for what another one is, or holds.

    Attributes:
        key: the name under which it is asked.
        place: of the part of an element that is asked for; None for the element itself.
        is_within: it is asked whether it holds that, and has to.
        is_table: and it has something for it.
        of_rows: not the table itself is asked, but each of those that it holds.
        is_whole: and these have nothing else.
    """

    table: str
    of: str
    key: str
    place: int | None = None
    is_within: bool = False
    is_table: bool = False
    of_rows: bool = False
    is_whole: bool = False

    @property
    def is_held(self) -> bool:
        """Whether it is asked for what the other one holds, not for that itself."""
        return self.key != self.of


def shared(table: Argument, of: Argument, lookup: Lookup, annotated: Collection[str]) -> Both | None:
    """The table and what it is asked for; None where they cannot fit together.

    Args:
        annotated: names of those of which an annotation says the type.
    """
    if lookup.of_rows:
        return _of_same_columns(table, of, lookup, annotated)
    if lookup.place is not None or (lookup.is_within and table.type.name in HOLDING):
        return _of_same_elements(table, of, lookup, annotated)
    if lookup.is_held and of.type.name in MAPPINGS:
        return _of_same_keys(table, of, lookup, annotated)
    has_elements = of.type.name in HOLDING and bool(of.type.arguments)
    can_be_asked = not table.has_value and (has_elements or not lookup.is_held)
    return _with_keys(table, of, lookup, annotated) if can_be_asked else None


def _with_keys(table: Argument, of: Argument, lookup: Lookup, annotated: Collection[str]) -> Both | None:
    """The table with keys, or places, that are what the other one is or holds."""
    held = of.type.arguments[0] if lookup.is_held else of.type
    is_free, is_any_table = lookup.of not in annotated, lookup.table not in annotated
    is_said = held == INT and not (lookup.is_held and is_free)
    is_number = is_said or by_name(lookup.key) == INT or (lookup.is_held and lookup.of in _PLACES)
    is_labelled = is_any_table and table.type in (INTS, DICT) and not is_number
    if is_labelled or _has_texts_for_keys(table.type):
        fits = held == STR or (is_free and held in (INT, ANYTHING))
        return (table_of_labels(table), with_type(of, LABEL, lookup.is_held)) if fits else None
    is_numbered = table.type.name in _SEQUENCES or (table.type.name in MAPPINGS and table.type.arguments[0] == INT)
    if is_numbered and lookup.is_held and table.sizes and (held == INT or is_free):
        return table, _within(with_type(of, INT, True), table.sizes[0] - 1)
    return None


def of_labels(type_: TypeExpression) -> TypeExpression:
    """A table with labels for its keys."""
    return replace(type_, arguments=(LABEL, *type_.arguments[1:]))


def with_type(argument: Argument, type_: TypeExpression, is_held: bool) -> Argument:
    """The argument with that as its type, or as that of its elements."""
    if not is_held:
        return Argument(argument.name, type_)
    return Argument(argument.name, replace(argument.type, arguments=(type_,)), argument.sizes[:1])


def _has_texts_for_keys(type_: TypeExpression) -> bool:
    return type_.name in MAPPINGS and type_.arguments[0] in (STR, LABEL)


def table_of_labels(argument: Argument) -> Argument:
    """The argument as a table that has labels for its keys."""
    type_ = argument.type
    is_mapping = type_.name in MAPPINGS
    labelled = of_labels(type_) if is_mapping else TypeExpression("dict", (LABEL, type_.arguments[-1]))
    return replace(argument, type=labelled, alphabet=None)


def asked_by_own(argument: Argument) -> Argument:
    """What is asked for something by each of its elements, as a table where these are labels: ``a[key] * b[key] for key
    in b``."""
    is_list = argument.type == TypeExpression("list", (LABEL,))
    return replace(argument, type=of_labels(DICT)) if is_list else argument


def _of_same_keys(table: Argument, of: Argument, lookup: Lookup, annotated: Collection[str]) -> Both | None:
    """Two tables of which one is asked for the other one's keys."""
    is_guessed = lookup.table not in annotated and table.type == INTS
    if of.type.arguments[0] not in (STR, LABEL) or not (is_guessed or _has_texts_for_keys(table.type)):
        return None
    return table_of_labels(table), table_of_labels(of)


def _of_same_elements(table: Argument, of: Argument, lookup: Lookup, annotated: Collection[str]) -> Both | None:
    """What has to hold certain elements, or has them for keys, and what these are, or hold, or are parts of."""
    if table.has_value or not table.type.arguments or table.type.name not in HOLDING | MAPPINGS:
        return None
    element, is_sequence = table.type.arguments[0], table.type.name in _SEQUENCES
    is_guessed = lookup.table not in annotated and table.type in (INTS, DICT)
    # A name such as `i` says of a list's places that they are numbers, none does so of a table's keys.
    is_asked_anything = not lookup.is_within and lookup.place is not None and by_name(lookup.key) != INT
    is_any_table = is_guessed and (lookup.is_table or is_asked_anything)
    is_text = element in (STR, LABEL) or is_any_table
    asked = _with_parts(of, lookup, annotated, LABEL if is_text else INT)
    if asked is None or (not is_text and not (element == INT and table.sizes)):
        return None
    if is_any_table or _has_texts_for_keys(table.type):
        return table_of_labels(table), asked
    if is_text:
        labelled = with_type(table, LABEL, True)
        return replace(labelled, qualifiers=("distinct",) if is_sequence else ()), asked
    last = max(0, table.sizes[0] - 1)
    if lookup.is_within and table.type.name in HOLDING:
        table = replace(table, low=0, high=last, qualifiers=("distinct",) if is_sequence else ())
    return table, _within(asked, last)


def _of_same_columns(table: Argument, of: Argument, lookup: Lookup, annotated: Collection[str]) -> Both | None:
    """Rows and what has the names of their columns."""
    row = table.type.arguments[0] if table.type.name in _SEQUENCES and table.type.arguments else ANYTHING
    is_guessed = lookup.table not in annotated and row in (INT, INTS, STR) and of.type == STRS
    asked = _with_parts(of, lookup, annotated, LABEL) if is_guessed or _has_texts_for_keys(row) else None
    if asked is None:
        return None
    type_ = replace(table.type, arguments=(of_labels(DICT if is_guessed else row),))
    columns = replace(asked, sizes=(_COLUMNS,), kept=(0,), qualifiers=("distinct",) if lookup.is_whole else ())
    return Argument(table.name, type_, (of.sizes[0], _COLUMNS)), columns


def _within(argument: Argument, last: int) -> Argument:
    """With numbers from 0 to the last one."""
    if argument.has_value:
        return replace(argument, value=min(int(argument.value or 0), last))
    return replace(argument, low=0, high=max(0, last))


def _with_parts(of: Argument, lookup: Lookup, annotated: Collection[str], type_: TypeExpression) -> Argument | None:
    """The argument with that for what is asked about; None where it has no such."""
    is_free = lookup.of not in annotated
    if not lookup.is_held:
        if of.type == type_ == INT:
            return of
        fits = of.type in (STR, LABEL) if type_ == LABEL else is_free and of.type == ANYTHING
        return with_type(of, type_, False) if fits and not of.has_value else None
    inner = of.type.arguments[0] if of.type.name in HOLDING and of.type.arguments else ANYTHING
    if lookup.place is None:
        fits = inner == type_ or (type_ == LABEL and inner == STR) or (is_free and inner == INT)
        return (of if inner == type_ else with_type(of, type_, True)) if fits else None
    if is_free and inner == INTS and of.sizes[1:2]:
        inner = TypeExpression("tuple", (INT,) * of.sizes[1])
    if inner.name != "tuple" or inner.is_sized or len(inner.arguments) <= lookup.place:
        return None
    parts = list(inner.arguments)
    if not is_free and parts[lookup.place] not in ((STR, LABEL) if type_ == LABEL else (type_,)):
        return None
    parts[lookup.place] = type_
    whole = replace(of.type, arguments=(replace(inner, arguments=tuple(parts)),))
    return replace(of, type=whole, sizes=of.sizes[:1], alphabet=None)
