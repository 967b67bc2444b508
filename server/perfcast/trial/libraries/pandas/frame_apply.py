"""``apply``, ``map``, ``pipe`` and others that call a function for the values, columns or rows of a data frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.consolidation import bytes_in_one
from perfcast.trial.libraries.pandas.frame_queries import FUNCTIONS
from perfcast.trial.libraries.pandas.frame_values import of_names
from perfcast.trial.libraries.pandas.method_calls import rowwise
from perfcast.trial.libraries.pandas.prices import APPLIED_COLUMN, APPLIED_ROW, KEPT_ROW, RESULT_OF_ROW, ROW_MADE, TABLE
from perfcast.trial.libraries.pandas.selection import row_of
from perfcast.trial.libraries.pandas.series import named
from perfcast.trial.libraries.pandas.values import Column, Labels, Table, check_room, of_objects, whole


def _map(table: Table, function: Any, na_action: Any = None) -> Any:
    machine = table.machine
    run = guarded(machine, function)
    arrays = []
    for values in table.data.values():
        results: list[Any] = []
        machine.waiting.append(results)
        try:
            results.extend(map(run, machine.counted(values.tolist())))
        finally:
            machine.waiting.pop()
        arrays.append(of_objects(results))
    return settled(TABLE, "map", table.like(arrays), table)


def _apply(
    table: Table,
    function: Any,
    axis: Any = 0,
    raw: bool = False,
    result_type: Any = None,
    args: Any = (),
    **named_: Any,
) -> Any:
    if isinstance(function, str):
        if function in FUNCTIONS:
            return settled(TABLE, "numpy", table.like([FUNCTIONS[function](one) for one in table.data.values()]), table)
        return _called_by_name(table, function, axis)
    machine = table.machine
    run = guarded(machine, function)
    by_rows = rowwise(axis)
    results: list[Any] = []
    machine.waiting.append(results)
    # Rows are parts of one array of all values, which is there until the last one.
    held, number = bytes_in_one(table) if by_rows else 0, machine.number
    machine.put_aside(held)
    try:
        if by_rows:
            names = list(table.data)
            for place in range(len(table)):
                pay(table, APPLIED_ROW)
                row = row_of(table, place, names)
                noted = machine.remains.left
                found = run(row.values if raw else row, *args, **named_)
                _forget(machine, noted)
                results.append(found)
                if isinstance(found, Column):
                    pay(table, ROW_MADE)
                    machine.fresh += KEPT_ROW
        else:
            for name in list(table.data):
                pay(table, APPLIED_COLUMN)
                results.append(run(table.data[name] if raw else table.column(name), *args, **named_))
    finally:
        machine.waiting.pop()
        machine.take_back(held, number)
    found = _collected(table, results, by_rows=by_rows, expands=result_type == "expand")
    if by_rows and results and isinstance(results[0], Column):
        machine.briefly(KEPT_ROW * len(results))
    cells = max(found.cells, table.cells)
    if by_rows:
        return settled(TABLE, "apply_rows", found, table, cells=cells, aside=RESULT_OF_ROW * len(results) + held)
    parts = [one for one in results if isinstance(one, Column)]
    return settled(TABLE, "apply", found, table, *parts, cells=cells)


def _forget(machine: Machine, noted: int) -> None:
    """Notes of what refers to a row go with it."""
    machine.take_back(machine.remains.left - noted, machine.number)
    machine.remains.left = noted


def _collected(table: Table, results: list[Any], *, by_rows: bool, expands: bool) -> Any:
    """What the results for each column, or row, are put together as."""
    check_room(
        sum(
            one.cells
            if isinstance(one, Table | Column)
            else int(np.size(one))
            if isinstance(one, np.ndarray)
            else len(one)
            if isinstance(one, list | tuple)
            else 1
            for one in results
        )
    )
    if results and isinstance(results[0], Column):
        if not by_rows:
            return whole(table.machine, list(table.data), [one.values for one in results], results[0].labels)
        names = results[0].labels.values.tolist()
        rows = zip(*(one.aligned(results[0].labels).tolist() for one in results), strict=True)
        return whole(table.machine, names, [of_objects(list(row)) for row in rows], table.labels)
    if expands and results and isinstance(results[0], list | tuple):
        arrays = [of_objects(list(part)) for part in zip(*results, strict=True)]
        return whole(table.machine, list(range(len(arrays))), arrays, table.labels)
    if not by_rows and results and isinstance(results[0], np.ndarray):
        return table.like(results)
    values = of_objects([one if not isinstance(one, np.ndarray) else one.tolist() for one in results])
    return Column(table.machine, values, table.labels) if by_rows else of_names(table, values.tolist())


def _called_by_name(table: Table, name: str, axis: Any) -> Any:
    # Late, as that module imports this one.
    from perfcast.trial.libraries.pandas.frames import METHODS as OF_TABLES

    if name not in OF_TABLES:
        raise Unsupported(f"Table.{name}")
    return OF_TABLES[name](table, axis=axis)


def _aggregated(table: Table, function: Any, axis: Any = 0) -> Any:
    if isinstance(function, str):
        return _called_by_name(table, function, axis)
    if isinstance(function, list):
        names = [one if isinstance(one, str) else "f" for one in function]
        arrays = [of_objects([_of_column(table.column(name), one) for one in function]) for name in table.data]
        return settled(
            TABLE,
            "agg",
            whole(table.machine, list(table.data), arrays, Labels(table.machine, of_objects(names))),
            table,
        )
    if isinstance(function, dict):
        values = [_of_column(table.column(name), one) for name, one in function.items()]
        if any(isinstance(value, Column) for value in values):
            raise Unsupported("several aggregates of columns")
        return settled(TABLE, "agg", of_names(table, values, list(function)), table)
    return _apply(table, function, axis)


def _of_column(column: Column, function: Any) -> Any:
    return named(function)(column) if isinstance(function, str) else guarded(column.machine, function)(column)


def _transform(table: Table, function: Any, axis: Any = 0) -> Any:
    return _apply(table, function, axis)


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "map": _map,
    "applymap": _map,
    "apply": _apply,
    "agg": _aggregated,
    "aggregate": _aggregated,
    "transform": _transform,
}
