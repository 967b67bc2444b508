"""Usual ranges of integers, by their names: a month, an hour, a percentage."""

from __future__ import annotations

from typing import Final

from perfcast.workload.naming.names import last_word

#: What may be any of a range: one in the midst of it.
_USUAL: Final = {
    **dict.fromkeys(("year", "yr", "yyyy"), 2024),
    **dict.fromkeys(("month", "mon", "mm"), 6),
    **dict.fromkeys(("day", "dom"), 15),
    **dict.fromkeys(("weekday", "dow"), 3),
    **dict.fromkeys(("hour", "hh"), 12),
    **dict.fromkeys(("minute", "second"), 30),
    **dict.fromkeys(("percent", "percentage", "pct"), 50),
    **dict.fromkeys(("red", "green", "blue"), 128),
}
#: As many as there usually are.
_DURATIONS: Final = {"years": 30, "months": 24, "weeks": 52, "decades": 5}


def usual(name: str) -> int | None:
    """The number; None where a name says nothing of the kind."""
    word = last_word(name)
    return _USUAL.get(word) or _DURATIONS.get(word)
