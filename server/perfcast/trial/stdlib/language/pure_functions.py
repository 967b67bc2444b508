"""Pure functions of the standard library that are Python's own."""

from __future__ import annotations

import bisect
import cmath
import collections
import collections.abc
import heapq
import itertools
import math
import stat
import statistics
import string
import zlib
from fractions import Fraction
from typing import Any, Final

from perfcast.trial.interpreter.builtin_functions import ALLOWED
from perfcast.trial.stdlib.numbers import decimals

#: By names of modules.
PURE: Final[dict[str, dict[str, Any]]] = {
    "math": {name: value for name, value in vars(math).items() if not name.startswith("_")},
    "cmath": {name: value for name, value in vars(cmath).items() if not name.startswith("_")},
    "string": {name: value for name, value in vars(string).items() if isinstance(value, str) and name[0] != "_"},
    "bisect": {
        name: getattr(bisect, name)
        for name in ("bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right")
    },
    "heapq": {name: getattr(heapq, name) for name in heapq.__all__},
    "itertools": {name: value for name, value in vars(itertools).items() if not name.startswith("_")},
    "collections": {name: getattr(collections, name) for name in ("Counter", "OrderedDict", "defaultdict", "deque")},
    "statistics": {
        name: getattr(statistics, name)
        for name in (
            *("mean", "median", "mode", "stdev", "pstdev", "variance", "pvariance", "fmean", "multimode"),
            *("StatisticsError", "median_low", "median_high"),
        )
    },
    "fractions": {"Fraction": Fraction},
    "decimal": decimals.CONSTANTS,
    "zlib": {name: getattr(zlib, name) for name in ("crc32", "adler32")},
    "stat": {name: value for name, value in vars(stat).items() if name.startswith("S_I")},
    "sys": {"maxsize": 2**63 - 1},
}
ALLOWED.update(value for members in PURE.values() for value in members.values() if callable(value))
#: Of ``collections.abc``.
ABSTRACT: Final = {name: getattr(collections.abc, name) for name in collections.abc.__all__}
