"""Tables and columns that a workload describes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from perfcast.trial.machine import Machine
from perfcast.trial.tables.naming import Content, NamedColumn
from perfcast.trial.tables.values import Array, Column, Table, objects_of, whole
from perfcast.workload.build import DEFAULT_FLOATS, FEW_VALUES
from perfcast.workload.language import Argument


def of_workload(machine: Machine, argument: Argument, seed: int, named: Mapping[str, NamedColumn]) -> Table | Column:
    """Of the rows and columns that the argument says, of numbers with a fraction where nothing else is known.

    Args:
        named: columns that the unit asks for; there are as many as it needs.
    """
    generator = np.random.default_rng(seed)
    low, high = argument.low, argument.high
    lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
    rows, columns = (*argument.type.shape, 1)[:2]
    if argument.type.name == "Series":
        return Column(machine, generator.uniform(lower, upper, rows))
    values = generator.uniform(lower, upper, (max(columns, len(named)), rows))
    if "few" in argument.qualifiers and rows:
        values[0] = generator.integers(0, FEW_VALUES, rows)
    names = [*named, *(f"c{place}" for place in range(len(named), columns))]
    if not named:
        return whole(machine, names, list(values))
    asked_for = [*named.values(), *[NamedColumn()] * (len(names) - len(named))]
    return whole(machine, names, [_made(*both) for both in zip(asked_for, values, strict=True)])


def _made(column: NamedColumn, shares: Array) -> Array:
    """A column, of numbers between 0 and 1, or as many of something else."""
    rows, content = len(shares), column.content
    if content is Content.NUMBERS:
        return shares
    span = max(1.0, float(shares.max(initial=0.0)) - float(shares.min(initial=0.0)))
    shares = (shares - shares.min(initial=0.0)) / span
    if content is Content.TEXTS:
        # What is looked for is as frequent as anything else.
        texts = [*column.among, *(f"text {place}" for place in range(max(FEW_VALUES, int(rows**0.5))))]
        if column.among:
            texts = texts[: 2 * len(column.among)]
        return objects_of([texts[place] for place in (shares * (len(texts) - 1)).round().astype(np.int64)])
    if content is Content.TIMES:
        return np.datetime64("2024-01-01", "ns") + (shares * rows * 3_600e9).astype("m8[ns]")
    return _places(shares, rows**0.5 if content is Content.GROUPS else rows)


def _places(shares: Array, count: float) -> Array:
    found: Array = (shares * max(FEW_VALUES, count)).astype(np.int64)
    return found
