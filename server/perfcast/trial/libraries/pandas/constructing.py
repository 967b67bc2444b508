"""Constructors of data frames and series."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import fed
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas import series_rows, series_values
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.column_storage import as_values, from_list
from perfcast.trial.libraries.pandas.method_calls import iterable
from perfcast.trial.libraries.pandas.prices import (
    APPLIED_COLUMN,
    COLUMN,
    LISTED,
    LISTED_ASIDE,
    LISTED_CALL,
    LISTED_ROW,
    RECORD,
    TABLE,
)
from perfcast.trial.libraries.pandas.values import Column, Labels, Table, check_room, of_objects, taken, whole


def held_meanwhile(make: Callable[..., Any], machine: Machine, data: Any = None, *args: Any, **options: Any) -> Any:
    """What is made of data, which may be made for that alone, and is there until it is done."""
    held = len(machine.waiting)
    machine.hold(data)
    # What it is made of may have been seen by nobody since: parts of a display that wait for those after them.
    machine.look()
    try:
        found = make(machine, data, *args, **options)
    finally:
        del machine.waiting[held:]
    machine.look(found)
    return found


def make_table(
    machine: Machine, data: Any = None, index: Any = None, columns: Any = None, dtype: Any = None, copy: Any = None
) -> Any:
    """As ``DataFrame``. Raises ValueError, Unsupported."""
    names = None if columns is None else list(iterable(columns))
    labels = None if index is None else as_index(machine, index)
    if isinstance(data, Iterator):
        data = list(machine.counted(data))
    if data is None or (isinstance(data, list | dict) and not data):
        found = Table(machine, {name: of_objects([]) for name in names or []}, labels)
        return settled(TABLE, "from_columns", found, found)
    if isinstance(data, Table):
        found = (
            data.shared() if names is None else Table(machine, {name: data.data[name] for name in names}, data.labels)
        )
        return settled(TABLE, "copy", found, found.labels)
    if isinstance(data, Column):
        name = names[0] if names else 0 if data.name is None else data.name
        return settled(COLUMN, "to_frame", Table(machine, {name: data.values}, labels or data.labels), data)
    if isinstance(data, dict):
        return _of_columns(machine, data, labels, names)
    if isinstance(data, np.ndarray):
        if data.ndim > 2:
            raise ValueError("Must pass 2-d input")
        matrix = data if data.ndim == 2 else data.reshape(-1, 1)
        kept = names if names is not None else list(range(matrix.shape[1]))
        if len(kept) != matrix.shape[1]:
            raise ValueError("Shape of passed values does not match columns")
        found = whole(machine, kept, list(matrix.T), labels)
        return settled(TABLE, "from_matrix", found, data)
    if isinstance(data, list | tuple):
        found = _of_rows(machine, list(data), labels, names)
    else:
        found = _of_one_value(machine, data, labels, names)
    return found


def _of_one_value(machine: Machine, value: Any, labels: Labels | None, names: list[Any] | None) -> Any:
    """A table that holds the same everywhere. Raises Unsupported."""
    if labels is None or names is None or not isinstance(value, int | float | str | np.number):
        raise Unsupported("a table of something else")
    check_room(len(labels) * len(names))
    found = Table(machine, {name: as_values(labels, value) for name in names}, labels)
    return settled(TABLE, "from_matrix", found, found)


def _of_columns(machine: Machine, data: dict[Any, Any], labels: Labels | None, names: list[Any] | None) -> Any:
    if any(isinstance(value, dict) for value in data.values()):
        data = _with_columns(machine, data)
    if labels is None:
        labels = next((value.labels for value in data.values() if isinstance(value, Column)), None)
    length = len(labels) if labels is not None else max((_length(value) for value in data.values()), default=0)
    if labels is None:
        labels = Labels(machine, None, length)
    check_room(length * len(data))
    kept = data if names is None else {name: data.get(name, np.nan) for name in names}
    arrays = [as_values(labels, value if not isinstance(value, Iterator) else list(value)) for value in kept.values()]
    found = whole(machine, list(kept), arrays, labels)
    listed = [array for array, value in zip(arrays, kept.values(), strict=True) if isinstance(value, list | tuple)]
    pay(found, APPLIED_COLUMN * (len(kept) + len(listed)), sum(map(from_list, listed)))
    # One column after the other, beside those that are there.
    made = 0
    for array in listed:
        each = LISTED_ASIDE if array.dtype.kind in LISTED else COLUMN["from_texts"].aside
        machine.briefly(made + LISTED_CALL + int(each * len(array)))
        made += int(array.nbytes)
    given = [value for value in kept.values() if isinstance(value, Column | np.ndarray)]
    return settled(TABLE, "from_columns", found, found, *given)


def _with_columns(machine: Machine, data: dict[Any, Any]) -> dict[Any, Any]:
    """What columns are made of, with a column in the place of each dictionary. Raises Unsupported for those that have
    not all the same keys."""
    kept = next(value for value in data.values() if isinstance(value, dict))
    if any(isinstance(value, dict) and value.keys() != kept.keys() for value in data.values()):
        raise Unsupported("columns of other dictionaries")
    return {name: make_column(machine, value) if isinstance(value, dict) else value for name, value in data.items()}


def _length(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return len(value) if value.ndim else 1
    return len(value) if isinstance(value, list | tuple | range | Labels) else 1


def _of_rows(machine: Machine, rows: list[Any], labels: Labels | None, names: list[Any] | None) -> Any:
    machine.pass_over(len(rows))
    if all(isinstance(row, dict) for row in rows):
        kept = names or list(dict.fromkeys(name for row in rows for name in row))
        check_room(len(rows) * len(kept))
        arrays = [of_objects([row.get(name, np.nan) for row in rows]) for name in kept]
        machine.array(0, 0.0, RECORD * len(rows))
    elif all(isinstance(row, Column) for row in rows):
        kept = rows[0].labels.values.tolist()
        check_room(len(rows) * len(kept))
        machine.pass_over(4 * len(rows))
        arrays = [
            of_objects(list(part)) for part in zip(*(row.aligned(rows[0].labels).tolist() for row in rows), strict=True)
        ]
        if labels is None and all(row.name is not None for row in rows):
            labels = Labels(machine, of_objects([row.name for row in rows]))
        pay(rows[0], 9.0 * len(rows))
    elif all(isinstance(row, list | tuple | np.ndarray) for row in rows):
        width = max(map(len, rows))
        check_room(len(rows) * width)
        padded = [[*row, *[np.nan] * (width - len(row))] for row in rows]
        arrays = [of_objects(list(part)) for part in zip(*padded, strict=True)]
        kept = names if names is not None else list(range(width))
        if len(kept) != width:
            raise ValueError("columns passed do not match the data")
        machine.array(0, 0.0, LISTED_ROW * len(rows))
    else:
        kept, arrays = names or [0], [of_objects(rows)]
    found = whole(machine, kept, arrays, labels)
    return settled(TABLE, "from_rows", found, found)


def make_column(
    machine: Machine, data: Any = None, index: Any = None, dtype: Any = None, name: Any = None, copy: Any = None
) -> Any:
    """As ``Series``. Raises Unsupported."""
    labels = None if index is None else as_index(machine, index)
    if isinstance(data, Iterator):
        data = list(machine.counted(data))
    if isinstance(data, Column):
        values = data.values if labels is None else data.aligned(labels)
        found = Column(machine, values, labels or data.labels, data.name if name is None else name)
        return settled(COLUMN, "rename", found, data)
    if isinstance(data, dict):
        own = keys_of(machine, data)
        values = of_objects(list(data.values()))
        if labels is not None:
            values, own = taken(values, own.where_of(labels.values.tolist())), labels
        found = Column(machine, values, own, name)
        return settled(COLUMN, "from_dict", found, found)
    if data is None:
        data = []
    given = list(data) if isinstance(data, list | tuple | range) else data
    if isinstance(data, range):
        check_room(len(data))
    if labels is None and not isinstance(given, list | np.ndarray | Labels):
        labels = Labels(machine, None, 1)
    values = as_values(labels if labels is not None else Labels(machine, None, len(given)), given)
    if values is given and copy is not False:
        values = values.copy()
    if isinstance(given, list):
        fed(machine, given)
    if dtype is not None:
        values = series_values.converted(values, series_values.unkind(dtype))
    found = Column(machine, values, labels, name)
    if isinstance(given, list) and values.dtype.kind == "O":
        return settled(COLUMN, "from_texts", found, found)
    if not isinstance(data, list | tuple):
        return settled(COLUMN, "copy", found, found)
    pay(found, 0.0, from_list(values) if dtype is None else 0.0)
    return settled(COLUMN, "from_list" if dtype is None else "from_list_as_said", found, found)


def keys_of(machine: Machine, data: dict[Any, Any]) -> Labels:
    """A dictionary's keys as labels: of several levels where all of them are tuples of so many parts."""
    widths = {len(key) if type(key) is tuple else 0 for key in data}
    levels = widths.pop() if len(widths) == 1 else 0
    return Labels(machine, of_objects(list(data)), name=[None] * levels if levels > 1 else None)


def as_index(machine: Machine, index: Any) -> Labels:
    """What is given as an index."""
    if isinstance(index, Column):
        return Labels(machine, index.values, name=index.name)
    if isinstance(index, range):
        check_room(len(index))
    if isinstance(index, list) and index and all(isinstance(one, np.ndarray | Column | list) for one in index):
        raise Unsupported("labels of several levels")
    return series_rows.as_labels(Column(machine, np.array([])), index)


def as_column(machine: Machine, values: Any) -> Column:
    return values if isinstance(values, Column) else Column(machine, of_objects(list(iterable(values))))
