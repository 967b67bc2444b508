"""Series converted: to arrays, lists, dictionaries, data frames, text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.libraries.numpy.rendering import pay_for_writing
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.numbering import numbered
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.rendering import column_written
from perfcast.trial.libraries.pandas.separated_writing import to_csv
from perfcast.trial.libraries.pandas.series_values import converted, unkind
from perfcast.trial.libraries.pandas.values import Column, Table, check_room, listed_anew


def _to_numpy(column: Column, dtype: Any = None, copy: bool = False, na_value: Any = None) -> Any:
    found = column.values if dtype is None else converted(column.values, unkind(dtype))
    return settled(COLUMN, "to_numpy", found.copy() if copy else found, column)


def _tolist(column: Column) -> Any:
    return settled(COLUMN, "tolist", listed_anew(column.values), column)


def _to_dict(column: Column) -> Any:
    found = dict(zip(column.labels.values.tolist(), listed_anew(column.values), strict=True))
    return settled(COLUMN, "to_dict", found, column)


def _to_frame(column: Column, name: Any = None) -> Any:
    label = name if name is not None else 0 if column.name is None else column.name
    return settled(COLUMN, "to_frame", Table(column.machine, {label: column.values}, column.labels), column)


def _items(column: Column) -> Any:
    pay(column, COLUMN["items"].call)
    pairs = zip(column.labels.values, column.values, strict=True)
    return _each(column, pairs, COLUMN["items"].cell)


def _each(column: Column, values: Any, price: float) -> Any:
    machine = column.machine
    for value in values:
        machine.scalar(price)
        yield value


def _text(column: Column, *_: Any, **__: Any) -> Any:
    text, writing = column_written(len(column), is_whole=True)
    check_room(len(text))
    return column.machine.made(pay_for_writing(column.machine, writing, text))


def _memory_usage(column: Column, deep: bool = False, index: bool = True) -> Any:
    return settled(COLUMN, "get", int(column.values.nbytes + 132), column)


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "factorize": numbered,
    "to_numpy": _to_numpy,
    "tolist": _tolist,
    "to_list": _tolist,
    "to_dict": _to_dict,
    "to_frame": _to_frame,
    "items": _items,
    "to_csv": to_csv,
    "to_string": _text,
    "memory_usage": _memory_usage,
}
