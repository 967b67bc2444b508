"""Results of scikit-learn that are sparse: CSR matrices of SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.scipy.sparse.values import Entries, Sparse, compressed
from perfcast.trial.libraries.sklearn.arrays import Array


def sparse_of(machine: Machine, array: Array) -> Sparse:
    """The same as an array of two dimensions."""
    rows, columns = np.nonzero(array)
    entries = Entries(rows, columns, array[rows, columns])
    return compressed(machine, "csr", (len(array), array.shape[1]), entries, is_array=False)


def rows_of(value: Any) -> int:
    """How many samples there are; a sparse matrix has no length."""
    return value.shape[0] if isinstance(value, Sparse) else len(value)
