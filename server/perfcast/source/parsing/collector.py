"""Python's collector of cycles, kept away from large syntax trees while they are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No collection begins within, in any thread, and what is made within counts as old from then on.

    A tree is a million objects and not one cycle; the collector would go through all of them again and again as it
    grows, and once more when it is there, which takes longer than making it.
    """
    if not gc.isenabled():
        yield
        return
    # So that among what is old from then on there is next to nothing but the tree.
    gc.collect(1)
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            # Together they move all that is young to the oldest generation without looking at it.
            gc.freeze()
            gc.unfreeze()
        gc.enable()
