"""Methods of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.libraries.pandas import (
    frame_apply,
    frame_conversions,
    frame_queries,
    frame_reductions,
    frame_rows,
    frame_values,
)
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.selection import item

METHODS: Final[dict[str, Callable[..., Any]]] = {
    **frame_values.METHODS,
    **frame_reductions.METHODS,
    **frame_rows.METHODS,
    **frame_conversions.METHODS,
    **frame_apply.METHODS,
    **frame_queries.METHODS,
    "keys": lambda table: list(table.data),
    "filter": lambda table, items=None: item(table, [name for name in items if name in table.data]),
    "pipe": lambda table, function, *args, **named_: guarded(table.machine, function)(table, *args, **named_),
    "equals": lambda table, other: settled(
        TABLE, "equals", bool(np.array_equal(table.matrix(), unwrapped(other))), table
    ),
    "rename_axis": lambda table, name=None, axis=0: settled(TABLE, "reset_index", table.shared(), table.labels),
    "squeeze": lambda table: table.column(next(iter(table.data))) if len(table.data) == 1 else table.shared(),
    "take": lambda table, indices: settled(
        TABLE, "take", table.rows(np.asarray(unwrapped(indices), dtype=np.int64)), table
    ),
}
