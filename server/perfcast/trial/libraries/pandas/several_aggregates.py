"""Pivot tables of several aggregates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay
from perfcast.trial.libraries.pandas.method_calls import listed
from perfcast.trial.libraries.pandas.values import Table, check_room, whole

#: Microseconds of putting tables beside each other, and of each of them; bytes of what each one is.
_BESIDE: Final = 180.0
_OF_TABLE: Final = 60.0
_HELD: Final = 13_000
#: Microseconds of each aggregate of a column.
_AGGREGATE: Final = 180.0


def side_by_side(one: Callable[..., Table], functions: Sequence[Any]) -> Table:
    """The tables of each function, whose columns are told by which function it was. Raises Unsupported, ValueError.

    Args:
        one: makes a table by a function.
    """
    if not functions:
        raise ValueError("No objects to concatenate")
    tables: dict[str, Table] = {}
    for function in functions:
        name = _name_of(function)
        if name in tables:
            raise Unsupported("several aggregates of the same name")
        found = tables[name] = one(aggfunc=function)
        found.machine.hold_aside(_HELD)
    check_room(sum(table.cells for table in tables.values()))
    first = next(iter(tables.values()))
    data = {(by, name): values for by, table in tables.items() for name, values in table.data.items()}
    pay(first, _BESIDE + _OF_TABLE * len(tables))
    return whole(first.machine, list(data), list(data.values()), first.labels)


def aggregates_of(names: Sequence[Any], function: Any) -> dict[Any, tuple[Any, Any]]:
    """The name of each column of the result -> whose values are aggregated, and by what."""
    if not isinstance(function, dict):
        return {name: (name, function) for name in names}
    are_several = any(isinstance(ones, list) for ones in function.values())
    found = {
        (name, _name_of(one)) if are_several else name: (name, one)
        for name, ones in function.items()
        for one in listed(ones)
    }
    return dict(sorted(found.items(), key=lambda pair: str(pair[0])))


def pay_for_aggregates(table: Table, count: int) -> None:
    """Of so many columns, each by its own."""
    pay(table, _AGGREGATE * count)


def _name_of(function: Any) -> str:
    return function if isinstance(function, str) else str(getattr(function, "name", "f"))
