"""``to_numeric``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.constructing import as_column
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.values import Array, Column, is_missing

#: Types that numbers are made of, the narrowest first, by what is wanted.
_NARROWER: Final = {
    "integer": (np.int8, np.int16, np.int32, np.int64),
    "signed": (np.int8, np.int16, np.int32, np.int64),
    "unsigned": (np.uint8, np.uint16, np.uint32, np.uint64),
    "float": (np.float32,),
}
#: How far apart numbers are at most that are taken as the same.
_ALIKE: Final = 5e-4


def numeric(machine: Machine, values: Any, errors: str = "raise", downcast: Any = None, **_: Any) -> Any:
    """As ``to_numeric``. Raises ValueError, TypeError, Unsupported."""
    if errors not in {"raise", "coerce"}:
        raise ValueError("invalid error value specified")
    if isinstance(values, str | int | float | np.number):
        found = _of_all(machine, [values], errors)[0][0]
        machine.scalar(1_000 * COLUMN["texts_to_numbers"].call)
        return found
    column = as_column(machine, values)
    if column.values.dtype.kind == "O":
        machine.pass_over(len(column))
        numbers, failures = _of_all(machine, column.values.tolist(), errors)
        pay(column, 0.0, COLUMN["no_number"].cell * failures)
        name = "texts_to_wholes" if numbers.dtype.kind == "i" else "texts_to_numbers"
        column = settled(COLUMN, name, column.like(numbers), column)
    elif column.values.dtype.kind not in "biuf":
        raise Unsupported("times made numbers")
    if downcast is not None:
        column = _narrower(column, downcast)
    return column if isinstance(values, Column) else column.values


def _of_all(machine: Machine, values: list[Any], errors: str) -> tuple[Array, int]:
    """The numbers, and how many of the values are none."""
    found, failures = [], 0
    for value in values:
        try:
            found.append(_number(value))
        except (TypeError, ValueError):
            if errors == "raise":
                raise ValueError("Unable to parse string") from None
            failures += 1
            found.append(float("nan"))
    return np.array(found, dtype=None if found else np.float64), failures


def _number(value: Any) -> Any:
    """Raises ValueError."""
    if value is None:
        return float("nan")
    if isinstance(value, str) and "_" not in value:
        try:
            return int(value)
        except ValueError:
            return float(value)
    if isinstance(value, bool | int | float | np.number):
        return value
    raise ValueError("Invalid object type")


def _narrower(column: Column, downcast: Any) -> Column:
    """With the narrowest type that has room for all. Raises ValueError."""
    if downcast not in _NARROWER:
        raise ValueError("invalid downcasting method provided")
    values = column.values
    kinds = _NARROWER[downcast]
    if downcast == "float":
        return _settled(column, values.astype(kinds[0]) if values.dtype.itemsize > 4 else values, "narrower")
    if downcast == "unsigned" and len(values) and (is_missing(values).any() or values.min() < 0):
        return _settled(column, values, "narrower")
    are_fractions = values.dtype.kind == "f"
    narrow = next((kind for kind in kinds if _fit(values, kind)), None)
    found = values if narrow is None else values.astype(narrow)
    return _settled(column, found, "narrower_wholes" if are_fractions else "narrower")


def _fit(values: Array, kind: Any) -> bool:
    """Whether all values are of a type, as near as they are looked at."""
    if values.dtype.kind == "f" and not (np.abs(np.rint(values) - values) <= _ALIKE).all():
        return False
    told = np.iinfo(kind)
    return not len(values) or bool(told.min <= values.min() and values.max() <= told.max)


def _settled(column: Column, values: Array, price: str) -> Column:
    found: Column = settled(COLUMN, price, column.like(values), column)
    return found
