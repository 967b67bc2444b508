"""``DataFrame.replace``, of numbers by numbers, in all columns alike."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np

from perfcast.trial.stops import Unsupported
from perfcast.trial.tables.elementwise import given
from perfcast.trial.tables.paying import settled
from perfcast.trial.tables.prices import TABLE
from perfcast.trial.tables.values import Table, check_calls, check_room, exchanged, is_missing


def replaced_in_table(table: Table, to_replace: Any = None, value: Any = None, regex: bool = False) -> Any:
    """As ``replace``. Raises Unsupported where columns hold texts, or each has values of its own replaced."""
    pairs = to_replace if isinstance(to_replace, dict) else None
    if pairs is None:
        several = isinstance(to_replace, list | tuple)
        pairs = dict.fromkeys(to_replace if several else [to_replace], value)
    elif value is not None:
        raise Unsupported("other values for each column")
    if regex or any(isinstance(one, str | dict | list | None) for one in pairs):
        raise Unsupported("replacing patterns")
    if any(isinstance(one, str | dict | list) for one in pairs.values()):
        raise Unsupported("other values for each column")
    if any(values.dtype.kind not in "biuf" for values in table.data.values()):
        raise Unsupported("replacing texts in a table")
    check_calls(table.machine, len(pairs) * len(table.data))
    check_room(len(pairs) * table.cells)
    found, is_same = [], True
    for values in table.data.values():
        after = values
        for before, other in pairs.items():
            mask = is_missing(after) if _is_nan(before) else after == given(before)
            if mask.any():
                is_same, after = False, exchanged(after, mask, np.nan if other is None else given(other))
        found.append(after)
    name = "replace" if len(pairs) == 1 else "replace_several"
    return settled(TABLE, name, table.shared() if is_same else table.like(found), table)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and isnan(value)
