"""Methods of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.natives import guarded
from perfcast.trial.tables import (
    frame_apply,
    frame_conversions,
    frame_queries,
    frame_reductions,
    frame_rows,
    frame_values,
)
from perfcast.trial.tables.elementwise import unwrapped
from perfcast.trial.tables.paying import settled
from perfcast.trial.tables.prices import (
    TABLE,
)
from perfcast.trial.tables.selection import item

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
