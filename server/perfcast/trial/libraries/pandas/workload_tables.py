"""Data frames and series that a workload describes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.pandas.values import Array, Column, Labels, Table, objects_of, whole
from perfcast.workload.language.workload import Argument
from perfcast.workload.tables.columns import ALONE, LABELS, NamedColumn, contents, moments, named_by
from perfcast.workload.values.arrays_and_tables import DEFAULT_FLOATS, FEW_VALUES, column_numbers


def of_workload(
    machine: Machine, argument: Argument, seed: int, asked_for: Mapping[str, NamedColumn]
) -> Table | Column:
    """Of the rows and columns that the argument says, of numbers with a fraction where nothing else is known.

    Args:
        asked_for: columns that the unit asks for; there are as many as it needs.
    """
    generator = np.random.default_rng(seed)
    low, high = argument.low, argument.high
    lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
    rows, columns = (*argument.type.shape, 1)[:2]
    labels = Labels(machine, moments(rows)) if LABELS in asked_for else None
    if argument.type.name == "Series":
        array = _array(asked_for.get(ALONE, NamedColumn()), column_numbers(argument, generator))
        return Column(machine, array, labels)
    named = named_by(columns, asked_for, argument.name or "")
    values = generator.uniform(lower, upper, (len(named), rows))
    if "few" in argument.qualifiers and rows:
        values[0] = generator.integers(0, FEW_VALUES, rows)
    arrays = [_array(column, numbers) for column, numbers in zip(named.values(), values, strict=True)]
    return whole(machine, list(named), arrays, labels)


def _array(column: NamedColumn, numbers: Array) -> Array:
    found = contents(column, numbers)
    return objects_of(found) if isinstance(found, list) else found
