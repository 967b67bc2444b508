"""What has some order, or few different values, takes fewer comparisons to be sorted."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_SORTED = "def f(v):\n    return sorted(v)\n"
_NO_ORDER = "v: list[int] * 1000 in 0..1000000"
#: Sorted, changed a little and sorted again.
_ADDED = "def f(v):\n    w = sorted(v)\n    w.append(v[0])\n    w.sort()\n    return w\n"
_PUT_TOGETHER = "def f(v):\n    w = sorted(v)\n    w = w[500:] + w[:500]\n    w.sort()\n    return w\n"
_EXCHANGED = (
    "def f(v):\n    w = sorted(v)\n    for i in range(0, 900, 100):\n        w[i], w[i + 70] = w[i + 70], w[i]\n"
    "    w.sort()\n    return w\n"
)


@pytest.mark.parametrize(
    ("source", "measured"), [(_ADDED, 1.06), (_PUT_TOGETHER, 1.09), (_EXCHANGED, 1.16)], ids=["one", "half", "some"]
)
def test_what_is_nearly_in_order_is_soon_sorted(source: str, measured: float) -> None:
    assert time_of(source, _NO_ORDER) / time_of(_SORTED, _NO_ORDER) == pytest.approx(measured, rel=0.25)


@pytest.mark.parametrize(("length", "most", "measured"), [(1_000, 3, 0.57), (20_000, 3, 0.4), (20_000, 50, 0.67)])
def test_few_different_values_are_soon_sorted(length: int, most: int, measured: float) -> None:
    few, many = (f"v: list[int] * {length} in 0..{last}" for last in (most, 1_000_000))
    assert time_of(_SORTED, few) / time_of(_SORTED, many) == pytest.approx(measured, rel=0.3)


def test_objects_are_compared_by_their_own_code_but_once() -> None:
    source = (
        "def f(n: int):\n    asked = []\n    sorted([Key(i * 7919 % n, asked) for i in range(n)])\n"
        "    return 1 // (len(asked) < 10 * n)\n"
        "class Key:\n    def __init__(self, v, asked): self.v, self.asked = v, asked\n"
        "    def __lt__(self, other):\n        self.asked.append(1)\n        return self.v < other.v\n"
    )
    assert time_of(source, "n: int = 200") > 0.0
