"""``isin``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.tables.calling import iterable
from perfcast.trial.tables.hashing import table_of_keys
from perfcast.trial.tables.paying import pay, settled
from perfcast.trial.tables.prices import COLUMN, TABLE
from perfcast.trial.tables.values import Array, Column, Labels, Table, are_texts

#: Nanoseconds of a value among which others are looked for: a number of an array or of a list, and more of one with a
#: fraction, and of one of so many that their table fits into no near cache; a text, which becomes one of Arrow's by
#: itself. Bytes of one of a list, and of a text of a column, of an array or a list.
_NUMBER: Final = 5.0
_LISTED: Final = 48.0
_FRACTION: Final = 5.0
_FAR_FRACTION: Final = 40.0
_MANY: Final = 30_000
_TEXT: Final = 8_000.0
_IN_LIST: Final = 16
_TEXT_OF_COLUMN: Final = 119
_TEXT_OF_LIST: Final = 135
#: Of a number that becomes one with a fraction.
_CONVERTED: Final = 8


def is_among(column: Column, values: Any) -> Any:
    """As ``isin``."""
    wanted = list(iterable(values))
    found = _found(column.values, set(wanted))
    aside = _pay(column, column.values, values, wanted)
    return settled(COLUMN, "isin", column.like(found), column, aside=aside)


def is_among_in_table(table: Table, values: Any) -> Any:
    """The same of each column."""
    among = set(iterable(values))
    arrays = [_found(array, among) for array in table.data.values()]
    return settled(TABLE, "where", table.like(arrays), table)


def _found(values: Array, among: set[Any]) -> Array:
    return np.array([value in among for value in values.tolist()], dtype=bool)


def _pay(column: Column, looked_for: Array, values: Any, wanted: list[Any]) -> float:
    """Pays for making ready the values among which others are looked for.

    Returns:
        The bytes that it takes for a moment.
    """
    is_held = isinstance(values, Column | Labels | np.ndarray)
    if are_texts(looked_for):
        pay(column, 0.0, _TEXT * len(wanted))
        return float((_TEXT_OF_COLUMN if isinstance(values, Column) else _TEXT_OF_LIST) * len(wanted))
    are_fractions = any(isinstance(value, float) for value in wanted[:1]) or looked_for.dtype.kind == "f"
    work = _NUMBER if is_held else _LISTED
    if are_fractions:
        work += _FRACTION if column.machine.whole(len(wanted)) < _MANY else _FAR_FRACTION
    pay(column, 0.0, work * len(wanted))
    aside = table_of_keys(column.machine, len(wanted), len(set(wanted)))
    if are_fractions and looked_for.dtype.kind in "iu":
        aside += _CONVERTED * len(looked_for)
    return aside if is_held else aside + _IN_LIST * len(wanted)
