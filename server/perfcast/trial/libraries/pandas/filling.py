"""``fillna``."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.elementwise import given
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.reductions import filled
from perfcast.trial.libraries.pandas.values import Array, Column, Table, exchanged, is_missing

#: Microseconds of filling columns one by one, of each of these, and of one in which something is missing; of fillings
#: that are a column.
_ONE_BY_ONE: Final = 50.0
_COLUMN: Final = 38.0
_MISSING: Final = 20.0
_OF_COLUMN: Final = 200.0
#: Bytes of what each column is meanwhile, and stays as.
_APART: Final = 2_300
#: Bytes of a value while it is filled in, and of one of a column in which nothing is missing; nanoseconds of the first.
_FILLED: Final = 4
_COMPLETE: Final = 1
_WORK: Final = 1.6


def fill(table: Table, value: Any = None, method: Any = None, axis: Any = None) -> Any:
    """As ``fillna``. Raises Unsupported."""
    _check_axis(axis)
    if method is not None:
        return fill_along(table, backward=method in {"bfill", "backfill"})
    if isinstance(value, Column):
        pay(table, _OF_COLUMN)
        value = dict(zip(value.labels.values.tolist(), value.values.tolist(), strict=True))
    if isinstance(value, dict):
        return _by_column(table, value)
    masks = {name: is_missing(values) for name, values in table.data.items()}
    # Columns of a type stand in one block, all of which is copied where a value is filled in.
    changed = {table.data[name].dtype for name, mask in masks.items() if mask.any()}
    found = table.shared(
        {
            name: exchanged(values, masks[name], given(value)) if values.dtype in changed else values
            for name, values in table.data.items()
        }
    )
    cells = sum(len(values) for values in table.data.values() if values.dtype in changed)
    pay(table, 0.0, _WORK * cells)
    return settled(TABLE, "fillna", found, table, aside=_FILLED * cells + _COMPLETE * (table.cells - cells))


def _by_column(table: Table, fillings: dict[Any, Any]) -> Any:
    """Each column by its own value; the others are shared."""
    data: dict[Any, Array] = dict(table.data)
    micros, aside = _ONE_BY_ONE, 0
    for name in fillings.keys() & table.data.keys():
        mask = is_missing(data[name])
        is_changed = bool(mask.any())
        if is_changed:
            data[name] = exchanged(data[name], mask, given(fillings[name]))
            pay(table, 0.0, _WORK * len(table))
        micros += _COLUMN + _MISSING * is_changed
        aside = max(aside, (_FILLED if is_changed else _COMPLETE) * len(table))
    present = len(fillings.keys() & table.data.keys())
    pay(table, micros if present else 0.0)
    return settled(
        TABLE, "fillna", table.shared(data), table, cells=present * len(table), aside=aside + _APART * present
    )


def _check_axis(axis: Any) -> None:
    if axis is not None and not (isinstance(axis, int | str) and axis in {0, "index"}):
        raise Unsupported("rows that are filled along themselves")


def fill_along(table: Table, axis: Any = 0, *, backward: bool = False) -> Any:
    """As ``ffill`` and ``bfill``. Raises Unsupported."""
    _check_axis(axis)
    arrays = [filled(values, backward=backward) for values in table.data.values()]
    return settled(TABLE, "ffill", table.like(arrays), table)
