"""``to_csv``: tables and columns written as separated values, to a text."""

from __future__ import annotations

import csv
import io
from typing import Any, Final, Literal

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.method_calls import listed
from perfcast.trial.libraries.pandas.prices import TABLE, WRITTEN_CELL, WRITTEN_DIGIT, WRITTEN_ROW
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Table,
    are_texts,
    characters,
    check_characters,
    check_room,
    is_missing,
)
from perfcast.trial.stdlib.formats.io_and_csv import TextBuffer

#: Characters of a cell that are reckoned with before any is written.
_PER_CELL: Final = 20
#: How many cells are made texts at once; rows that the text is put together of before they become one.
_AT_ONCE: Final = 100_000
#: Bytes of a row that waits to become part of the text, besides its characters; of a cell that becomes a text, by the
#: kind of its column.
_WAITING: Final = 56
_CELLS: Final = {"i": 38, "u": 38, "f": 85, "b": 12, "M": 63, "m": 63}
_OF_TEXT: Final = 40


def to_csv(
    table: Table | Column,
    path: Any = None,
    sep: str = ",",
    na_rep: str = "",
    float_format: Any = None,
    columns: Any = None,
    header: Any = True,
    index: bool = True,
    index_label: Any = None,
    mode: str = "w",
    encoding: Any = None,
    lineterminator: Any = None,
) -> Any:
    """Raises Unsupported for a file."""
    if path is not None and not isinstance(path, TextBuffer):
        raise Unsupported("a file")
    data = {"0" if table.name is None else table.name: table.values} if isinstance(table, Column) else table.data
    if columns is not None:
        data = {name: data[name] for name in listed(columns)}
    if not isinstance(float_format, str | None) or isinstance(table.labels.name, list):
        raise Unsupported("separated values of another form")
    check_room(_PER_CELL * len(table) * len(data) // 8)
    check_characters(table.machine, sum(map(characters, data.values())) + _PER_CELL * len(table) * len(data))
    names = list(header) if isinstance(header, list) else list(data)
    parts = [_texts(values, na_rep, float_format) for values in data.values()]
    if index:
        parts.insert(0, _texts(table.labels.values, na_rep, float_format))
        label = index_label if index_label is not None else table.labels.name
        names.insert(0, "" if label is None else label)
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=sep, lineterminator=lineterminator or "\n")
    if header is not False:
        writer.writerow(names)
    writer.writerows(zip(*parts, strict=True))
    text = written.getvalue()
    _pay(table, [*data.values(), *((table.labels.values,) if index else ())], parts, float_format)
    found = settled(TABLE, "to_csv", text, table, cells=0, aside=_aside(table, data, text, index=index))
    if path is None:
        return found
    path.write(found)
    return None


def _texts(values: Array, missing: str, float_format: str | None) -> list[Any]:
    gone = is_missing(values).tolist()
    shown: list[Any]
    if values.dtype.kind == "M":
        unit: Literal["D", "s"] = "D" if (values.astype("M8[D]") == values).all() else "s"
        shown = np.datetime_as_string(values, unit=unit).tolist()
        shown = [text.replace("T", " ") for text in shown]
    elif values.dtype.kind == "f" and float_format is not None:
        shown = [_formatted(value, float_format) for value in values.tolist()]
    else:
        shown = values.tolist()
    return [missing if is_gone else value for value, is_gone in zip(shown, gone, strict=True)]


def _formatted(value: float, form: str) -> str:
    return form % value if "%" in form else form.format(value)


def _pay(table: Table | Column, columns: list[Array], parts: list[list[Any]], float_format: Any) -> None:
    rows = len(table)
    work = WRITTEN_ROW * rows
    for values in columns:
        work += WRITTEN_CELL.get(values.dtype.kind, WRITTEN_CELL["O"]) * rows
    for part in parts:
        # Digits are found one by one.
        work += sum(WRITTEN_DIGIT * len(repr(value)) for value in part if type(value) is float)
    if float_format is not None:
        work += WRITTEN_DIGIT * 12 * rows * sum(values.dtype.kind == "f" for values in columns)
    pay(table, 0.0, work)


def _aside(table: Table | Column, data: dict[Any, Array], text: str, *, index: bool) -> float:
    """Bytes besides the text while it is put together: rows, and cells of some of them."""
    rows = len(table)
    if not rows:
        return 0.0
    whole = table.machine.whole(rows)
    cells = sum(_OF_TEXT if are_texts(values) else _CELLS.get(values.dtype.kind, _OF_TEXT) for values in data.values())
    if index:
        cells += _CELLS.get(table.labels.values.dtype.kind, _OF_TEXT)
    waiting = (_WAITING + len(text) / rows) * min(1.0, _AT_ONCE / whole)
    return rows * (cells * min(1.0, _AT_ONCE / max(1, len(data)) / whole) + waiting)
