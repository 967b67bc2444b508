"""A count of work that no machine's speed enters: lines of Python executed, in the unit and all that it calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from perfcast.measure.target import HARNESS_CODE, Call


def lines_executed(invoke: Callable[[Call], Any], call: Call) -> int:
    """Makes the call under a trace function, some 20 times slower than without."""
    lines = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        if event == "line":
            lines += 1
        return count

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        return None if frame.f_code in HARNESS_CODE else count

    sys.settrace(enter)
    try:
        invoke(call)
    finally:
        sys.settrace(None)
    return lines
