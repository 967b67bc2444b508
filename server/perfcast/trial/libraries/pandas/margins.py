"""Margins of pivot tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay
from perfcast.trial.libraries.pandas.reductions import REDUCING, present
from perfcast.trial.libraries.pandas.values import Array, Labels, Table, check_calls, of_objects, whole

#: Microseconds of the totals of a table, of each column of it, and of one that has but values; nanoseconds of a row.
_TOTALS: Final = 12_600.0
_COLUMN: Final = 200.0
_OF_VALUES: Final = 2_500.0
_ROW: Final = 120.0
#: What part of it totals of counts take.
_OF_COUNTS: Final = 0.5
#: Bytes that they take meanwhile, and of each column.
_HELD: Final = 100_000
_COLUMN_HELD: Final = 3_600


def with_totals(
    found: Table,
    keys: tuple[list[Any], list[Any]],
    values: Array,
    function: Any,
    name: str = "All",
    *,
    are_counts: bool = False,
) -> Table:
    """The table with a column and a row more, of all that has been summed up in each row and column.

    Args:
        keys: by which each of the values was put into a row, and into a column.
        are_counts: whether rows were counted, which takes less than what goes on with their values.
    """
    if not len(found):
        # pandas gives an empty table back before it gets to totals.
        return found
    run, machine = _aggregate(function), found.machine
    rows, columns = found.labels.values.tolist(), list(found.data)
    check_calls(machine, 3 * (len(rows) + len(columns)))
    share = _OF_COUNTS if are_counts else 1.0
    pay(found, share * (_TOTALS + _COLUMN * len(columns)), share * _ROW * len(values))
    machine.briefly(int(share * (_HELD + _COLUMN_HELD * len(columns))))
    of_rows, of_columns = (_by_key(one, values, run) for one in keys)
    whole_ = run(present(values))
    arrays = [np.append(array, of_columns[column]) for column, array in found.data.items()]
    kind = np.int64 if are_counts else np.float64
    arrays.append(np.array([*(of_rows[row] for row in rows), whole_], dtype=kind))
    return whole(machine, [*columns, name], arrays, Labels(machine, of_objects([*rows, name]), name=found.labels.name))


def with_total(found: Table, arrays: list[Array], function: Any, name: str = "All") -> Table:
    """The table with a row more, of all values of each column. Raises Unsupported."""
    run, machine = _aggregate(function), found.machine
    if not len(found):
        raise Unsupported("totals of no rows")
    if isinstance(found.labels.name, list):
        raise Unsupported("totals of several levels")
    pay(found, _OF_VALUES)
    summed = [np.append(one, run(present(array))) for one, array in zip(found.data.values(), arrays, strict=True)]
    labels = Labels(machine, of_objects([*found.labels.values.tolist(), name]), name=found.labels.name)
    return whole(machine, list(found.data), summed, labels)


def _aggregate(function: Any) -> Callable[[Array], Any]:
    if not isinstance(function, str) or function not in REDUCING:
        raise Unsupported("totals by a function")
    return REDUCING[function]


def _by_key(keys: list[Any], values: Array, run: Callable[[Array], Any]) -> dict[Any, Any]:
    places: dict[Any, list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    return {key: run(present(values[among])) for key, among in places.items()}
