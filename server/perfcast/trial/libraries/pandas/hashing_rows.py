"""``pandas.util``: hashes of rows."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.method_calls import gated
from perfcast.trial.libraries.pandas.prices import Price
from perfcast.trial.libraries.pandas.values import Array, Column, Table

#: Of a column, with its labels; of a table's cells.
_PRICES: Final = {"column": Price(95, 6.5, 24, 1_700), "table": Price(148, 4.2, 10.7, 2_100)}
#: Odd numbers that a digest is multiplied by.
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_MIXING: Final = np.uint64(1_000_003)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    return {"hash_pandas_object": Guarded(gated(machine, partial(_digests, machine)))}


def _digests(machine: Machine, values: Any, index: bool = True, categorize: bool = True) -> Column:
    """As ``hash_pandas_object``, with other digests. Raises Unsupported for texts."""
    if not isinstance(values, Column | Table) or not index:
        raise Unsupported("digests of other things than tables")
    arrays = [values.values] if isinstance(values, Column) else list(values.data.values())
    if any(array.dtype.kind not in "biufmM" for array in arrays):
        raise Unsupported("digests of texts")
    found = np.arange(len(values), dtype=np.uint64)
    for array in arrays:
        found = (found ^ _words(array)) * _FACTOR
    name = "column" if isinstance(values, Column) else "table"
    return settled(_PRICES, name, Column(machine, found, values.labels), values)  # type: ignore[no-any-return]


def _words(values: Array) -> Array:
    wide = values.astype(np.float64 if values.dtype.kind == "f" else np.int64)
    return wide.view(np.uint64) * _MIXING
