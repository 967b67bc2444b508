"""Tables read from texts of separated values: ``read_csv`` of a text or of bytes within memory."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import islice
from math import ceil, log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.column_storage import as_values
from perfcast.trial.libraries.pandas.frame_rows import METHODS as OF_ROWS
from perfcast.trial.libraries.pandas.method_calls import listed
from perfcast.trial.libraries.pandas.prices import READ_CHARACTER, READ_FIELD, READ_INTO, TABLE
from perfcast.trial.libraries.pandas.series_values import converted, unkind
from perfcast.trial.libraries.pandas.timestamps import times_of
from perfcast.trial.libraries.pandas.values import (
    Array,
    Labels,
    Table,
    are_texts,
    check_characters,
    check_room,
    of_objects,
    whole,
)
from perfcast.trial.stdlib.formats.io_and_csv import Buffer

#: What is said of a file that is read, which no trial run reaches.
_FILE: Final = "pandas.read_csv"
#: Texts that stand for nothing.
_MISSING: Final = frozenset(
    {"", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA"}
    | {"NULL", "NaN", "None", "n/a", "nan", "null"}
)
_TRUTHS: Final = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}
#: Characters that are read at once; fields that are read before they become columns, and rows of these at least.
_AT_ONCE: Final = 262_144
_FIELDS: Final = 1 << 20
_ROWS: Final = 512
#: Bytes of each place for a field, and for a row; of a row of a column that is made, besides what it holds.
_PLACE: Final = 16
_ASIDE: Final = 8
#: How full a place that grows is at least, when it is made twice as large.
_FULL: Final = 1.5
#: Bytes of a text in a column, besides its characters.
_TEXT: Final = 10


def read(
    machine: Machine,
    source: Any,
    sep: Any = ",",
    *,
    delimiter: Any = None,
    header: Any = "infer",
    names: Any = None,
    index_col: Any = None,
    usecols: Any = None,
    dtype: Any = None,
    parse_dates: Any = None,
    nrows: Any = None,
    skiprows: Any = None,
    na_values: Any = None,
    keep_default_na: bool = True,
    encoding: Any = None,
    low_memory: bool = True,
) -> Any:
    """As ``read_csv``. Raises ValueError, Unsupported."""
    if not isinstance(source, Buffer):
        raise Unsupported(_FILE)
    separator = sep if delimiter is None else delimiter
    if type(separator) is not str or len(separator) != 1:
        raise Unsupported("separated values of another form")
    content = source.rest()
    text = content.decode() if isinstance(content, bytes) else content
    check_characters(machine, len(text))
    lines = _lines(text, separator, skiprows)
    machine.pass_over(sum(map(len, lines)))
    given = None if names is None else list(names)
    first = _place_of_titles(header, is_given=given is not None)
    if (first or 0) >= max(1, len(lines)):
        raise ValueError("No columns to parse from file")
    body = lines if first is None else lines[first + 1 :]
    rows = body if nrows is None else body[: int(nrows)]
    width = len(lines[0] if first is None else lines[first]) if lines else 0
    if not width:
        raise ValueError("No columns to parse from file")
    titles = given or (list(range(width)) if first is None else _titles(lines[first or 0]))
    if len(titles) != width or any(len(row) > width for row in rows):
        raise Unsupported("rows of several widths")
    check_room(len(rows) * width)
    gone = (_MISSING if keep_default_na else frozenset()) | frozenset(map(str, listed(na_values) if na_values else ()))
    columns = {title: [row[place] if place < len(row) else "" for row in rows] for place, title in enumerate(titles)}
    kept = _kept(columns, usecols)
    found = whole(machine, kept, [_column(columns[title], gone, _kind_of(dtype, title)) for title in kept])
    _pay(machine, found, len(text), len(rows), width)
    for title in parse_dates if isinstance(parse_dates, list) else ():
        moments = times_of(machine, found.column(title), "ns", "M8")
        found.data[title] = as_values(found.labels, moments)
    if index_col is not None and index_col is not False:
        if isinstance(index_col, list):
            raise Unsupported("labels of several levels")
        title = kept[index_col] if isinstance(index_col, int) else index_col
        found = OF_ROWS["set_index"](found, title)
        if parse_dates is True:
            found.labels = _as_times(machine, found.labels)
    return found


def _place_of_titles(header: Any, *, is_given: bool) -> int | None:
    """Of the row that names columns; None where there is none. Raises ValueError, Unsupported."""
    if header == "infer":
        return None if is_given else 0
    if isinstance(header, str | bool):
        raise ValueError("header must be integer or list of integers")
    if not isinstance(header, int | None):
        raise Unsupported("titles of several rows")
    return header


def _as_times(machine: Machine, labels: Labels) -> Labels:
    found: Labels = times_of(machine, labels, "ns", "M8")
    found.name = labels.name
    return found


def _lines(text: str, separator: str, skiprows: Any) -> list[list[str]]:
    if skiprows is not None and not isinstance(skiprows, int):
        raise Unsupported("rows that are left out by a list")
    rows = csv.reader(StringIO(text, newline=""), delimiter=separator)
    try:
        return [row for row in islice(rows, skiprows or 0, None) if row]
    except csv.Error as error:
        raise Unsupported("separated values of another form") from error


def _titles(row: Sequence[str]) -> list[str]:
    """Names of columns, each once."""
    found: list[str] = []
    for place, name in enumerate(row):
        title = name or f"Unnamed: {place}"
        again = row[:place].count(name)
        found.append(f"{title}.{again}" if again else title)
    return found


def _kept(columns: dict[Any, Any], usecols: Any) -> list[Any]:
    if usecols is None:
        return list(columns)
    if callable(usecols):
        raise Unsupported("columns that a function chooses")
    chosen = set(usecols)
    if all(type(one) is int for one in chosen):
        return [title for place, title in enumerate(columns) if place in chosen]
    if not chosen <= columns.keys():
        raise ValueError("Usecols do not match columns")
    return [title for title in columns if title in chosen]


def _kind_of(dtype: Any, title: Any) -> Any:
    return dtype.get(title) if isinstance(dtype, dict) else dtype


def _column(texts: list[str], gone: frozenset[str], kind: Any) -> Array:
    """Values of a column, of the first type that all of them have."""
    if kind in (str, "str", "string", object, "object", "category"):
        return of_objects([np.nan if text in gone else text for text in texts])
    found = _typed(texts, gone)
    return found if kind is None else converted(found, unkind(kind))


def _typed(texts: list[str], gone: frozenset[str]) -> Array:
    there = [text for text in texts if text not in gone]
    readings: tuple[tuple[Callable[[str], Any], Any], ...] = ((_whole_number, np.int64), (_fraction, np.float64))
    for reading, kind in readings:
        try:
            numbers = [np.nan if text in gone else reading(text) for text in texts]
        except (ValueError, OverflowError):
            continue
        return np.array(numbers, dtype=kind if len(there) == len(texts) else np.float64)
    if there and len(there) == len(texts) and all(text in _TRUTHS for text in texts):
        return np.array([_TRUTHS[text] for text in texts], dtype=np.bool_)
    return of_objects([np.nan if text in gone else text for text in texts])


def _whole_number(text: str) -> int:
    number = int(text.strip())
    if "_" in text or not -(2**63) <= number < 2**63:
        raise ValueError(text)
    return number


def _fraction(text: str) -> float:
    if "_" in text:
        raise ValueError(text)
    return float(text)


def _pay(machine: Machine, table: Table, characters: int, rows: int, width: int) -> None:
    """Pays for a table that was read."""
    held = sum(
        _TEXT * rows + sum(len(value) for value in values.tolist() if type(value) is str)
        if are_texts(values)
        else values.nbytes
        for values in table.data.values()
    )
    there = sum(values.nbytes for values in table.data.values() if not are_texts(values))
    buffers = _buffers(machine, characters, rows, width)
    machine.array(0, 0.0, READ_CHARACTER * characters + READ_FIELD * rows * width + READ_INTO * buffers)
    aside = buffers + held - there + _ASIDE * rows
    settled(TABLE, "read_csv", table, table, cells=0, aside=aside)


def _buffers(machine: Machine, characters: int, rows: int, width: int) -> float:
    """Bytes of what holds fields before they become columns, which grows twofold."""
    if not rows:
        return 0.0
    lines, length = machine.whole(rows), machine.whole(characters)
    at_most = max(_ROWS, 2.0 ** (ceil(log2(_FIELDS / width)) - 1))
    held = min(1.0, at_most / lines)
    letters = length * held
    chunk = min(_AT_ONCE, letters)

    def room(most: float, places: float) -> float:
        # The last characters that are read may be few, those before them not.
        before = (max(0.0, ceil(letters / _AT_ONCE) - 2) * _AT_ONCE) / letters * most
        return float(2.0 ** ceil(log2(max(2.0, before + places * chunk))))

    fields, numbered = (room(most / _FULL, 1 / _FULL) for most in (lines * held * width, lines * held))
    return (_PLACE * (fields + numbered) + room(letters, 2) + 2 * chunk) * rows / lines
