"""``json_normalize``: tables of records that hold others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.constructing import make_table
from perfcast.trial.libraries.pandas.values import check_room

#: Nanoseconds of a call, of a record that is written anew, of a value in it, and of a record within it.
_CALL: Final = 45_000.0
_RECORD: Final = 300.0
_VALUE: Final = 400.0
_WITHIN: Final = 350.0
#: Nanoseconds of a record whose parts become rows, and of each value that goes along with these.
_OPENED: Final = 4_000.0
_ALONG: Final = 150.0
#: Bytes of a name that is put together of several.
_NAME: Final = 58


def normalized(
    machine: Machine,
    data: Any,
    record_path: Any = None,
    meta: Any = None,
    meta_prefix: str | None = None,
    record_prefix: str | None = None,
    errors: str = "raise",
    sep: str = ".",
    max_level: int | None = None,
) -> Any:
    """As ``json_normalize``. Raises KeyError, Unsupported."""
    records = [data] if isinstance(data, dict) else data
    if not isinstance(records, list) or any(not isinstance(one, dict) for one in records):
        raise Unsupported("records of another kind")
    check_nesting(records)
    machine.pay(_CALL)
    along: list[dict[str, Any]] = []
    if record_path is not None:
        records, along = _opened(machine, records, record_path, meta, errors)
    machine.pass_over(2 * sum(map(len, records)))
    rows = [_flat(machine, record, sep, max_level) for record in records]
    if record_prefix:
        rows = [{f"{record_prefix}{name}": value for name, value in row.items()} for row in rows]
    for row, others in zip(rows, along, strict=False):
        row.update({f"{meta_prefix or ''}{name}": value for name, value in others.items()})
    check_room(sum(map(len, rows)))
    found = make_table(machine, rows)
    names = sum(sep in name for row in rows for name in row)
    machine.briefly(sum(map(sys.getsizeof, rows)) + _NAME * names)
    return found


def _opened(
    machine: Machine, records: list[dict[Any, Any]], path: Any, meta: Any, errors: str
) -> tuple[list[dict[Any, Any]], list[dict[str, Any]]]:
    """The records at the end of a path, and what goes along with each of them."""
    steps = path if isinstance(path, list) else [path]
    others = [] if meta is None else meta if isinstance(meta, list) else [meta]
    if len(steps) != 1 or errors != "raise" or any(not isinstance(one, str) for one in (*steps, *others)):
        raise Unsupported("records further within")
    found, along = [], []
    for record in records:
        inner = record[steps[0]]
        if not isinstance(inner, list) or any(not isinstance(one, dict) for one in inner):
            raise Unsupported("records of another kind")
        machine.pay(_OPENED + _ALONG * len(inner) * len(others))
        told = {name: record[name] for name in others}
        found += inner
        along += [told] * len(inner)
    return found, along


def _flat(machine: Machine, record: dict[Any, Any], sep: str, most: int | None) -> dict[str, Any]:
    """A record whose values are no records, down to a level."""
    machine.pay(_RECORD)
    return dict(_leaves(machine, record, "", sep, most))


def _leaves(
    machine: Machine, record: dict[Any, Any], before: str, sep: str, most: int | None
) -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        machine.pay(_VALUE)
        name = f"{before}{key}"
        if isinstance(value, dict) and value and (most is None or most > 0):
            machine.pay(_WITHIN)
            yield from _leaves(machine, value, f"{name}{sep}", sep, None if most is None else most - 1)
        else:
            yield name, value
