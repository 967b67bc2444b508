"""``resample``: groups of rows by time, those without rows included."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay
from perfcast.trial.libraries.pandas.frequencies import check_frequency, span
from perfcast.trial.libraries.pandas.groups import Bins, Groups
from perfcast.trial.libraries.pandas.prices import EMPTY_BIN, GROUPS, IN_ORDER, NEW_TIMES
from perfcast.trial.libraries.pandas.values import Array, Column, Table, check_room

_DAY: Final = np.timedelta64(1, "D")
#: Months of a group; it is named by the first day of these, or by the last.
_MONTHS: Final = {"MS": 1, "ME": 1, "QS": 3, "QE": 3, "YS": 12, "YE": 12}
#: The first day of NumPy's is a Thursday; weeks begin with a Monday.
_MONDAY: Final = 3
_WEEK: Final = 7


def resampled(of: Table | Column, rule: Any, *, on: Any = None) -> Groups:
    """Raises KeyError, TypeError, ValueError, Unsupported."""
    check_frequency(rule)
    if on is not None and not isinstance(of, Table):
        raise Unsupported("a column of a column")
    times = of.data[on] if isinstance(of, Table) and on is not None else of.labels.values
    if times.dtype.kind != "M":
        raise TypeError("Only valid with DatetimeIndex")
    if np.isnat(times).any():
        raise Unsupported("groups of times that are missing")
    name = of.labels.name if on is None else on
    codes, bins = _bins(times, rule) if len(times) else (np.zeros(0, dtype=np.int64), times)
    found = Groups(of, [codes], [name], apart=() if on is None else (on,))
    found.codes, found.labels = codes, list(bins)
    pay(found, GROUPS["resample"].call, EMPTY_BIN * (len(bins) - len(np.unique(codes))))
    is_disordered = bool((times[1:] < times[:-1]).any())
    if on is not None or not of.machine.outside.holds(of.labels):
        pay(found, NEW_TIMES * (1 + is_disordered))
    if is_disordered:
        held, work = IN_ORDER
        pay(found, 0.0, work * len(times))
        # So are all columns, but for texts, which lie elsewhere.
        columns = list(of.data.values()) if isinstance(of, Table) else [of.values]
        moved = sum(values.nbytes for values in columns if values.dtype.kind != "O")
        found.machine.briefly(held * len(times) + moved)
    found.has_sorted = found.is_in_order = True
    found.machine.pass_over(len(of) // 4 + len(bins))
    return found


def grouper(machine: Machine, key: Any = None, level: Any = None, freq: Any = None) -> Bins:
    """As ``Grouper``. Raises Unsupported, ValueError."""
    if key is None or level is not None or freq is None:
        raise Unsupported("groups by something else than times")
    check_frequency(freq)
    return Bins(machine, lambda table: resampled(table, freq, on=key))


def _bins(times: Array, rule: Any) -> tuple[Array, Array]:
    """Of each time the number of its group, and what the groups are named by. Raises Unsupported."""
    days = times.astype("M8[D]")
    if isinstance(rule, str) and rule in _MONTHS:
        count = _MONTHS[rule]
        codes, bins = _from_first(days.astype("M8[M]").astype(np.int64) // count)
        if rule.endswith("S"):
            return codes, (bins * count).astype("M8[M]").astype(times.dtype)
        return codes, (((bins + 1) * count).astype("M8[M]").astype("M8[D]") - _DAY).astype(times.dtype)
    if rule in {"W", "W-SUN"}:
        codes, bins = _from_first((days.astype(np.int64) + _MONDAY) // _WEEK)
        return codes, ((bins + 1) * _WEEK - _MONDAY - 1).astype("M8[D]").astype(times.dtype)
    if not isinstance(rule, str) or rule.rstrip("0123456789")[-1:] not in set("Dhns"):
        raise Unsupported("groups of times of another kind")
    step = np.timedelta64(span(rule), "ns")
    start = days.min().astype("M8[ns]")
    codes, bins = _from_first((times.astype("M8[ns]") - start) // step)
    return codes, (start + bins * step).astype(times.dtype)


def _from_first(numbers: Array) -> tuple[Array, Array]:
    """Numbers from that of the first group on, and those of all groups. Raises Unsupported."""
    first, last = int(numbers.min()), int(numbers.max())
    check_room(last - first + 1)
    return numbers - first, np.arange(first, last + 1)
