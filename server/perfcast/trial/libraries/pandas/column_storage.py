"""Values that become columns of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.prices import (
    LISTED,
    LISTED_ASIDE,
    LISTED_CALL,
    TEXT_ASIDE,
    TEXT_PUT,
    TEXT_STORED,
)
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    boxed,
    check_room,
    objects_of,
    of_objects,
)

#: Bytes of a text of Python's without its characters, and of a reference to it.
_TEXT: Final = 49
_REFERENCE: Final = 8
#: Microseconds of each of several columns that are put at once: of a table, and of one array or value.
_OF_TABLE: Final = 95.0
_OF_ARRAY: Final = 33.0
#: Nanoseconds of a list's element that becomes no number.
_OTHER_LISTED: Final = 28.0
#: What stands for more than one value among others.
_SEVERAL: Final = (list, tuple, np.ndarray, Column)


def put_columns(table: Table, names: list[Any], value: Any) -> None:
    """Puts several columns at once. Raises ValueError, Unsupported."""
    parts = [*value.data] if isinstance(value, Table) else unwrapped(value)
    if isinstance(value, Table):
        columns: list[Any] = [value.column(name) for name in parts]
    elif isinstance(parts, np.ndarray) and parts.ndim == 2:
        columns = [*parts.T.copy()]
    elif isinstance(value, Column | Labels):
        raise Unsupported("several columns that are put from one")
    elif isinstance(parts, list | tuple) and any(isinstance(one, _SEVERAL) for one in parts):
        columns = _columns_of(parts)
    elif isinstance(parts, list | tuple | np.ndarray):
        columns = [*parts]
    else:
        columns = [value] * len(names)
    if len(columns) != len(names):
        raise ValueError("Columns must be same length as key")
    pay(table, (_OF_TABLE if isinstance(value, Table) else _OF_ARRAY) * len(names))
    for name, one in zip(names, columns, strict=True):
        table.data[as_label(name)] = as_values(table.labels, one)


def _columns_of(rows: Sequence[Any]) -> list[Array]:
    """Those of rows of numbers. Raises Unsupported, ValueError."""
    if not all(isinstance(row, list | tuple) and len(row) == len(rows[0]) for row in rows):
        raise Unsupported("rows of another kind")
    check_room(len(rows) * len(rows[0]))
    if not all(isinstance(one, int | float | np.number) for row in rows for one in row):
        raise Unsupported("rows of another kind")
    return [*np.array(rows).T.copy()]


def as_label(key: Any) -> Any:
    """What may name a column. Raises Unsupported."""
    if type(key) in {str, int, float, bool, tuple} or isinstance(key, np.number):
        return keyed(key)
    raise Unsupported("a column's name of another kind")


def own_values(labels: Labels, value: Any) -> Array:
    """As `as_values`, of which an array is copied: it may be changed by who gave it. A list's elements are paid for."""
    found = as_values(labels, value)
    if isinstance(value, list | tuple) and found.dtype.kind in LISTED:
        pay(labels, 0.0, from_list(found))
        labels.machine.briefly(LISTED_CALL + LISTED_ASIDE * len(found))
    return found.copy() if found is value else found


def from_list(array: Array) -> float:
    """Nanoseconds that it takes to make a column's values of a list's elements; texts are paid for as what they are."""
    return LISTED.get(array.dtype.kind, _OTHER_LISTED) * len(array)


def as_values(labels: Labels, value: Any) -> Array:
    """The array that becomes a column of a table with these labels. Raises ValueError, Unsupported."""
    if isinstance(value, Column):
        return value.aligned(labels)
    if isinstance(value, Table) and len(value.data) == 1:
        return value.column(next(iter(value.data))).aligned(labels)
    if isinstance(value, Labels):
        value = value.values
    if isinstance(value, range):
        check_room(len(value))
        value = np.arange(value.start, value.stop, value.step)
    are_texts = isinstance(value, np.ndarray) and value.dtype.kind == "U"
    if isinstance(value, list | tuple):
        are_texts = bool(value) and isinstance(value[0], str)
        value = of_objects(list(value))
    if isinstance(value, np.ndarray):
        if value.ndim != 1 or len(value) != len(labels):
            raise ValueError("Length of values does not match length of index")
        if are_texts:
            pay(labels, 0.0, TEXT_STORED * len(value))
            labels.machine.briefly(_as_python(value) if value.dtype.kind == "U" else TEXT_ASIDE * len(value))
        if value.dtype.kind == "U":
            return boxed(value)
        return value
    if value is None or isinstance(value, str):
        pay(labels, TEXT_PUT if value is not None else 0.0)
        return objects_of([value] * len(labels))
    if isinstance(value, int | float | np.generic) and not isinstance(value, np.flexible):
        return np.full(len(labels), value)
    raise Unsupported("a column of something else")


def _as_python(texts: Array) -> int:
    """Bytes of references to an array's texts as Python's own, and of these but for single characters."""
    lengths = np.char.str_len(texts)
    longer = lengths[lengths > 1]
    return int(_REFERENCE * len(texts) + _TEXT * len(longer) + longer.sum())
