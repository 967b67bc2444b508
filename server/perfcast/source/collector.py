"""Python's collector of cycles, kept away from syntax trees while they are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No collection begins within, in any thread.

    A tree is a million objects and not one cycle; the collector would go through all of them again and again as it
    grows, which takes longer than making it.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
