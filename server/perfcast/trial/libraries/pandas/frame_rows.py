"""Rows and columns of a data frame sorted, selected and renamed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, pay_for_order, pay_for_orders, settled
from perfcast.trial.libraries.pandas.column_storage import own_values
from perfcast.trial.libraries.pandas.hash_tables import table_for, telling_apart
from perfcast.trial.libraries.pandas.method_calls import iterable, listed, rowwise
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE, TEXT_IN_ORDER, TEXT_ORDERED, TEXTS_IN_CACHE
from perfcast.trial.libraries.pandas.reductions import in_order
from perfcast.trial.libraries.pandas.selection import chosen
from perfcast.trial.libraries.pandas.series_rows import (
    as_labels,
    drawn,
    duplicates,
    exploded,
    label_columns,
    labels_at,
    labels_made_columns,
)
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    check_room,
    name_of,
    of_objects,
    taken,
    whole,
)

#: Bytes of the number that a row has by its value, and of telling rows apart by several columns.
_CODE: Final = 8
_SEVERAL: Final = 2_000
#: Of rows that are put in order by several columns: of the places of each, of its numbers by one of them, and of a text
#: that is unlike those before.
_PLACES: Final = 8
_NUMBERS: Final = 18
_OF_TEXT: Final = 40
#: Nanoseconds of the number that a row has by a text.
_TEXT_NUMBERED: Final = 25.0
#: Bytes of names of columns that are made for a moment.
_NAMES_AGAIN: Final = 5_800


def order_of(table: Table, names: list[Any], ascending: Any) -> Array:
    """Places of the rows in the order of some columns."""
    rises = ascending if isinstance(ascending, list) else [ascending] * len(names)
    order = np.arange(len(table))
    for name, rising in reversed(list(zip(names, rises, strict=True))):
        values = table.data[name] if name in table.data else label_columns(table.labels)[name]
        order = order[in_order(values[order], ascending=bool(rising))]
    return order


def _ordering_aside(found: Table, keys: list[Array]) -> int:
    """Bytes of ordering rows by several keys, besides the rows that are found and their places: numbers of rows by each
    key, or before these are there, what tells apart the values of one that is no number."""
    telling = max((_telling(found.machine, key) for key in keys if key.dtype.kind in "OmM"), default=0.0)
    there = _PLACES * len(found) + sum(values.nbytes for values in found.data.values())
    return int(max(_PLACES * len(found), telling - there))


def _telling(machine: Machine, key: Array) -> float:
    distinct = len(set(key.tolist()))
    table = _OF_TEXT * distinct if key.dtype.kind == "O" else telling_apart(machine, len(key), distinct)
    return table + _NUMBERS * len(key)


def _sort_values(
    table: Table,
    by: Any,
    axis: Any = 0,
    ascending: Any = True,
    kind: Any = None,
    ignore_index: bool = False,
    na_position: str = "last",
    key: Any = None,
) -> Any:
    names = listed(by)
    found = table.rows(order_of(table, names, ascending))
    if ignore_index:
        found = Table(table.machine, found.data)
    if len(names) > 1:
        keys = [table.data[name] for name in names if name in table.data]
        pay_for_orders(table, keys)
        texts = sum(key.dtype.kind == "O" for key in keys)
        pay(table, TEXT_ORDERED * texts, _TEXT_NUMBERED * len(found) * texts)
        return settled(TABLE, "sort_several", found, table, aside=_ordering_aside(found, keys))
    if names[0] in table.data:
        key = table.data[names[0]]
        pay_for_order(table, key)
        if key.dtype.kind == "O":
            pay(table, 0.0, TEXT_IN_ORDER * max(1.0, log2(len(key) + 1) - TEXTS_IN_CACHE) * len(key))
    return settled(TABLE, "sort_values", found, table)


def _sort_index(table: Table, axis: Any = 0, ascending: bool = True, level: Any = None, key: Any = None) -> Any:
    if rowwise(axis):
        names = sorted(table.data, reverse=not ascending)
        found = Table(table.machine, {name: table.data[name] for name in names}, table.labels)
        return settled(TABLE, "columns", found, table)
    if table.labels.is_range and ascending:
        return settled(TABLE, "reset_index", table.shared(), table.labels.picked(slice(0, 0)))
    pay_for_order(table, table.labels.values)
    return settled(TABLE, "sort_index", table.rows(in_order(table.labels.values, ascending=ascending)), table)


def _reset_index(table: Table, level: Any = None, drop: bool = False, names: Any = None) -> Any:
    if drop:
        found = table.shared(labels=Labels(table.machine, None, len(table)))
        return settled(TABLE, "reset_index", found, table.labels.picked(slice(0, 0)))
    data = {**labels_made_columns(table.labels), **table.data}
    return settled(TABLE, "labels_to_column", Table(table.machine, data), table.labels)


def _set_index(table: Table, keys: Any, drop: bool = True, append: bool = False) -> Any:
    if isinstance(keys, Column | Labels):
        given = Labels(table.machine, keys.values, name=keys.name)
        return settled(TABLE, "set_labels", Table(table.machine, dict(table.data), given), given)
    names = listed(keys)
    data = {name: values for name, values in table.data.items() if name not in names or not drop}
    labels = labels_of([table.data[name] for name in names], names, table)
    return settled(TABLE, "set_index", Table(table.machine, data, labels), labels)


def labels_of(arrays: list[Array], names: list[Any], table: Any) -> Labels:
    """Labels of one level or several."""
    if len(arrays) == 1:
        return Labels(table.machine, arrays[0], name=names[0])
    rows = zip(*(array.tolist() for array in arrays), strict=True)
    return Labels(table.machine, of_objects(list(rows)), name=names)


def _assign(table: Table, **columns: Any) -> Any:
    data = dict(table.data)
    made = Table(table.machine, data, table.labels)
    for name, value in columns.items():
        # What follows may be of the columns before.
        data[name] = own_values(table.labels, guarded(table.machine, value)(made) if callable(value) else value)
        pay(table, 20.0)
    # The names with the column before are there while those with the next one are made.
    return settled(TABLE, "assign", made, table.labels, aside=_NAMES_AGAIN if len(columns) > 1 else 0)


def _drop(
    table: Table,
    labels: Any = None,
    axis: Any = 0,
    index: Any = None,
    columns: Any = None,
    errors: str = "raise",
    level: Any = None,
) -> Any:
    if columns is None and labels is not None and rowwise(axis):
        columns = labels
    if columns is not None:
        gone = listed(columns)
        if errors == "raise" and not set(gone) <= set(table.data):
            raise KeyError(gone)
        data = {name: values for name, values in table.data.items() if name not in gone}
        return settled(TABLE, "drop", Table(table.machine, data, table.labels), table.labels)
    places = table.labels.where_of(listed(labels if index is None else index))
    if (places < 0).any() and errors == "raise":
        raise KeyError("labels that are not there")
    keeps = np.ones(len(table), dtype=bool)
    keeps[places[places >= 0]] = False
    return settled(TABLE, "take", table.rows(keeps), table)


def _rename(
    table: Table, mapper: Any = None, index: Any = None, columns: Any = None, axis: Any = 0, copy: Any = None
) -> Any:
    changes = columns if columns is not None else mapper
    if index is not None or (columns is None and not rowwise(axis)):
        raise Unsupported("other labels")
    run = guarded(table.machine, changes) if callable(changes) else None
    names = [run(name) if run else changes.get(name, name) for name in table.data]
    # By a function all names are made anew, where a table says which ones these are looked for.
    return settled(TABLE, "rename_all" if run else "rename", named_anew(table, names), table.labels)


def named_anew(table: Table, names: list[Any]) -> Table:
    return Table(table.machine, dict(zip(names, table.data.values(), strict=True)), table.labels)


def _set_axis(table: Table, labels: Any, axis: Any = 0, copy: Any = None) -> Any:
    if rowwise(axis):
        return settled(TABLE, "set_axis", named_anew(table, list(iterable(labels))), table.labels)
    return settled(TABLE, "set_axis", Table(table.machine, dict(table.data), as_labels(table, labels)), table.labels)


def _drop_duplicates(table: Table, subset: Any = None, keep: Any = "first", ignore_index: bool = False) -> Any:
    mask = ~_met(table, subset, keep)
    found = chosen(table, mask)
    if ignore_index:
        found = Table(table.machine, found.data)
    part = table if subset is None else part_of(table, subset)
    held = 0 if mask.all() else sum(values.nbytes for values in found.data.values())
    aside = None if _has_objects(part) else max(0.0, _telling_rows_apart(part) - held)
    return settled(TABLE, "drop_duplicates", found, table, cells=len(table) * (len(part.data) + 1), aside=aside)


def _duplicated(table: Table, subset: Any = None, keep: Any = "first") -> Any:
    found = Column(table.machine, _met(table, subset, keep), table.labels)
    part = table if subset is None else part_of(table, subset)
    aside = None if _has_objects(part) else _telling_rows_apart(part) - found.values.nbytes
    return settled(TABLE, "duplicated", found, part, aside=aside)


def _has_objects(table: Table) -> bool:
    return any(values.dtype.kind == "O" for values in table.data.values())


def _telling_rows_apart(table: Table) -> float:
    """Bytes of a table of the values of one column, and of a mask; of several, each is numbered by its values, and the
    table of the last one's comes upon the numbers of all."""
    machine, rows = table.machine, len(table)
    if len(table.data) <= 1:
        return table_for(machine, rows) + rows
    last = next(reversed(table.data.values()))
    return telling_apart(machine, rows, len(np.unique(last))) + _CODE * rows * len(table.data) + _SEVERAL


def _met(table: Table, subset: Any, keep: Any) -> Array:
    return duplicates(list(table.data.values() if subset is None else part_of(table, subset).data.values()), keep)


def part_of(table: Table, names: Any) -> Table:
    return Table(table.machine, {name: table.data[name] for name in listed(names)}, table.labels)


def _copy(table: Table, deep: bool = True) -> Any:
    return settled(TABLE, "copy", table.like(list(table.data.values())) if deep else table.shared(), table)


def _nlargest(table: Table, n: int, columns: Any, keep: str = "first", *, ascending: bool = False) -> Any:
    return settled(TABLE, "nlargest", table.rows(order_of(table, listed(columns), ascending)[:n]), table)


def _sample(
    table: Table,
    n: Any = None,
    frac: Any = None,
    replace: bool = False,
    random_state: Any = None,
    axis: Any = None,
    ignore_index: bool = False,
) -> Any:
    count = round(frac * len(table)) if frac is not None else int(1 if n is None else n)
    if count > len(table) and not replace:
        raise ValueError("a larger sample than there are rows")
    check_room(count * max(1, len(table.data)))
    places = drawn(len(table), count, replace=replace)
    return settled(TABLE, "sample", table.rows(places), table)


def _reindex(
    table: Table,
    labels: Any = None,
    index: Any = None,
    columns: Any = None,
    fill_value: Any = np.nan,
    method: Any = None,
) -> Any:
    found = table.shared()
    if columns is not None:
        nothing = np.full(len(table), fill_value)
        found = Table(table.machine, {name: table.data.get(name, nothing) for name in iterable(columns)}, table.labels)
    wanted = labels if index is None else index
    if wanted is not None:
        rows = as_labels(table, wanted)
        if not table.labels.is_like(rows):
            check_room(len(rows) * len(found.data))
            places = table.labels.where_of(rows.values.tolist())
            arrays = [taken(values, places) for values in found.data.values()]
            if fill_value == fill_value:  # noqa: PLR0124
                arrays = [np.where(places < 0, fill_value, array) for array in arrays]
            found = whole(table.machine, list(found.data), arrays, rows)
    aside = float(_NAMES_AGAIN) if columns is not None else 0.0
    if wanted is not None and not table.labels.is_range:
        # The labels' own table of where they are, which is made for it.
        aside += table_for(table.machine, len(table))
    return settled(TABLE, "reindex", found, table, aside=aside)


def _head(table: Table, n: int = 5) -> Any:
    return settled(TABLE, "head", table.rows(slice(None, n)), table.labels.picked(slice(0, 0)))


def _tail(table: Table, n: int = 5) -> Any:
    return settled(TABLE, "head", table.rows(slice(-n, None) if n else slice(0, 0)), table.labels.picked(slice(0, 0)))


def _add_to_names(table: Table, text: str, *, before: bool) -> Any:
    names = [name_of(f"{name_of(text)}{name}" if before else f"{name}{name_of(text)}") for name in table.data]
    return settled(TABLE, "add_prefix", named_anew(table, names), table.labels)


def _insert(table: Table, loc: int, column: Any, value: Any) -> None:
    table.machine.changes(table)
    pairs = list(table.data.items())
    pairs.insert(loc, (column, own_values(table.labels, value)))
    table.data = dict(pairs)
    settled(TABLE, "insert", table, table.labels)


def _pop(table: Table, name: Any) -> Any:
    column = table.column(name)
    table.data = {label: values for label, values in table.data.items() if label != name}
    return settled(TABLE, "column", column, column)


def _get(table: Table, name: Any, default: Any = None) -> Any:
    pay(table, TABLE["get"].call)
    return table.column(name) if name in table.data else default


#: Names of types of columns -> letters of NumPy's; texts are objects here.
_SELECTED: Final = {
    "number": "iufcm", "numeric": "iufcm", "object": "O", "O": "O", "str": "O", "string": "O", "category": "",
    "categorical": "", "bool": "b", "boolean": "", "datetime": "M", "datetime64": "M", "datetimetz": "",
    "timedelta": "m", "float": "f", "floating": "f", "int": "i", "integer": "iu",
}  # fmt: skip


def _select_dtypes(table: Table, include: Any = None, exclude: Any = None) -> Any:
    """Raises ValueError where nothing is said, Unsupported for other types."""
    if include is None and exclude is None:
        raise ValueError("at least one of include or exclude must be nonempty")
    kept, left = (None if said is None else _letters(said) for said in (include, exclude))
    data = {
        name: values
        for name, values in table.data.items()
        if (kept is None or values.dtype.kind in kept) and not (left is not None and values.dtype.kind in left)
    }
    return settled(TABLE, "select_dtypes", Table(table.machine, data, table.labels), table.labels)


def _letters(said: Any) -> str:
    """Of the types that are named."""
    found = ""
    for one in said if isinstance(said, list | tuple | set | frozenset) else (said,):
        name = one if isinstance(one, str) else getattr(one, "__name__", "")
        if name not in _SELECTED:
            raise Unsupported("columns of other types")
        found += _SELECTED[name]
    return found


def transposed(table: Table) -> Any:
    check_room(table.cells)
    matrix = table.matrix()
    if len(table) > _MOST_COLUMNS:
        raise Unsupported("a table of so many columns")
    names = table.labels.values.tolist()
    labels = Labels(table.machine, of_objects(list(table.data)))
    data = dict(zip(names, matrix, strict=True))
    return settled(TABLE, "T", Table(table.machine, data, labels), table)


_MOST_COLUMNS: Final = 5_000


def _explode(table: Table, column: Any, ignore_index: bool = False) -> Any:
    names = listed(column)
    if not names:
        raise ValueError("column must be nonempty")
    places, values = exploded(table.data[names[0]])
    made = {names[0]: values}
    for name in names[1:]:
        others, made[name] = exploded(table.data[name])
        if not np.array_equal(places, others):
            raise ValueError("columns must have matching element counts")
    check_room(len(places) * len(table.data))
    arrays = [made[name] if name in made else rows[places] for name, rows in table.data.items()]
    labels = None if ignore_index else table.labels.picked(places)
    found = whole(table.machine, list(table.data), arrays, labels)
    # Labels that are left out in the end are there until then.
    aside = TABLE["explode"].aside * len(places) + (places.nbytes if ignore_index else 0)
    return settled(TABLE, "explode", found, table, cells=len(places), aside=aside)


def _asfreq(table: Table, freq: Any, method: Any = None) -> Any:
    labels = labels_at(table, freq, method)
    places = table.labels.where_of(labels.values.tolist())
    check_room(len(labels) * len(table.data))
    found = whole(table.machine, list(table.data), [taken(values, places) for values in table.data.values()], labels)
    return settled(COLUMN, "asfreq", found, table, cells=len(table))


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "sort_values": _sort_values,
    "sort_index": _sort_index,
    "reset_index": _reset_index,
    "set_index": _set_index,
    "assign": _assign,
    "drop": _drop,
    "rename": _rename,
    "set_axis": _set_axis,
    "drop_duplicates": _drop_duplicates,
    "duplicated": _duplicated,
    "copy": _copy,
    "nlargest": _nlargest,
    "nsmallest": partial(_nlargest, ascending=True),
    "sample": _sample,
    "reindex": _reindex,
    "head": _head,
    "tail": _tail,
    "add_prefix": partial(_add_to_names, before=True),
    "add_suffix": partial(_add_to_names, before=False),
    "insert": _insert,
    "pop": _pop,
    "get": _get,
    "select_dtypes": _select_dtypes,
    "transpose": transposed,
    "explode": _explode,
    "asfreq": _asfreq,
}
