"""Bytes that are held while texts are put together of others."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

#: Bytes of a text without its characters; characters that the place of one has from the start that is to be filled,
#: besides those of the format.
_EMPTY: Final = sys.getsizeof("")
_ROOM: Final = 100


def while_filled(template: str, text: str, parts: Sequence[Any], *, as_written: bool = False) -> int:
    """The place that a format is filled in, and the longest of what is written down for it.

    Args:
        text: what comes of it.
        parts: what it is filled with.
        as_written: texts among them are put in as source text has them.
    """
    place = max(_EMPTY + _ROOM + len(template), sys.getsizeof(text))
    of_texts = sum(len(part) for part in parts if type(part) is str)
    if as_written:
        return place + _EMPTY + of_texts
    are_written = any(type(part) not in _SHORT for part in parts)
    return place + (_EMPTY + max(0, len(text) - len(template) - of_texts) if are_written else 0)


#: Their text is put in where it belongs.
_SHORT: Final = frozenset({str, int, bool, type(None)})
