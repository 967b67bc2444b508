"""Whole numbers that a loop's statements make for a moment: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of

_COUNTING = """
def counted(a):
    odd = even = total = found = 0
    for v in a:
        total += v
        if total % 2 == 0:
            even += 1
            found = found + odd
        else:
            odd += 1
            found = found + even + 1
    return found
"""
_WITHIN = """
def within(a):
    def summed(n):
        total = 1
        i = 2
        while i * i <= n:
            total = total + i + n // i * 1000
            i += 1
        return total
    return summed(sum(a))
"""
_ADDING = """
def added(a):
    n = m = 0
    for i in range(len(a)):
        n = n + a[i] + 1000
        m = n * 3 + (n + a[i]) * 5
    return n + m
"""
#: A queue in which what is looked for is most often found: only larger runs count beyond what CPython shares.
_HITS = """
def hits(requests):
    ranked, hits = [], 0
    for one in requests:
        if one in ranked:
            hits += 1
            ranked.remove(one)
        elif len(ranked) >= 20:
            ranked.pop(0)
        ranked.append(one)
    return hits
"""


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("source", "length", "measured"),
    [(_COUNTING, 200, 32), (_COUNTING, 900, 96), (_WITHIN, 200, 168), (_ADDING, 300, 96)],
)
def test_parts_of_what_is_computed_are_held_beside_names(source: str, length: int, measured: int) -> None:
    assert peak_of(source, f"a: list[int] * {length} in 1..100") == pytest.approx(measured, abs=8)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("value", "measured"),
    [
        ("n * 3 + v * 1000", 576),
        ("n * 3 + v * 1000 if v > 50 else n * 2 + v * 1000", 576),
        ("n * 3 or n * 2", 512),
    ],
)
def test_of_several_values_one_is_there(value: str, measured: int) -> None:
    source = (
        "def run(a):\n    k = [0] * 50\n    n = m = 1000\n    for v in a:\n"
        f"        m = {value}\n        n += 1000\n    return None\n"
    )
    assert peak_of(source, "a: list[int] * 200 in 1..100") == pytest.approx(measured, abs=8)


def test_numbers_that_only_large_runs_make_do_not_seem_to_grow() -> None:
    large = peak_of(_HITS, "requests: list[int] * 8e5 in 0..100")
    assert large == pytest.approx(peak_of(_HITS, "requests: list[int] * 8e4 in 0..100"), abs=64)


def test_what_holds_much_is_not_looked_through() -> None:
    kept = "def kept(a):\n    n, rows = 0, list(a)\n    for v in a:\n        n = n + v + 1000\n    return rows, n\n"
    plain = "def kept(a):\n    n, rows = 0, list(a)\n    for v in a:\n        n = v\n    return rows, n\n"
    workload = "a: list[int] * 20000 in 1..100"
    assert peak_of(kept, workload) == pytest.approx(peak_of(plain, workload), rel=0.001)
