"""How long plain data takes to be written as JSON, and to be read from it."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.prices import (
    CHARACTER_WRITTEN,
    FLOAT_LAID_OUT,
    FLOAT_READ,
    FLOAT_SHOWN,
    KEY_IN_ORDER,
    KEY_LAID_OUT,
    LAID_OUT,
    LIST_LAID_OUT,
    LIST_WRITTEN,
    PARTS_READ,
    READ,
    TABLE_LAID_OUT,
    TABLE_WRITTEN,
    TEXT_LAID_OUT,
    WRITTEN,
)

#: Characters of a text that writing one takes.
_SHORT: Final = 10


def writing(value: Any, *, in_lines: bool = False, in_order: bool = False) -> float:
    """Nanoseconds of writing plain data, each part as often as it is written.

    Args:
        in_lines: whether it is laid out in lines, by a loop of generators, one within the other.
        in_order: whether keys are put in order first.
    """
    write = partial(writing, in_lines=in_lines, in_order=in_order)
    if isinstance(value, dict):
        ordering = KEY_IN_ORDER * len(value) * math.log2(len(value) + 1) if in_order else 0.0
        table, key = (TABLE_LAID_OUT, KEY_LAID_OUT) if in_lines else (WRITTEN + TABLE_WRITTEN, WRITTEN)
        return table + key * len(value) + ordering + sum(map(write, value.values()))
    if isinstance(value, list | tuple):
        return (LIST_LAID_OUT if in_lines else WRITTEN + LIST_WRITTEN) + sum(map(write, value))
    digits = (FLOAT_SHOWN + FLOAT_LAID_OUT * in_lines) * (type(value) is float)
    is_text = isinstance(value, str)
    characters = CHARACTER_WRITTEN * max(0, len(value) - _SHORT) if is_text else 0.0
    plain = (TEXT_LAID_OUT if is_text else LAID_OUT) if in_lines else WRITTEN
    return plain + digits + characters


def reading(value: Any) -> float:
    """Nanoseconds of making what a text says, beyond going through it."""
    if isinstance(value, dict):
        return PARTS_READ + READ * len(value) + sum(map(reading, value.values()))
    if isinstance(value, list):
        return PARTS_READ + sum(map(reading, value))
    return FLOAT_READ if type(value) is float else READ
