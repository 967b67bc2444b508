"""Trial runs: powers are found, what is small is exact, what cannot be tried says so."""

from __future__ import annotations

import math

import numpy as np
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.scaling import largest, shrunk
from perfcast.workload import parse


def tried(source: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(source).estimate(parse(workload)), strict=True))


SQUARE = """
def f(xs):
    found = []
    for a in xs:
        for b in xs:
            found.append(a * b)
    return found
"""
LINE = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"


def test_the_power_of_the_size_is_found() -> None:
    line, square = (tried(source, "xs: list[int] * 1e5 in 0..9") for source in (LINE, SQUARE))
    assert line["trial_time_power"] == pytest.approx(1, abs=0.1)
    assert square["trial_time_power"] == pytest.approx(2, abs=0.2)
    assert square["trial_peak_power"] == pytest.approx(2, abs=0.3)
    assert square["trial_time"] - line["trial_time"] == pytest.approx(math.log2(1e5), abs=2)


def test_memory_of_what_was_tried_whole_is_that_of_the_objects() -> None:
    found = tried("def f(n):\n    return [i * 1000 for i in range(n)]\n", "n: int = 64")
    assert found["trial_whole"] == 1
    # 64 references, and as many whole numbers of 28 bytes, the first of them shared.
    assert 2 ** found["trial_peak"] == pytest.approx(56 + 8 * 64 + 28 * 63, rel=0.15)


def test_arguments_are_not_counted_and_results_are() -> None:
    assert tried(LINE, "xs: list[int] * 500 in 1000..2000")["trial_peak"] < 8
    assert tried("def f(xs):\n    return xs\n", "xs: list[int] * 500 in 1000..2000")["trial_result"] == 0


def test_an_early_exit_is_seen() -> None:
    source = "def f(n, k):\n    while n > 1 and k > 0:\n        n -= 1\n    return n\n"
    stays, goes = (tried(source, f"n: int = 100000; k: int = {k}") for k in (0, 1))
    assert goes["trial_time"] > stays["trial_time"] + 10


@pytest.mark.parametrize(
    "source",
    ["def f(xs):\n    import pandas\n    return pandas.Series(xs)\n", "async def f(xs):\n    return xs\n", "x = 1\n"],
)
def test_what_cannot_be_tried_says_so(source: str) -> None:
    assert tried(source, "xs: list[int] * 10")["trial_runs"] <= 0


def test_decorators_that_are_not_known_leave_the_function_as_it_is() -> None:
    source = "import numba\n\n@numba.njit(parallel=True)\ndef f(xs):\n    return sum(xs)\n"
    assert tried(source, "xs: list[int] * 10")["trial_whole"] == 1


def test_linked_nodes_are_of_the_units_class() -> None:
    source = """
class Solution:
    def depth(self, root):
        return 0 if root is None else 1 + max(self.depth(root.left), self.depth(root.right))

class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val, self.left, self.right = val, left, right
"""
    assert tried(source, "root: TreeNode[int] * 1000")["trial_time_power"] == pytest.approx(1, abs=0.3)


def test_sizes_shrink_by_the_same_power_and_small_ones_stay() -> None:
    workload = parse("xs: list[int] * 10000 in 0..9999; ys: list[int] * 900 in 0..7; k: int = 3; n: int = 100")
    assert largest(workload) == 10_000
    assert str(shrunk(workload, 0.5)) == (
        "xs: list[int] * 100 in 0..99; ys: list[int] * 30 in 0..7; k: int = 3; n: int = 10"
    )
    assert shrunk(workload, 1.0) == workload


def test_the_same_workload_gives_the_same_numbers() -> None:
    trials = Trials(SQUARE)
    first, other = (trials.estimate(parse("xs: list[int] * 300")) for _ in range(2))
    assert np.array_equal(first, other)


def test_memory_of_one_run_is_not_left_for_the_next() -> None:
    source = "from functools import cache\n\n@cache\ndef f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\n"
    found = tried(source, "n: int = 60")
    assert found["trial_whole"] == 1
    assert 2 ** found["trial_calls"] == pytest.approx(61, abs=3)


def test_what_was_tried_before_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = Trials(LINE)
    alone = [Trials(LINE).estimate(parse(f"xs: list[int] * {size}")) for size in (10**4, 10**6)]
    calls: list[str] = []
    call = Trials._call
    monkeypatch.setattr(Trials, "_call", lambda self, w, limit: (calls.append(str(w)), call(self, w, limit))[1])
    together = [trials.estimate(parse(f"xs: list[int] * {size}")) for size in (10**4, 10**6)]
    assert together == alone
    assert len(calls) == len(set(calls)) < 12
