"""How much is computed, as against how long it takes: the same on every machine, however busy."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_run(doing: Callable[[], object]) -> int:
    """Lines of Python that a call runs, those of what it calls included."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        doing()
    finally:
        sys.settrace(before)
    return count
