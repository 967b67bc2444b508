"""Matrix products of data frames, series and arrays."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.values import Array, Column, Table, check_room, whole

#: Nanoseconds of a product of two numbers, and of each label that two tables have in common.
_MULTIPLIED: Final = 0.0225
_COMPARED: Final = 70.0
#: Of numbers.
_NUMERIC: Final = "biuf"


def product(left: Any, right: Any) -> Any:
    """What ``left @ right`` gives, one of which is a table or a column. Raises Unsupported, ValueError."""
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


def _block(table: Table) -> Array:
    """Its values, a row each. Raises Unsupported for what is no number."""
    arrays = list(table.data.values())
    if any(array.dtype.kind not in _NUMERIC for array in arrays) or not arrays:
        raise Unsupported("a product of tables of other types")
    return np.column_stack(arrays)
