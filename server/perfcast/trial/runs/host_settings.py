"""Settings of the hosting Python that trial runs need: a higher recursion limit, no warnings."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np

#: Frames of Python's own that the deepest allowed recursion takes.
_FRAMES: Final = 6_000


@contextmanager
def undisturbed() -> Iterator[None]:
    """Lets Python recurse as deep as the interpreter needs, and keeps NumPy's warnings to itself."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.setrecursionlimit(before)
