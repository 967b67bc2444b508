"""Costs of finding and replacing substrings."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.prices import LOOKED_AT, SOUGHT, SOUGHT_LONG, SOUGHT_TOGETHER

#: Characters of a text that has most of those of what it is looked for in, so that few places are left out.
_LONG: Final = 20
#: ``replace`` counts what it finds, then puts a text together, if that is of another length; else it writes over a
#: copy.
_COUNTED_ONE: Final = 0.28
_COUNTED: Final = 0.95
_WRITTEN_OVER: Final = 3.3
_PUT_IN_ONE: Final = 8.5
_PUT_IN: Final = 30.0
#: The last character that has one byte in a text.
_LAST_OF_ONE_BYTE: Final = "\xff"


def is_too_wide(sought: Any, text: Any) -> bool:
    """Whether a text has fewer bytes for each character than what is looked for in it, so that nothing is gone through:
    typographic quotes in plain English."""
    is_plain = isinstance(text, str) and text.isascii() and isinstance(sought, str) and not sought.isascii()
    return is_plain and max(sought) > _LAST_OF_ONE_BYTE


def seeking(sought: Any, passed: int, text: Any) -> float:
    """Nanoseconds of going through so many of a text's characters; what is sought is gone through first itself, where
    it has many and is no longer than the text.
    """
    length = len(sought) if isinstance(sought, str | bytes | bytearray) else 1
    if length > len(text) or is_too_wide(sought, text):
        return 0.0
    if length >= _LONG:
        return SOUGHT_LONG * passed + LOOKED_AT * length
    return max(SOUGHT, SOUGHT_TOGETHER / (length + 1) if length > 1 else 0.0) * passed


def counting(text: Any, sought: Any, start: int | None = None, end: int | None = None) -> float:
    """Nanoseconds of ``count``, but for the call."""
    passed = len(range(*slice(start, end).indices(len(text))))
    is_one = not isinstance(sought, str | bytes | bytearray) or len(sought) <= 1
    is_counted_alone = is_one and not is_too_wide(sought, text)
    return _COUNTED_ONE * passed if is_counted_alone else seeking(sought, passed, text)


def replacing(text: Any, old: Any, new: Any, count: int = -1) -> float:
    """Nanoseconds of ``replace``, but for the call and the new text's bytes."""
    if isinstance(text, str) and text.isascii() and not old.isascii():
        # It asks which characters a text may have at all before it goes through it.
        return 0.0
    found = text.count(old) if len(old) else len(text) + 1
    found = found if count < 0 else min(found, count)
    is_one, is_as_long = len(old) <= 1, len(old) == len(new)
    if is_one and is_as_long:
        return _WRITTEN_OVER * found
    passes = 2 if found and not (is_one or is_as_long) else 1
    return (_COUNTED_ONE if is_one else _COUNTED) * passes * len(text) + (_PUT_IN_ONE if is_one else _PUT_IN) * found
