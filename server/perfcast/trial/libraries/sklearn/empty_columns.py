"""Tables most of whose columns are empty, processed with fewer columns."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.libraries.scipy.sparse.values import Sparse, entries_of
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call

#: Columns up to which a matrix is looked at as it is, and to which others are put together.
_NARROW: Final = 100


class Narrow(NamedTuple):
    """A table as it is looked at.

    Attributes:
        table: of no more columns than there are; width: how many there are.
    """

    table: Array
    width: int

    def widened(self, lines: Array) -> Array:
        """Lines of the columns that there are: those that were put together have the same weight."""
        if self.width == self.table.shape[1]:
            return lines
        found: Array = lines[..., np.arange(self.width) % self.table.shape[1]]
        return found

    def narrow(self, lines: Array) -> Array:
        """The other way round."""
        if self.width == self.table.shape[1]:
            return lines
        found: Array = lines[..., : self.table.shape[1]]
        return found


def narrowed(call: Call, given: Any) -> Narrow:
    """A table of numbers as `Call.table` gives it, or, of a wide sparse matrix, with columns put together."""
    if not isinstance(given, Sparse) or given.shape[1] <= _NARROW:
        table = call.table(given)
        return Narrow(table, table.shape[1])
    rows, width = given.shape
    call.counts(rows * _NARROW)
    call.operands.append(given)
    found = np.zeros((rows, _NARROW))
    at, columns, values = entries_of(given)
    np.add.at(found, (at, columns % _NARROW), values)
    call.fills(given, found)
    return Narrow(found, width)
