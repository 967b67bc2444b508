"""Data frames converted: to arrays, dictionaries, text, and row by row."""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import ceil, isfinite, log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.named_tuples import room_of_kind
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.rendering import pay_for_writing
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.prices import ITERATED_ROW, TABLE, TEXT_COLUMN
from perfcast.trial.libraries.pandas.rendering import table_written
from perfcast.trial.libraries.pandas.selection import row_of
from perfcast.trial.libraries.pandas.separated_writing import to_csv
from perfcast.trial.libraries.pandas.series_values import converted, unkind
from perfcast.trial.libraries.pandas.values import (
    Array,
    Table,
    are_texts,
    characters,
    check_characters,
    check_room,
    listed_anew,
)
from perfcast.trial.scaling import shrunk_number


def _to_numpy(table: Table, dtype: Any = None, copy: bool = False, na_value: Any = None) -> Any:
    found = table.matrix()
    if dtype is not None:
        arrays = [converted(values, unkind(dtype)) for values in table.data.values()]
        # What has the type already is shown as it stands.
        if any(array.dtype != values.dtype for array, values in zip(arrays, table.data.values(), strict=True)):
            found = table.like(arrays).matrix()
    is_view = found.base is not None
    return settled(TABLE, "to_numpy" if is_view else "mixed_to_numpy", found.copy() if copy else found, table)


def _to_dict(table: Table, orient: str = "dict", into: Any = dict, index: bool = True) -> Any:
    if orient == "list":
        return settled(TABLE, "to_lists", {name: listed_anew(values) for name, values in table.data.items()}, table)
    if orient == "records":
        rows = zip(*(listed_anew(values) for values in table.data.values()), strict=True)
        names = list(table.data)
        pay(table, 0.0, _TEXT_IN_RECORD * len(table) * sum(map(are_texts, table.data.values())))
        return settled(TABLE, "to_records", [dict(zip(names, row, strict=True)) for row in rows], table)
    labels = table.labels.values.tolist()
    if orient == "index":
        rows = zip(*(listed_anew(values) for values in table.data.values()), strict=True)
        names = list(table.data)
        found: Any = {label: dict(zip(names, row, strict=True)) for label, row in zip(labels, rows, strict=True)}
        return settled(TABLE, "to_records", found, table)
    if orient == "series":
        return settled(TABLE, "items", {name: table.column(name) for name in table.data}, table)
    found = {name: dict(zip(labels, listed_anew(values), strict=True)) for name, values in table.data.items()}
    return settled(TABLE, "to_dict", found, table)


#: Bytes of the place on the stack that JSON is written to; digits of a fraction.
_ON_STACK: Final = 65_536
_DIGITS: Final = 10


def _to_json(
    table: Table,
    path: Any = None,
    orient: str = "columns",
    double_precision: int = _DIGITS,
    force_ascii: bool = True,
    lines: bool = False,
    index: bool = True,
) -> Any:
    if path is not None or orient not in {"columns", "records", "values", "split", "index"}:
        raise Unsupported("a file, or a text of another kind")
    if (lines and orient != "records") or not (index or orient in {"split", "records", "values"}):
        raise ValueError("options that do not go together")
    check_room(3 * table.cells)
    check_characters(table.machine, sum(map(characters, table.data.values())))
    labels = _in_json(table.labels.values, double_precision)
    columns = {str(name): _in_json(values, double_precision) for name, values in table.data.items()}
    rows = list(zip(*columns.values(), strict=True))
    if orient == "columns":
        keys = list(map(str, labels))
        found: Any = {name: dict(zip(keys, values, strict=True)) for name, values in columns.items()}
    elif orient == "records":
        found = [dict(zip(columns, row, strict=True)) for row in rows]
    elif orient == "values":
        found = rows
    elif orient == "split":
        found = {"columns": list(columns), **({"index": labels} if index else {}), "data": rows}
    else:
        found = {str(label): dict(zip(columns, row, strict=True)) for label, row in zip(labels, rows, strict=True)}
    text = "".join(_dumped(row, force_ascii) + "\n" for row in found) if lines else _dumped(found, force_ascii)
    whole = table.machine.whole(len(text))
    # It is written to a place on the stack, and from there to one on the heap, which is twice as large each time.
    room = 0.0 if whole <= _ON_STACK else _ON_STACK * 2.0 ** ceil(log2(whole / _ON_STACK))
    return settled(TABLE, "to_json", text, table, aside=len(text) * room / max(1.0, whole))


def _dumped(value: Any, ascii_alone: bool) -> str:
    """As pandas writes it: without blanks, and with slashes marked."""
    return json.dumps(value, ensure_ascii=ascii_alone, separators=(",", ":")).replace("/", "\\/")


def _in_json(values: Array, digits: int) -> list[Any]:
    """As JSON has them; times are milliseconds."""
    if values.dtype.kind in "mM":
        numbers = values.astype(f"{values.dtype.kind}8[ms]").astype(np.int64).tolist()
        return [None if gone else number for number, gone in zip(numbers, np.isnat(values).tolist(), strict=True)]
    return [_shown(value, digits) for value in values.tolist()]


def _shown(value: Any, digits: int) -> Any:
    if isinstance(value, float):
        return round(value, digits) if isfinite(value) else None
    return value if isinstance(value, str | int | None) or value == value else None  # noqa: PLR0124


def _to_string(table: Table, **_: Any) -> Any:
    text, writing = table_written(table.data, len(table), is_whole=True)
    check_room(len(text))
    return table.machine.made(pay_for_writing(table.machine, writing, text))


def _items(table: Table) -> Iterator[Any]:
    pay(table, TABLE["items"].call)
    for name in list(table.data):
        yield name, table.machine.made(table.column(name))


#: Bytes of a row that pandas leaves behind in cycles, until Python looks for these; and of a cell of rows that are of
#: several types: of numbers, and of objects, with what these are.
_LEFT: Final = 4_000, 90, 45_000
_CELL: Final = 8
_OBJECT_CELL: Final = 42


def _iterrows(table: Table) -> Iterator[Any]:
    few, each, most = _LEFT
    kinds = {values.dtype for values in table.data.values()}
    cell = 0 if len(kinds) < 2 else _OBJECT_CELL if any(kind.hasobject for kind in kinds) else _CELL
    # As many fewer rows as the run's sizes are smaller.
    machine = table.machine
    rows = shrunk_number((most - few) // each, machine.share)
    held = few + each * min(machine.buffered(len(table)), rows) + cell * len(table) * len(table.data)
    return machine.alive_while(held, _rows(table))


def _rows(table: Table) -> Iterator[Any]:
    pay(table, TABLE["iterrows"].call)
    names, labels = list(table.data), table.labels.values.tolist()
    for place in range(len(table)):
        pay(table, ITERATED_ROW)
        yield labels[place], row_of(table, place, names)


@lru_cache(64)
def _row_class(names: tuple[str, ...]) -> Any:
    return namedtuple("Pandas", names, rename=True)


def _itertuples(table: Table, index: bool = True, name: Any = "Pandas") -> Iterator[Any]:
    pay(table, TABLE["itertuples"].call)
    names = [str(label) for label in table.data]
    is_named = all(label.isidentifier() and not label.startswith("_") for label in names) and name is not None
    if len(names) > _MOST_FIELDS:
        raise Unsupported("long rows")
    make: Any = _row_class(("Index", *names) if index else tuple(names))._make if is_named else tuple
    texts = sum(are_texts(values) for values in table.data.values())
    price = TABLE["itertuples"].cell * (len(names) + index) + TEXT_COLUMN["item_of"].cell * texts
    columns = [values.tolist() for values in table.data.values()]
    rows = zip(*([table.labels.values.tolist(), *columns] if index else columns), strict=True)

    def paid() -> Iterator[Any]:
        for row in rows:
            table.machine.scalar(price)
            yield make(row)

    held = _ROWS + _COLUMN_OF_ROWS * len(columns)
    if is_named:
        # A class of its own for the rows.
        stays, meanwhile = room_of_kind(len(make.__self__._fields))
        table.machine.makes_class(stays, meanwhile + held)
    return table.machine.alive_while(held, paid())


#: Nanoseconds of a text that is taken out for a record, beyond a number.
_TEXT_IN_RECORD: Final = 900.0
_MOST_FIELDS: Final = 200
#: Bytes of what rows are taken from as tuples, and of each column among that.
_ROWS: Final = 400
_COLUMN_OF_ROWS: Final = 1_650


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "to_numpy": _to_numpy,
    "to_dict": _to_dict,
    "to_csv": to_csv,
    "to_json": _to_json,
    "to_string": _to_string,
    "items": _items,
    "iterrows": _iterrows,
    "itertuples": _itertuples,
}
