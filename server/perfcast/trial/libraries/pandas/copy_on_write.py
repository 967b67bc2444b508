"""Copy-on-write: values that data frames and series share until one of them is written to, as in pandas 3."""

from __future__ import annotations

import sys
from typing import Any, Final

from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.libraries.pandas.charging import pay, take
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.values import Array, Column, Table

#: How often a table is referred to that nobody has any more, as it is asked about here.
_GONE: Final = counted(2, lent=1)


def written_over(table: Table, name: Any) -> Array:
    """The values of a table's column, which are about to be written over: a copy of them, if another table or column
    has a part in their block."""
    values = table.data[name]
    if _is_shared(table, _block_of(values)):
        values = table.data[name] = values.copy()
        price = TABLE["own_column"]
        pay(table, price.call, price.cell * len(values))
        take(table.machine, price, 0)
        table.machine.made_of(values, ())
    return values


def _is_shared(table: Table, block: Array) -> bool:
    machine = table.machine
    sharing = machine.sharing.valuerefs()
    machine.allows(len(sharing))
    for reference in sharing:
        other = reference()
        if other is None or other is table or not any(_block_of(values) is block for values in _arrays_of(other)):
            continue
        if sys.getrefcount(other) > _GONE + machine.references(other):
            return True
    return False


def _arrays_of(holder: Any) -> tuple[Array, ...]:
    return (holder.values,) if isinstance(holder, Column) else tuple(holder.data.values())


def _block_of(values: Array) -> Any:
    return values if values.base is None else values.base
