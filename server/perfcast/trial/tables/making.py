"""Tables and columns that a workload describes."""

from __future__ import annotations

import numpy as np

from perfcast.trial.machine import Machine
from perfcast.trial.tables.values import Column, Table, whole
from perfcast.workload.build import DEFAULT_FLOATS, FEW_VALUES
from perfcast.workload.language import Argument


def of_workload(machine: Machine, argument: Argument, seed: int) -> Table | Column:
    """Of numbers with a fraction, of the rows and columns that the argument says."""
    generator = np.random.default_rng(seed)
    low, high = argument.low, argument.high
    lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
    rows, columns = (*argument.type.shape, 1)[:2]
    if argument.type.name == "Series":
        return Column(machine, generator.uniform(lower, upper, rows))
    values = generator.uniform(lower, upper, (columns, rows))
    if "few" in argument.qualifiers and rows:
        values[0] = generator.integers(0, FEW_VALUES, rows)
    return whole(machine, [f"c{place}" for place in range(columns)], list(values))
