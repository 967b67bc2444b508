"""Code that is over as soon as it has found something, and code that is cheap however much it is given."""

from __future__ import annotations

import ast
import math

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.runs.early_ends import may_end_early
from perfcast.trial.scaling import have_values, shrunk
from perfcast.workload import parse

PAIR = """
def pair(nums, target):
    for i in range(len(nums)):
        for j in range(i + 1, len(nums)):
            if nums[i] + nums[j] == target:
                return i, j
    return None
"""

NEAR = """
def near(points, close):
    for i, (x, y) in enumerate(points):
        for j in range(i + 1, len(points)):
            if (points[j][0] - x) ** 2 + (points[j][1] - y) ** 2 < close * close:
                return i, j
    return None
"""

LONGEST = """
def longest(nums):
    there = set(nums)
    best = 0
    for number in there:
        if number - 1 not in there:
            last = number
            while last + 1 in there:
                last += 1
            best = max(best, last - number + 1)
    return best
"""

PAIRS_OF_MANY = """
def pairs_of_many(xs, least):
    held = []
    if len(xs) * len(xs) > 500_000:
        for a in xs:
            for b in xs:
                if a + b < least:
                    return held
                held.append(a * b + 1000)
    return held
"""


REMEMBERED_PAIRS = """
FOUND = {}
def remembered_pairs(xs):
    if len(xs) * len(xs) > 500_000:
        for a in xs:
            for b in xs:
                if a < 0:
                    return FOUND
                if (a, b) not in FOUND:
                    FOUND[a, b] = sum(k * a * b for k in range(300))
    return FOUND
"""

REMEMBERED_TOTAL = """
DONE = {}
def remembered_total(xs):
    if len(xs) not in DONE:
        total = 0
        if len(xs) * len(xs) > 500_000:
            for a in xs:
                for b in xs:
                    if a < 0:
                        return total
                    total += a * b
        DONE[len(xs)] = total
    return DONE[len(xs)]
"""


def _found(text: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))


@pytest.mark.parametrize(
    ("values", "count", "is_whole"),
    [(" in 0..1000", 20_000, True), ("", 20_000, True), (" in 0..1000", 200_000, False)],
)
def test_a_pair_is_found_as_early_as_in_the_workload(values: str, count: int, is_whole: bool) -> None:
    found = _found(PAIR, f"nums: list[int] * {count}{values}; target = 150")
    assert (found["trial_whole"] == 1.0) is is_whole
    # One number in 6.6 has others that make up for the rest; each is compared with all that follow: 40 ns each time.
    assert 2 ** found["trial_time"] == pytest.approx(6.6 * count * 40, rel=0.7)


@pytest.mark.parametrize(("count", "target"), [(20_000, 5000), (3000, 2500), (5000, 5000), (5000, 6000)])
def test_a_search_that_finds_nothing_goes_on_as_a_power(count: int, target: int) -> None:
    found = _found(PAIR, f"nums: list[int] * {count} in 0..1000; target = {target}")
    assert 2 ** found["trial_time"] == pytest.approx(count**2 / 2 * 40, rel=0.5)


def test_what_no_value_of_the_workload_tells_is_run_as_it_is() -> None:
    found = _found(NEAR, "points: list[tuple[float, float]] * 20000; close = 0.01")
    assert found["trial_whole"] == 1.0
    # Of pairs of places in a square of side 1 one in 3,200 is as close.
    assert 1e3 < 2 ** found["trial_time"] < 3e6


def test_a_table_of_recurring_values_is_run_as_it_is() -> None:
    found = _found(LONGEST, "nums: list[int] * 20000 in 0..1000")
    assert found["trial_whole"] == 1.0
    # A set of 1,001 numbers, as CPython 3.11 has it, was measured with 41,060 bytes.
    assert 2 ** found["trial_peak"] == pytest.approx(41_060, rel=0.05)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("for a in b:\n    if a:\n        break", True),
        ("def f(b):\n    while b:\n        if b.pop():\n            return b", True),
        ("any(a for a in b)", True),
        ("next((a for a in b), None)", True),
        ("any(b)", False),
        ("for a in b:\n    if a < 0:\n        raise ValueError(a)", False),
        ("for a in b:\n    def c():\n        return a", False),
        ("sum(a for a in b)", False),
        ("def f(b):\n    for a in b:\n        a()\n    return b", False),
    ],
)
def test_what_may_end_early(source: str, expected: bool) -> None:
    assert may_end_early(ast.parse(source)) is expected


def test_usual_values_shrink_where_values_do() -> None:
    whole = parse("nums: list[int] * 10000; target = 100; names: list[str] * 100")
    assert have_values(whole)
    assert str(shrunk(whole, 0.5, values=True)).startswith("nums: list[int] * 100 in 0..32; target: int = 10")
    assert not have_values(parse("xs: list[float] * 1000; k = 3"))


@pytest.mark.parametrize("sizes", [(1000,), (1000, 1000), (900, 1000)])
def test_no_estimate_is_below_what_a_run_of_the_workload_had_cost_when_it_was_given_up(sizes: tuple[int, ...]) -> None:
    trials = Trials(PAIRS_OF_MANY)
    for size in sizes:
        trials.begin_question()
        found = dict(zip(NAMES, trials.estimate(parse(f"xs: list[int] * {size} in 1..9; least = 0")), strict=True))
    # No smaller run takes more than the comparison, and nothing says how much more the workload's would have taken.
    assert found["trial_whole"] == 0.0
    assert found["trial_time_run"] < math.log2(1000)
    assert math.log2(3e6) < found["trial_time"] < math.log2(40e6)
    assert math.log2(1e6) < found["trial_peak"] < math.log2(45e6)


@pytest.mark.parametrize("source", [REMEMBERED_PAIRS, REMEMBERED_TOTAL])
def test_a_run_that_was_given_up_says_nothing_of_calls_that_find_what_it_left(source: str) -> None:
    assert _found(source, "xs: list[int] * 1000 in 1..9")["trial_time"] < math.log2(1e6)


DEAR_TO_MAKE = """
def is_empty(nodes: list[Node]) -> bool:
    for node in nodes:
        return False
    return True

class Node:
    def __init__(self, value: int):
        self.value = value
        self.total = 0
        for turn in range(5000):
            self.total += turn * value
"""


def test_a_run_that_was_given_up_before_its_call_began_says_nothing_of_the_call() -> None:
    assert _found(DEAR_TO_MAKE, "nodes: list[Node] * 400")["trial_time"] < math.log2(1e3)


LEFTMOST = """
def leftmost(root):
    while root:
        if root.val > 2:
            return root.val
        root = root.left

class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val, self.left, self.right = val, left, right
"""


@pytest.mark.parametrize(("nodes", "is_whole"), [(20_000, 1.0), (300_000, 0.0)])
def test_trees_are_tried_whole_while_making_them_takes_little_time(nodes: int, is_whole: float) -> None:
    row = Trials(LEFTMOST).estimate(parse(f"root: TreeNode[int] * {nodes}"))
    found = dict(zip(NAMES, row, strict=True))
    assert found["trial_whole"] == is_whole
    # Measured: 170 ns.
    assert 2.0 ** found["trial_time"] < 500
