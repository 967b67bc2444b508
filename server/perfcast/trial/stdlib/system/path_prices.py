"""Nanoseconds of methods and parts of paths, by the names of those that take other than most.

Later Pythons keep less of what a path is made of, and make it anew each time that it is asked for.
"""

from __future__ import annotations

import sys
from typing import Final

_UP_TO_3_11: Final[dict[str, float]] = {
    "as_posix": 110, "is_absolute": 65, "parts": 50, "parent": 500, "stem": 300, "suffix": 450, "suffixes": 500,
    "parents": 1_000, "cwd": 2_400, "home": 2_400, "absolute": 4_500, "expanduser": 6_000, "resolve": 15_000,
}  # fmt: skip
_OF_3_12: Final[dict[str, float]] = _UP_TO_3_11 | {
    "is_absolute": 220, "parts": 195, "parent": 1_150, "stem": 225, "suffix": 230, "suffixes": 500, "parents": 2_000,
    "is_relative_to": 10_000, "relative_to": 17_500, "match": 5_200, "with_stem": 1_750, "with_suffix": 1_850,
}  # fmt: skip
_SINCE_3_13: Final[dict[str, float]] = _UP_TO_3_11 | {
    "is_absolute": 90, "parts": 180, "parent": 1_050, "stem": 170, "suffix": 175, "suffixes": 400, "parents": 1_800,
    "is_relative_to": 5_400, "relative_to": 8_000, "match": 3_700, "full_match": 4_300, "with_name": 1_100,
    "with_stem": 1_400, "with_suffix": 1_400,
}  # fmt: skip
PATH_CALLS: Final[dict[str, float]] = (
    _SINCE_3_13 if sys.version_info >= (3, 13) else _OF_3_12 if sys.version_info >= (3, 12) else _UP_TO_3_11
)
