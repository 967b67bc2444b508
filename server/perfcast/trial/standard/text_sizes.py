"""Bytes that are held while texts are put together of others."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from typing import Any, Final

from perfcast.trial.accounting.machine import HIDDEN

#: Bytes of a text without its characters; characters that the place of one has from the start that is to be filled,
#: besides those of the format.
_EMPTY: Final = sys.getsizeof("")
_ROOM: Final = 100


def while_filled(template: str, text: str, parts: Sequence[Any]) -> int:
    """The place that a format is filled in, and what is written down for it; 0 where that is little more than the text
    that comes of it.

    Args:
        parts: what it is filled with.
    """
    beside = _ROOM + len(template) - len(text) if len(text) < _ROOM else 0
    quoted = quoted_in(template, len(parts))
    texts = [(len(part), place in quoted) for place, part in enumerate(parts) if type(part) is str]
    if quoted:
        beside += _EMPTY + sum(length for length, is_quoted in texts if is_quoted)
    if any(type(part) not in _SHORT for part in parts):
        beside += _EMPTY + max(0, len(text) - len(template) - sum(length for length, _ in texts))
    return sys.getsizeof(text) + beside if beside > HIDDEN else 0


def quoted_in(template: str, parts: int) -> Collection[int]:
    """Which of so many parts a format puts in as source text has them."""
    if "!r" in template:
        return range(parts) if template.count("!r") == parts else ()
    if "%r" not in template:
        return ()
    return [place for place, letter in enumerate(_CONVERTED.findall(template.replace("%%", ""))) if letter == "r"]


_CONVERTED: Final = re.compile(r"%[^a-zA-Z]*([a-zA-Z])")
#: Their text is put in where it belongs.
_SHORT: Final = frozenset({str, int, bool, type(None)})
