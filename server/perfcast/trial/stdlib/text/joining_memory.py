"""Bytes that are held while strings are concatenated and joined."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from string import Formatter
from typing import Any, Final

from perfcast.trial.interpreter.accounting.counts import HIDDEN

#: Bytes of a text without its characters; characters that the place of one has from the start that is to be filled,
#: besides those of the format.
_EMPTY: Final = sys.getsizeof("")
_ROOM: Final = 100
#: Characters of a template that is nothing but a place.
_ALONE: Final = 2
#: Of a template for ``%``: the key of a part, and what it is put in as.
_CONVERTED: Final = re.compile(r"%(?:\(([^)]*)\))?[^a-zA-Z%]*([a-zA-Z%])")
#: Their text is put in where it belongs.
_SHORT: Final = frozenset({str, int, bool, type(None)})


def while_filled_by_percent(template: str, text: str, right: Any) -> int:
    """The place that a template is filled in by ``%``, and what is written down for it; 0 where that is little more
    than the text that comes of it."""
    found = [(key, letter) for key, letter in _CONVERTED.findall(template) if letter != "%"]
    if isinstance(right, dict) and any(key for key, _ in found):
        parts = [right[key] for key, _ in found if key in right]
    else:
        parts = list(right) if isinstance(right, tuple) else [right]
    return _while_filled(template, text, parts, [place for place, (_, letter) in enumerate(found) if letter == "r"])


def while_formatted(template: str, text: str, parts: Sequence[Any]) -> int:
    """The same of `str.format`."""
    quoted = sum(conversion == "r" for *_, conversion in Formatter().parse(template)) if "!r" in template else 0
    return _while_filled(template, text, parts, range(len(parts)) if quoted == len(parts) else ())


def _while_filled(template: str, text: str, parts: Sequence[Any], quoted: Collection[int]) -> int:
    """
    Args:
        quoted: places of parts that are put in as source text has them.
    """
    if len(template) <= _ALONE and len(text) >= _ROOM:
        # There is nothing that it is put in between.
        return 0
    beside = _ROOM + len(template) - len(text) if len(text) < _ROOM else 0
    texts = [(len(part), place in quoted) for place, part in enumerate(parts) if type(part) is str]
    if quoted:
        beside += _EMPTY + sum(length for length, is_quoted in texts if is_quoted)
    if any(type(part) not in _SHORT for part in parts):
        beside += _EMPTY + max(0, len(text) - len(template) - sum(length for length, _ in texts))
    return sys.getsizeof(text) + beside if beside > HIDDEN else 0
