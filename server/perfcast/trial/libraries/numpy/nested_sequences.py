"""Bytes of each of the lists or arrays that one array is made from, besides their elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

#: Of what is noted of a list within a list, of which some are used again, and of an array there.
_NOTED: Final = 32
_USED_AGAIN: Final = 5
_ARRAY_NOTED: Final = 48
#: Of a part that is joined, which may be shown in another shape first; more of one that is no array yet.
_JOINED: Final = {
    "concatenate": 24,
    "hstack": 40,
    **dict.fromkeys(("vstack", "column_stack", "dstack"), 166),
    "stack": 174,
}
_CONVERTED: Final = 93


def of_sequences(name: str, given: Sequence[Any]) -> int:
    """Of a function that was given that; lists are taken to be as their first element is."""
    parts = given[0] if given else None
    if name in _JOINED and isinstance(parts, list | tuple) and parts:
        return len(parts) * (_JOINED[name] + (0 if isinstance(parts[0], np.ndarray) else _CONVERTED))
    return sum(map(_of_nested, given))


def _of_nested(value: Any) -> int:
    if not isinstance(value, list | tuple) or not value:
        return 0
    if isinstance(value[0], np.ndarray):
        return _ARRAY_NOTED * len(value)
    return _NOTED * max(0, _sequences(value) - _USED_AGAIN)


def _sequences(value: Any) -> int:
    """Lists within each other, and that one."""
    return 1 + len(value) * _sequences(value[0]) if isinstance(value, list | tuple) and value else 0
