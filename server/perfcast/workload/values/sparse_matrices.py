"""SciPy's sparse matrices, of which each row holds some entries."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from perfcast.workload.values.errors import imported

#: Entries of a row, if it has as many columns: so that there are as many times more of them as there are rows.
ROW_ENTRIES: Final = 10


class Rows(NamedTuple):
    """Entries row by row, as SciPy's ``csr`` form holds them."""

    data: npt.NDArray[np.float64]
    indices: npt.NDArray[np.int32]
    indptr: npt.NDArray[np.int32]


def drawn_rows(shape: tuple[int, int], generator: np.random.Generator) -> Rows:
    """Entries between 0 and 1, each in a column of its own."""
    rows, columns = shape
    each = min(ROW_ENTRIES, columns)
    # Each has some columns to itself, so that they are in order.
    begins = np.arange(each + 1) * columns // max(1, each)
    places = begins[:-1] + generator.random((rows, each)) * np.diff(begins)
    ends = np.arange(rows + 1) * each
    return Rows(generator.random(rows * each), places.astype(np.int32).ravel(), ends.astype(np.int32))


def default_sparse(name: str, shape: tuple[int, int], rows: Rows) -> Any:
    """One of SciPy's, of the class of that name. Raises BuildError where there is no SciPy."""
    sparse = imported("scipy.sparse")
    return getattr(sparse, name)(sparse.csr_array(tuple(rows), shape=shape))
