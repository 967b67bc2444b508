"""How often Python says that a value is referred to which nobody else has: so trial runs tell what is gone after use.

It counts the name that holds the value, each call that it is passed on to and the question itself. Since 3.14 a call is
lent what a name holds (``LOAD_FAST_BORROW``), and most of these are counted no more. How many are depends on the way
from who holds the value to who asks: each place that asks has numbers of its own, found by running the same programs on
both and holding what is counted there against each other.
"""

from __future__ import annotations

import sys
from typing import Final

_LENDS: Final = sys.version_info >= (3, 14)


def counted(times: int, *, lent: int) -> int:
    """References to what nobody else has, at most: by Pythons up to 3.13, and by those that lend."""
    return lent if _LENDS else times
