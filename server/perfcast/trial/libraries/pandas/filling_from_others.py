"""What fills or replaces values by those that another table or series has in the same places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.elementwise import joined_labels
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    are_texts,
    check_calls,
    check_room,
    exchanged,
    is_missing,
    whole,
)

#: Microseconds of bringing rows into line; nanoseconds of a row of the result then, bytes of it for series, for those
#: whose labels are ranges, and for tables.
_ALIGNED: Final = 300.0
_ROW: Final = 55.0
_COLUMN_ROW: Final = 75
_EVEN_ROW: Final = 18
_TABLE_ROW: Final = 5
#: Bytes of a row of a table whose columns are not the other's.
_OTHER_COLUMNS: Final = 8
#: Microseconds of each column, nanoseconds of a text that is compared.
_OF_COLUMN: Final = 300.0
_TEXT: Final = 25.0
#: Of each column that values are put into.
_UPDATED: Final = 200.0
#: Kinds of numbers, which NumPy and pandas put together alike.
_NUMBERS: Final = frozenset("biuf")
#: That of objects, among which any values may be put.
_OF_OBJECTS: Final = "O"


def first_of_columns(column: Column, other: Any) -> Any:
    """As ``combine_first`` of a series. Raises Unsupported."""
    if not isinstance(other, Column):
        raise Unsupported("a column filled by something else")
    labels = _common_rows(column.labels, other.labels)
    found = Column(column.machine, _first([column, other], labels), labels, column.name)
    aside = COLUMN["combine_first"].aside * len(labels)
    if labels is not column.labels:
        pay(column, _ALIGNED, 0.0 if labels.is_even else _ROW * len(labels))
        aside += (_EVEN_ROW if labels.is_even else _COLUMN_ROW) * len(labels)
    return settled(COLUMN, "combine_first", found, column, other, aside=aside)


def first_of_tables(table: Table, other: Any) -> Any:
    """As ``combine_first`` of a table. Raises Unsupported."""
    if not isinstance(other, Table):
        raise Unsupported("a table filled by something else")
    labels = _common_rows(table.labels, other.labels)
    names = list({**table.data, **other.data})
    are_same = len(names) == len(table.data) == len(other.data)
    check_room(len(labels) * len(names))
    check_calls(table.machine, 4 * len(names))
    arrays, texts = [], 0
    for name in names:
        parts = [one.column(name) for one in (table, other) if name in one.data]
        arrays.append(_first(parts, labels))
        texts += len(labels) * any(are_texts(part.values) for part in parts)
    found = whole(table.machine, names, arrays, labels)
    pay(table, _OF_COLUMN * len(names), _TEXT * texts)
    aside = _held(found) + TABLE["combine_first"].aside * len(labels)
    if labels is not table.labels:
        pay(table, _ALIGNED, _ROW * len(labels))
        aside += _TABLE_ROW * len(labels)
    if not are_same:
        aside += _OTHER_COLUMNS * len(labels)
    return settled(TABLE, "combine_first", found, table, other, aside=aside)


def updated(
    table: Table,
    other: Any,
    join: str = "left",
    overwrite: bool = True,
    filter_func: Any = None,
    errors: str = "ignore",
) -> None:
    """As ``update`` of a table. Raises Unsupported."""
    if not isinstance(other, Table) or filter_func is not None or errors != "ignore" or join != "left":
        raise Unsupported("a table updated by something else, or in part")
    names = [name for name in table.data if name in other.data]
    check_calls(table.machine, 4 * len(names))
    data = dict(table.data)
    for name in names:
        ours, theirs = table.data[name], other.column(name).aligned(table.labels)
        mask = ~is_missing(theirs) if overwrite else is_missing(ours)
        if mask.any():
            data[name] = exchanged(ours, mask, theirs)
    table.machine.changes(table)
    table.data = data
    pay(table, _UPDATED * len(names))
    aside = TABLE["update"].aside * len(table)
    settled(TABLE, "update", None, table, cells=len(table) * len(names), aside=aside)


def _first(columns: Sequence[Column], labels: Labels) -> Array:
    """What the first one has at each of the labels, else what the other one has. Raises Unsupported."""
    kinds = {column.values.dtype.kind for column in columns}
    if len(kinds) > 1 and not (kinds <= _NUMBERS or columns[0].values.dtype.kind == _OF_OBJECTS):
        raise Unsupported("a column filled by one of another kind")
    found, *others = [column.aligned(labels) for column in columns]
    for theirs in others:
        mask = is_missing(found)
        found = exchanged(found, mask, theirs) if mask.any() else found
    kind = np.result_type(*(column.values for column in columns))
    # Whole numbers were fractions only as long as some were missing.
    return found.astype(kind) if kind.kind in "iu" and not is_missing(found).any() else found


def _common_rows(ours: Labels, theirs: Labels) -> Labels:
    if ours.is_like(theirs):
        return ours
    found = joined_labels(ours, theirs)
    # Those of two ranges that go on from each other are a range.
    found.is_even = ours.is_even and theirs.is_even and len(set(np.diff(found.values).tolist())) <= 1
    return found


def _held(table: Table) -> int:
    """Bytes of the columns from which a table is put together."""
    return sum(np.asarray(values).nbytes for values in table.data.values() if not are_texts(values))
