"""What scikit-learn gives instead of an array most of which is nothing: a stand-in for SciPy's sparse matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.learning.arrays import Array
from perfcast.trial.natives import Guarded
from perfcast.trial.stops import Unsupported

#: Bytes of the object, of what is not nothing and of a row.
_OBJECT: Final = 700
_ENTRY: Final = 12
_ROW: Final = 4
#: Nanoseconds of filling an array with what it holds: at all, of each element and of what is not nothing.
_FILLED: Final = (2_500.0, 0.15, 1.0)


class Sparse(Guarded):
    """One of rows that are told one after the other.

    Attributes:
        array: all of its elements.
        count: of those that are not nothing.
    """

    __slots__ = ("array", "count", "machine")

    def __init__(self, machine: Machine, array: Array) -> None:
        self.machine, self.array = machine, array
        self.count = int(np.count_nonzero(array))
        nbytes = _OBJECT + _ENTRY * self.count + _ROW * len(array)
        super().__init__(_uncallable, self._members(), nbytes=nbytes)

    def _members(self) -> Mapping[str, Any]:
        full = Guarded(lambda *_, **__: self._filled())
        return {
            "shape": self.array.shape,
            "nnz": self.count,
            "ndim": 2,
            "dtype": self.array.dtype,
            "toarray": full,
            "todense": full,
        }

    def _filled(self) -> Any:
        time = _FILLED[1] * self.array.size + _FILLED[2] * self.count
        self.machine.array(self.array.size, _FILLED[0], time)
        return self.machine.made_of(self.array.copy(), [self])

    def __len__(self) -> int:
        """Of rows; SciPy's own has no length."""
        return len(self.array)


def _uncallable(*_: Any, **__: Any) -> Any:
    raise Unsupported("a sparse array that is called")
