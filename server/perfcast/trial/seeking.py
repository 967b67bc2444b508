"""What it takes to look for a text within another one."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.prices import LOOKED_AT, SOUGHT, SOUGHT_LONG

#: Characters of a text that has most of those of what it is looked for in, so that few places are left out.
_LONG: Final = 20


def seeking(sought: Any, passed: int) -> float:
    """Nanoseconds of going through so many characters; one of many characters is gone through first itself."""
    length = len(sought) if isinstance(sought, str | bytes | bytearray) else 1
    return SOUGHT_LONG * passed + LOOKED_AT * length if length >= _LONG else SOUGHT * passed
