"""Matrix products of data frames, series and arrays."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE
from perfcast.trial.libraries.pandas.values import Array, Column, Table, check_room, whole

#: Nanoseconds of a product of two numbers, and of each label that two tables have in common.
_MULTIPLIED: Final = 0.0225
_COMPARED: Final = 70.0
#: Nanoseconds of a number of an array that a column is multiplied with.
_OF_ARRAY: Final = 0.2
#: Of numbers.
_NUMERIC: Final = "biuf"


def product(left: Any, right: Any) -> Any:
    """What ``left @ right`` gives, one of which is a table or a column. Raises Unsupported, ValueError."""
    if isinstance(left, Column) and isinstance(right, Column | np.ndarray):
        return of_column(left, right)
    if isinstance(left, np.ndarray) and isinstance(right, Column):
        return _with_array(right, left, left, right.values)
    if not isinstance(left, Table) or not isinstance(right, Table | Column | np.ndarray):
        raise Unsupported("a product of tables")
    if isinstance(right, np.ndarray) and right.ndim != 1:
        raise Unsupported("a product of tables")
    if isinstance(right, np.ndarray):
        if len(right) != len(left.data):
            raise ValueError(f"Dot product shape mismatch, {(len(left), len(left.data))} vs {right.shape}")
        return settled(TABLE, "dot_array", Column(left.machine, _block(left) @ right, left.labels), left, right)
    if list(left.data) != right.labels.values.tolist():
        raise ValueError("matrices are not aligned")
    machine = left.machine
    machine.array(0, 0.0, _COMPARED * len(left.data))
    if isinstance(right, Column):
        return settled(TABLE, "dot_column", Column(machine, _block(left) @ right.values, left.labels), left, right)
    check_room(len(left) * len(right.data))
    found = _block(left) @ _block(right)
    machine.array(0, 0.0, _MULTIPLIED * len(left) * len(left.data) * len(right.data))
    return settled(TABLE, "product", whole(machine, list(right.data), list(found.T), left.labels), left, right)


def of_column(column: Column, other: Any) -> Any:
    """What ``column.dot(other)`` gives. Raises Unsupported, ValueError."""
    if isinstance(other, np.ndarray):
        return _with_array(column, other, column.values, other)
    if not isinstance(other, Column):
        raise Unsupported("a product of tables")
    return settled(COLUMN, "dot", column.values @ other.aligned(column.labels), column)


def _with_array(column: Column, array: Array, left: Array, right: Array) -> Any:
    """The product of both, of which one is the column's values."""
    if column.values.dtype.kind not in _NUMERIC or array.dtype.kind not in _NUMERIC:
        raise Unsupported("a product of other than numbers")
    column.machine.array(array.size, 0.0, _OF_ARRAY * array.size if array.ndim > 1 else 0.0)
    return settled(COLUMN, "dot_array", left @ right, column)


def _block(table: Table) -> Array:
    """Its values, a row each. Raises Unsupported for what is no number."""
    arrays = list(table.data.values())
    if any(array.dtype.kind not in _NUMERIC for array in arrays) or not arrays:
        raise Unsupported("a product of tables of other types")
    return np.column_stack(arrays)
