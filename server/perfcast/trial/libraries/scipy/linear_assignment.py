"""``scipy.optimize.linear_sum_assignment``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.scipy.function_calls import taken

#: Nanoseconds of a call, of an element, and of a column that is looked at on the way to a free one.
_CALL: Final = 1_200.0
_ELEMENT: Final = 0.6
_LOOK: Final = 2.1
#: What a row of looks takes here.
_HERE: Final = 3_000.0
#: Bytes of a row and column on the way.
_ROW: Final = 60
_TABLE: Final = 2


def linear_sum_assignment(machine: Machine, cost_matrix: Any, maximize: Any = False) -> Any:
    """As SciPy's: each row gets the nearest column, and those before it give way along the shortest path."""
    costs = np.asarray(taken(machine, cost_matrix), dtype=np.float64)
    if costs.ndim != _TABLE:
        raise ValueError(f"expected a matrix (2-D array), got a {costs.ndim} array")
    is_tall = costs.shape[1] < costs.shape[0]
    table = -costs if maximize else costs
    table = table.T if is_tall else table
    machine.array(costs.size, _CALL, _ELEMENT * costs.size)
    machine.briefly((int(costs.nbytes) if maximize or is_tall else 0) + _ROW * max(costs.shape))
    columns = _assigned(machine, table)
    order = np.argsort(columns) if is_tall else np.arange(len(columns))
    found = (columns[order], order) if is_tall else (order, columns)
    machine.made(found[0])
    machine.made(found[1])
    return found


def _assigned(machine: Machine, table: Any) -> Any:
    rows, count = table.shape
    of_row, of_column = np.full(rows, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64)
    row_price, column_price = np.zeros(rows), np.zeros(count)
    for first in range(rows):
        shortest, path = np.full(count, np.inf), np.full(count, -1, dtype=np.int64)
        left, seen, sink, row, least = np.arange(count), [first], -1, first, 0.0
        while sink < 0:
            machine.array(0, 0.0, _LOOK * len(left))
            machine.allows(_HERE)
            reached = least + table[row, left] - row_price[row] - column_price[left]
            is_nearer = reached < shortest[left]
            shortest[left[is_nearer]], path[left[is_nearer]] = reached[is_nearer], row
            place = int(shortest[left].argmin())
            column, least = int(left[place]), float(shortest[left[place]])
            if least == np.inf:
                raise ValueError("cost matrix is infeasible")
            left = np.delete(left, place)
            if of_column[column] < 0:
                sink = column
            else:
                row = int(of_column[column])
                seen.append(row)
        done = np.setdiff1d(np.arange(count), left)
        row_price[first] += least
        for one in seen[1:]:
            row_price[one] += least - shortest[of_row[one]]
        column_price[done] -= least - shortest[done]
        while True:
            row = int(path[sink])
            of_column[sink] = row
            of_row[row], sink = sink, int(of_row[row])
            if row == first:
                break
    return of_row
