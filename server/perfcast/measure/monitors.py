"""Threads that libraries start once and keep for good, to look after what the program does."""

from __future__ import annotations

import sys
from typing import Final

_OF_TQDM: Final = "tqdm._monitor"


def end_monitors() -> None:
    """Ends those that are known, and lets no other one start: they are no work of the call's that started them."""
    threading = sys.modules.get("threading")
    for thread in [] if threading is None else threading.enumerate():
        if type(thread).__module__ == _OF_TQDM:
            thread.tqdm_cls.monitor_interval = 0
            thread.exit()
