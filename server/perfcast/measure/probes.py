"""Small calls of many kinds, timed: how fast a machine runs Python.

Run as a script, by itself: nothing is imported but the standard library, and no other thread has the interpreter. It
prints the seconds of one call of each, as JSON.
"""

from __future__ import annotations

import gc
import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Final

#: Seconds that one probe is timed for.
_BUDGET: Final = 0.015
#: Calls of one timing, of which the least counts.
_CALLS: Final = 5


class _Account:
    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.balance = 0

    def pay(self, amount: int) -> int:
        self.balance += amount
        return self.balance


def _arithmetic() -> int:
    total = 0
    for i in range(500):
        if i % 3:
            total += i * i - (i >> 1)
    return total


def _floats() -> float:
    x = y = 0.5
    for _ in range(300):
        x, y = x * y + 0.25, y - x / 3.0
        if x > 4.0:
            x -= 4.0
    return x


def _methods() -> int:
    account = _Account("somebody")
    for i in range(200):
        account.pay(i)
    return account.balance


def _containers() -> int:
    counts: dict[int, int] = {}
    seen = set()
    for i in range(250):
        key = i * 7 % 61
        counts[key] = counts.get(key, 0) + 1
        seen.add((key, i & 3))
    return len(seen) + max(counts.values())


def _comprehensions() -> int:
    rows = [[i * j for j in range(12)] for i in range(25)]
    return sum(sum(row) for row in rows)


def _objects() -> int:
    made = [_Account(str(i)) for i in range(100)]
    return sum(len(one.owner) for one in made)


def _sorting() -> list[int]:
    return sorted((i * 7919 % 1009 for i in range(400)), key=lambda value: -value)


def _texts() -> str:
    words = [f"word{i:03d}" for i in range(100)]
    return ",".join(word.upper() for word in words if word.endswith(("1", "3", "5"))).replace("W", "v")


def _patterns() -> int:
    return len(re.findall(r"(\w+)@(\w+)\.org", "one@two.org, three at four, five@six.org; " * 8))


def _json() -> object:
    return json.loads(json.dumps([{"id": i, "tags": ["a", "b"], "ratio": i / 7} for i in range(20)]))


def _copies() -> int:
    data = bytearray(60_000)
    return len(bytes(data)) + data.count(1)


PROBES: Final[Mapping[str, Callable[[], object]]] = {
    function.__name__.strip("_"): function
    for function in (
        *(_arithmetic, _floats, _methods, _containers, _comprehensions, _objects, _sorting, _texts, _patterns, _json),
        _copies,
    )
}


def seconds(function: Callable[[], object]) -> float:
    """Of one warm call: the least of many."""
    for _ in range(20):
        function()
    best = float("inf")
    until = time.perf_counter() + _BUDGET
    while (start := time.perf_counter()) < until:
        for _ in range(_CALLS):
            function()
        best = min(best, time.perf_counter() - start)
    return best / _CALLS


if __name__ == "__main__":
    gc.disable()
    print(json.dumps({name: seconds(function) for name, function in PROBES.items()}))
