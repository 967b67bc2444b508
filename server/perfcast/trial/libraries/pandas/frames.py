"""Methods of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
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
from perfcast.trial.libraries.pandas.method_calls import rowwise
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.selection import item
from perfcast.trial.libraries.pandas.string_patterns import contains
from perfcast.trial.libraries.pandas.values import Column, Table, of_objects


def _filtered(table: Table, items: Any = None, like: Any = None, regex: Any = None, axis: Any = None) -> Any:
    """Columns by their names."""
    if not rowwise(1 if axis is None else axis) or sum(one is not None for one in (items, like, regex)) != 1:
        raise Unsupported("filter with other arguments")
    if items is not None:
        return item(table, [name for name in items if name in table.data])
    if like is not None:
        return item(table, [name for name in table.data if str(like) in str(name)])
    names = Column(table.machine, of_objects([str(name) for name in table.data]))
    fits = contains(names, regex, case=True, flags=0, missing=False).values.tolist()
    return item(table, [name for name, one in zip(table.data, fits, strict=True) if one])


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **frame_values.METHODS,
    **frame_reductions.METHODS,
    **frame_rows.METHODS,
    **frame_conversions.METHODS,
    **frame_apply.METHODS,
    **frame_queries.METHODS,
    "keys": lambda table: list(table.data),
    "filter": _filtered,
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
