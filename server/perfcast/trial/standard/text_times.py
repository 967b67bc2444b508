"""How long values take to be written into texts."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

from perfcast.trial.accounting.prices import (
    DATE_CALLS,
    ENTRY_SHOWN,
    FLOAT_FILLED,
    FLOAT_SHOWN,
    PART_SHOWN,
    SPAN_SHOWN,
    WHOLE_FORMATTED,
)


def shown(value: Any, *, by_format: bool = False) -> float:
    """Nanoseconds that it takes to write down a value beyond what others take: a float's digits, a moment's parts."""
    if type(value) is float:
        return FLOAT_FILLED if by_format else FLOAT_SHOWN
    if by_format and isinstance(value, int):
        return WHOLE_FORMATTED
    if isinstance(value, date | time):
        return DATE_CALLS["strftime"] if by_format else DATE_CALLS["isoformat"]
    return SPAN_SHOWN if isinstance(value, timedelta) else 0.0


def written_out(value: Any) -> float:
    """Nanoseconds of writing a container's elements into a text; all are as a rule like the first one."""
    if isinstance(value, dict):
        return ENTRY_SHOWN * len(value)
    if isinstance(value, list | tuple | set | frozenset) and value:
        first = next(iter(value))
        return (PART_SHOWN + shown(first) + written_out(first)) * len(value)
    return 0.0
