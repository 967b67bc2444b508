"""``DataFrame.replace``, of numbers by numbers, in all columns alike."""

from __future__ import annotations

from math import isnan
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.elementwise import given
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.values import Array, Table, check_calls, check_room, exchanged, is_missing

#: Microseconds of each pair after the first, in the columns of a type; nanoseconds of a value that is compared with it,
#: of one of a column in which some are replaced, and of one of it for each pair that it has some of.
_PAIR: Final = 16.0
_SOUGHT: Final = 0.1
_CHANGED: Final = 6.5
_PUT_IN: Final = 0.8
#: Bytes of a value of such a column.
_CHANGED_ASIDE: Final = 11


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
    if any(isinstance(one, bool) for one in pairs):
        raise Unsupported("replacing truths")
    check_calls(table.machine, len(pairs) * len(table.data))
    check_room(len(pairs) * table.cells)
    found: list[Array] = []
    hits = cells = 0
    for values in table.data.values():
        # What is put in for one value is not looked for as another.
        masks = [] if values.dtype.kind == "b" else [_mask(values, before) for before in pairs]
        after = values
        for mask, other in zip(masks, pairs.values(), strict=bool(masks)):
            if mask.any():
                hits, after = hits + len(values), exchanged(after, mask, np.nan if other is None else given(other))
        cells += len(values) if after is not values else 0
        found.append(after)
    further = max(0, len(pairs) - 1)
    if further:
        blocks = len({values.dtype for values in table.data.values()})
        work = _SOUGHT * further * table.cells + _CHANGED * cells + _PUT_IN * hits
        pay(table, _PAIR * further * blocks, work)
    return settled(
        TABLE,
        "replace_several" if further else "replace",
        table.like(found) if hits else table.shared(),
        table,
        aside=_CHANGED_ASIDE * cells if further and cells else None,
    )


def _mask(values: Array, before: Any) -> Array:
    found: Array = is_missing(values) if _is_nan(before) else values == given(before)
    return found


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and isnan(value)
