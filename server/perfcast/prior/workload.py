"""What can be read off a workload: sizes, numbers, kinds of arguments and orders of values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from perfcast.workload import Workload

_KINDS = (
    *("int", "float", "bool", "str", "bytes", "list", "tuple", "set", "dict", "deque"),
    *("ListNode", "TreeNode", "DataFrame", "Series"),
)
_QUALIFIERS = ("sorted", "reversed", "few", "distinct", "equal")
#: Arguments that are described one by one, from the first.
_PLACES = 3


def workload_features(workload: Workload) -> npt.NDArray[np.float64]:
    """[features], logarithms to base 2; -1 stands for what there is none of."""
    arguments = workload.arguments
    counts = sorted((a.count for a in arguments if a.sizes or a.type.shape), reverse=True)
    integers = sorted((abs(a.value) for a in arguments if type(a.value) is int), reverse=True)
    highs = sorted((float(a.high) for a in arguments if isinstance(a.high, int | float)), reverse=True)
    dimensions = sorted((size for a in arguments for size in (a.sizes or a.type.shape)), reverse=True)
    kinds = Counter(a.type.name for a in arguments)
    qualifiers = Counter(qualifier for a in arguments for qualifier in a.qualifiers)
    places: list[float] = []
    for argument in arguments[:_PLACES]:
        sizes = argument.sizes or argument.type.shape
        value = argument.value if isinstance(argument.value, int | float) else None
        places += [_log(argument.count) if sizes else -1.0, float(len(sizes)), -1.0 if value is None else _log(value)]
    places += [-1.0] * (3 * _PLACES - len(places))
    return np.array(
        [
            *_logs(counts, 3),
            *_logs(integers, 3),
            *_logs(highs, 2),
            *_logs(dimensions, 3),
            _log(sum(counts)),
            float(len(arguments)),
            float(sum(bool(a.type.shape) for a in arguments)),
            *(float(qualifiers[name]) for name in _QUALIFIERS),
            *(float(kinds[name]) for name in _KINDS),
            *places,
        ]
    )


def _logs(values: Sequence[float], count: int) -> list[float]:
    return [_log(value) for value in values[:count]] + [-1.0] * (count - len(values[:count]))


def _log(value: float) -> float:
    return math.log2(max(abs(float(value)), 1e-9)) if abs(value) < 10**300 else 1000.0
