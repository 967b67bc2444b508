"""Names that stand for something without being defined in the text."""

from __future__ import annotations

import builtins
from typing import Final

_MODULES: Final = {"np": "numpy", "pd": "pandas"}
_STANDARD: Final = frozenset(
    {
        *("heappush", "heappop", "heapify", "heappushpop", "heapreplace", "nlargest", "nsmallest", "bisect"),
        *("bisect_left", "bisect_right", "insort", "insort_left", "insort_right", "Counter", "defaultdict", "deque"),
        *("OrderedDict", "accumulate", "combinations", "permutations", "product", "chain", "pairwise", "groupby"),
        *("zip_longest", "islice", "starmap", "takewhile", "dropwhile", "repeat", "count", "cycle", "tee", "compress"),
        *("gcd", "lcm", "sqrt", "isqrt", "ceil", "floor", "log", "log2", "log10", "factorial", "comb", "perm"),
        *("prod", "inf", "pi", "hypot", "reduce", "partial", "cmp_to_key", "lru_cache", "cache", "deepcopy"),
        *("itemgetter", "combinations_with_replacement", "exp", "dist", "fsum", "xor", "add", "mul", "ascii_lowercase"),
        *("ListNode", "TreeNode", "math", "re", "random", "string", "itertools", "collections", "heapq", "functools"),
        *("torch", "numpy", "pandas"),
    }
)  # fmt: skip


def known_name(name: str) -> str | None:
    """The dotted name that a free name stands for; None where it stands for nothing known."""
    if name in _MODULES:
        return _MODULES[name]
    return name if name in _STANDARD or hasattr(builtins, name) else None
