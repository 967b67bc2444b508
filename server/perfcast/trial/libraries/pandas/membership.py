"""``isin``."""

from __future__ import annotations

from math import isnan
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.hash_tables import table_of_keys
from perfcast.trial.libraries.pandas.method_calls import iterable
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE
from perfcast.trial.libraries.pandas.values import Array, Column, Labels, Table, are_texts, is_missing

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
    """As ``isin``. Raises Unsupported."""
    wanted = list(iterable(values))
    found = _found(column.values, values)
    aside = _pay(column, column.values, values, wanted)
    return settled(COLUMN, "isin", column.like(found), column, aside=aside)


def is_among_in_table(table: Table, values: Any) -> Any:
    """The same of each column, or of those that a dictionary names. Raises Unsupported."""
    if isinstance(values, Table | Column):
        raise Unsupported("values looked for at the same places")
    named = values if isinstance(values, dict) else dict.fromkeys(table.data, values)
    arrays = [_found(array, named.get(name, ())) for name, array in table.data.items()]
    return settled(TABLE, "where", table.like(arrays), table)


def _found(values: Array, among: Any) -> Array:
    if values.dtype.kind in "mM":
        return _found_moments(values, among)
    wanted = set(iterable(among))
    found = np.array([value in wanted for value in values.tolist()], dtype=bool)
    has_none = None in wanted and values.dtype.kind == "O"
    if has_none or any(isinstance(value, float) and isnan(value) for value in wanted):
        found |= is_missing(values)
    return found


def _found_moments(values: Array, among: Any) -> Array:
    """The same of moments and spans. Raises Unsupported where they are looked for among something else."""
    wanted = among.values if isinstance(among, Column | Labels) else among
    if not isinstance(wanted, np.ndarray):
        wanted = list(iterable(wanted))
        if not all(isinstance(one, np.datetime64 | np.timedelta64) for one in wanted):
            raise Unsupported("moments among others")
        wanted = np.array(wanted, dtype=values.dtype) if wanted else values[:0]
    if wanted.dtype.kind != values.dtype.kind:
        raise Unsupported("moments among others")
    return np.isin(values, wanted) | (is_missing(values) & is_missing(wanted).any())


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
        work += _FAR_FRACTION if column.machine.exceeds(len(wanted), _MANY - 1) else _FRACTION
    pay(column, 0.0, work * len(wanted))
    aside = table_of_keys(column.machine, len(wanted), len(set(wanted)))
    if are_fractions and looked_for.dtype.kind in "iu":
        aside += _CONVERTED * len(looked_for)
    return aside if is_held else aside + _IN_LIST * len(wanted)
