"""``nunique`` of groups."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.pandas.charging import pay
from perfcast.trial.libraries.pandas.groups import Groups
from perfcast.trial.libraries.pandas.hash_tables import table_for
from perfcast.trial.libraries.pandas.prices import GROUPS
from perfcast.trial.libraries.pandas.values import Array, are_texts, is_missing, of_objects

#: Nanoseconds of a different value in a group, and more of a text, whose values are numbered by Arrow, and of a row of
#: texts; microseconds of calling that.
_DISTINCT: Final = 50.0
_DISTINCT_TEXT: Final = 45.0
_TEXT_ROW: Final = 15.0
_ARROW: Final = 60.0
#: Bytes of a row's numbers by group and value, and of a different value.
_NUMBERS: Final = 16
_VALUE: Final = 8
#: Of its place among the rows in order.
_PLACE: Final = 8


def counted(groups: Groups, dropna: bool = True) -> Any:
    """As ``nunique``."""
    arrays, aside = [], 0
    for values in groups.parts().values():
        arrays.append(counted_values(groups, values, dropna=dropna))
        aside = max(aside, pay_for_telling(groups, values))
    return groups.settle("nunique", groups.made(arrays, list(groups.parts())), aside=aside)


def counted_values(groups: Groups, values: Array, *, dropna: bool = True) -> Array:
    """For each group, how many different ones it has."""
    groups.machine.pass_over(len(values))
    kept = ~is_missing(values) if dropna else np.ones(len(values), dtype=bool)
    return of_objects([len(set(values[rows[kept[rows]]].tolist())) for rows in groups.places])


def pay_for_telling(groups: Groups, values: Array) -> int:
    """Pays for what telling values apart takes beyond the rows.

    Returns:
        The bytes that it takes for a moment.
    """
    pairs = len(set(zip(groups.codes.tolist(), values.tolist(), strict=True)))
    if are_texts(values):
        pay(groups, _ARROW, (_DISTINCT + _DISTINCT_TEXT) * pairs + _TEXT_ROW * len(values))
        return int(_NUMBERS * len(values) + table_for(groups.machine, len(values)))
    pay(groups, 0.0, _DISTINCT * pairs)
    distinct = len(set(values.tolist()))
    return int(_NUMBERS * len(values) + table_for(groups.machine, len(values)) + _VALUE * distinct)


def pay_within_aggregates(groups: Groups, values: Array) -> int:
    """The same where it is one of several aggregates, for which rows are put in the order of their groups, too."""
    pay(groups, 0.0, GROUPS["nunique"].cell * len(values))
    return max(0, pay_for_telling(groups, values) - _PLACE * len(values))
