"""Methods of series."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.object_sizes import shallow
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas import series_conversions, series_reductions, series_rows, series_values
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.values import Column, Labels, are_texts, of_objects

#: How often a value is referred to that only the list of them holds, while that is gone through.
_OF_LIST: Final = counted(3, lent=2)

#: Bytes of a number that a function is called with.
_NUMBER: Final = 24
#: Nanoseconds of a text that it is called with, beyond a number.
_TEXT: Final = 300.0


def mapped(column: Column, function: Any, na_action: Any = None) -> Any:
    """As ``map`` and ``apply``: what a function or a table gives for each value."""
    machine = column.machine
    if isinstance(function, dict | Column):
        pairs = function if isinstance(function, dict) else _pairs(function)
        return _by_table(column, pairs)
    run = guarded(machine, function)
    results: list[Any] = []
    machine.waiting.append(results)
    try:
        results.extend(map(run, machine.counted(column.values.tolist())))
    finally:
        machine.waiting.pop()
    if any(isinstance(one, Column) for one in results[:1]):
        raise Unsupported("columns of a column")
    # Containers stay, and are counted as what the column holds.
    made = sum(
        shallow(one) for one in results if sys.getrefcount(one) <= _OF_LIST and not isinstance(one, list | dict | set)
    )
    aside = COLUMN["map"].aside * len(results) + made
    if are_texts(column.values):
        # They become objects of their own, larger than numbers.
        pay(column, 0.0, _TEXT * len(results))
        aside += sum(shallow(value) - _NUMBER for value in column.values.tolist() if isinstance(value, str))
    return settled(COLUMN, "map", column.like(of_objects(results)), column, aside=aside)


def _pairs(column: Column) -> dict[Any, Any]:
    return dict(zip(column.labels.values.tolist(), column.values.tolist(), strict=True))


def _by_table(column: Column, pairs: Mapping[Any, Any]) -> Any:
    """What a table has for each value, nothing where it has none."""
    values = column.values.tolist()
    found = column.like(of_objects([pairs.get(value, np.nan) for value in values]))
    if not values or not isinstance(values[0], str):
        return settled(COLUMN, "map_table", found, column)
    # Arrow's texts become Python's own.
    made = sum(shallow(value) for value in values if isinstance(value, str) and len(value) > 1)
    name = "map_texts" if any(isinstance(value, str) for value in found.values.tolist()) else "map_from_texts"
    aside = COLUMN[name].aside * len(values) + (made if name == "map_texts" else 0)
    return settled(COLUMN, name, found, column, aside=aside)


def _applied(column: Column, function: Any, convert_dtype: Any = None, args: Any = (), **options: Any) -> Any:
    if isinstance(function, str):
        return named(function)(column)
    run = guarded(column.machine, function)
    return mapped(column, Guarded(lambda value: run(value, *args, **options)) if args or options else function)


def _aggregated(column: Column, function: Any, axis: Any = 0) -> Any:
    if isinstance(function, str):
        return named(function)(column)
    if isinstance(function, list):
        names = [one if isinstance(one, str) else getattr(one, "name", "f") for one in function]
        values = of_objects([_aggregated(column, one) for one in function])
        found = Column(column.machine, values, Labels(column.machine, of_objects(names)), column.name)
        return settled(COLUMN, "agg", found, column)
    return guarded(column.machine, function)(column)


def _transformed(column: Column, function: Any) -> Any:
    return named(function)(column) if isinstance(function, str) else guarded(column.machine, function)(column)


def named(name: str) -> Callable[..., Any]:
    """A method by its name. Raises Unsupported."""
    if name not in METHODS:
        raise Unsupported(f"Column.{name}")
    return METHODS[name]


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **series_values.METHODS,
    **series_reductions.METHODS,
    **series_rows.METHODS,
    **series_conversions.METHODS,
    "map": mapped,
    "apply": _applied,
    "agg": _aggregated,
    "aggregate": _aggregated,
    "rename_axis": lambda column, name=None, axis=0: settled(COLUMN, "rename", column.like(column.values), column),
    "argmax": lambda column, *_: settled(COLUMN, "idxmax", int(np.argmax(column.values)), column),
    "argmin": lambda column, *_: settled(COLUMN, "idxmax", int(np.argmin(column.values)), column),
    "item": lambda column: column.values.item(),
    "pipe": lambda column, function, *args, **named: guarded(column.machine, function)(column, *args, **named),
    "transform": lambda column, function, *args, **named: _transformed(column, function),
}
