"""Numbers, and lengths, beyond which a parameter makes no difference."""

from __future__ import annotations

import ast
import math

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.runs.clamped_workloads import clamped
from perfcast.trial.runs.clamps import Clamp, clamps_of
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11


@pytest.mark.parametrize(
    ("body", "clamp"),
    [
        ("n = max(1, min(n, 400))\n    return [n] * n", 400),
        ("return [0] * min(n, 50) + [1] * min(70, n)", 70),
        ("if n <= 0: raise ValueError\n    return list(range(min(n, 300)))", 300),
        ("if not isinstance(n, int): raise TypeError\n    return board(n)", 20),
        ("return board(size=n)", 20),
        ("for k in range(n): pass", None),
        ("n = min(n, 400) + n\n    return n", None),
        ("if n > 10: n = min(n, 20)\n    return [0] * n", None),
        ("return max(n, 30)", None),
        ("n += 1\n    return min(n, 5)", None),
        ("return n == 7 or 3 < n <= 9 or min(n, 5)", 10),
        ("return other(n)", None),
        ("return isinstance(n, int)", None),
        ("return again(n)", None),
        ("return [0] * (abs(n) % 40)", (0, 40)),
        ("return [0] * (n % 40 + abs(n) % 30) + [1] * min(abs(n), 50)", (50, 120)),
        ("return n % 40 + 30 % n", None),
        ("n = n % 40\n    return [0] * n", (0, 40)),
        ("return abs(n) * (n % 40)", None),
        ("if n is None: return\n    return [0] * min(n, 50)", 50),
        ("return n is LARGEST or min(n, 50)", 61),
        ("return [0] * min(n, LARGEST)", 60),
        ("most = 80\n    return [0] * min(n, most)", 80),
        ("most = 80\n    most += 1\n    return [0] * min(n, most)", None),
        ("if n > 2: most = 80\n    return [0] * min(n, most)", None),
        ("return [0] * (n % LARGEST)", (0, 60)),
        ("width = abs(n)\n    return [0] * min(width, 50)", 50),
        ("width = n\n    width += 1\n    return [0] * min(width, 50)", None),
        ("n = n[:16]\n    return sum(n)", 16),
        ("if not n: return 0\n    return sum(n[2:LARGEST])", 60),
        ("if n: return sum(n[:30])", 30),
        ("if len(n) == 0: return 0\n    return max(n[:30])", 30),
        ("return [0] * min(len(n), 40)", 40),
        ("return len(n) + sum(n[:30])", None),
        ("return n[:30][::-1] + n[-5:30]", None),
        ("return n[:-3]", None),
        ("return n[:30] if 7 in n else 0", None),
        ("del n[:30]", None),
        ("return n[:30:-1]", None),
    ],
)
def test_where_nothing_else_looks_at_it(body: str, clamp: int | tuple[int, int] | None) -> None:
    text = f"def f(n):\n    {body}\ndef board(size):\n    size = min(size, 20)\n    return [size] * size\n"
    tree = ast.parse(f"{text}def again(n):\n    return again(n)\nLARGEST = 60\n")
    unit = tree.body[0]
    assert isinstance(unit, ast.FunctionDef)
    expected = clamp and Clamp(*((clamp,) if isinstance(clamp, int) else clamp))
    assert clamps_of(tree, unit, drop_first=False).get("n") == expected


def test_a_default_clamps_where_nothing_else_is_given() -> None:
    tried = Trials("def f(n, most=30):\n    return list(range(min(n, most)))\n")
    whole, large = (tried.estimate(parse(f"n: int = {size}")) for size in (30, 70_000))
    assert large == whole
    assert tried.estimate(parse("n: int = 70000; most: int = 60000")) > whole


def test_a_default_of_what_is_called_does_not() -> None:
    tree = ast.parse("def f(n):\n    return g(n)\ndef g(n, most=30):\n    return list(range(min(n, most)))\n")
    unit = tree.body[0]
    assert isinstance(unit, ast.FunctionDef)
    assert clamps_of(tree, unit, drop_first=False) == {}


def test_functions_of_the_file_come_before_those_of_python() -> None:
    tree = ast.parse("def f(n):\n    return abs(n) % 40\ndef abs(n):\n    return sum(range(n))\n")
    unit = tree.body[0]
    assert isinstance(unit, ast.FunctionDef)
    assert clamps_of(tree, unit, drop_first=False) == {}


def test_larger_numbers_cost_the_same() -> None:
    board = "def f(n):\n    n = max(1, min(n, 400))\n    return [[0] * n for _ in range(n)]\n"
    tried = Trials(board)
    first, *others = (tried.estimate(parse(f"n: int = {size}")) for size in (400, 401, 5_000, 900_000))
    assert all(other == first for other in others)
    peak = 2 ** first[NAMES.index("trial_peak")]
    # 400 lists of 400 pointers each, and one of these lists.
    assert peak == pytest.approx(400 * 3256 + 3400, rel=0.3)


def test_numbers_that_leave_the_same_cost_the_same() -> None:
    tried = Trials("def f(n):\n    return list(range(abs(n) % 300))\n")
    assert tried.estimate(parse("n: int = 107000")) == tried.estimate(parse("n: int = 200"))
    assert tried.estimate(parse("n: int = 299")) != tried.estimate(parse("n: int = 301"))


def _peaks(text: str, *workloads: str) -> list[float]:
    tried = Trials(text)
    return [tried.estimate(parse(workload))[NAMES.index("trial_peak")] for workload in workloads]


def test_elements_behind_a_cut_cost_nothing() -> None:
    pairs = "def f(xs):\n    xs = xs[:50]\n    return [(x, y) for x in xs for y in xs]\n"
    few, *others = _peaks(pairs, *(f"xs: list[int] * {size} in 0..9" for size in (50, 51, 800, 700_000)))
    assert others == [few] * 3
    # 2,500 pairs, and a list of them.
    assert 2**few == pytest.approx(2_500 * (8 + 56), rel=0.1)


@OF_PYTHON_3_11
def test_of_a_text_a_cut_is_a_new_one_only_where_something_is_behind_it() -> None:
    at, *behind = _peaks("def f(s):\n    return s[:300]\n", *(f"s: str * {size}" for size in (300, 301, 70_000)))
    assert behind[0] == behind[1] == pytest.approx(at + math.log2(349 + 1), abs=0.01)


def test_the_first_of_sorted_elements_are_not_like_few_sorted_ones() -> None:
    values = "def f(xs):\n    return list(range(max(xs[:20])))\n"
    few, many = _peaks(values, "xs: list[int] * 20 in 0..4000 sorted", "xs: list[int] * 4000 in 0..4000 sorted")
    assert many < few - 2


def test_beside_what_is_longer_a_cut_does_not_count() -> None:
    workload = parse("xs: list[int] * 500; ys: list[int] * 9000")
    assert clamped(workload, {"xs": Clamp(20)}) == workload


def test_numbers_beside_a_cut_stay_in_small_runs() -> None:
    xs, k = clamped(parse("xs: list[int] * 500; k: int = 40"), {"xs": Clamp(16)}).arguments
    assert (xs.sizes, k.value, k.kept) == ((16,), 40, (0,))


def test_smaller_ones_do_not() -> None:
    tried = Trials("def f(n):\n    n = min(n, 400)\n    return list(range(n))\n")
    small, large = (tried.estimate(parse(f"n: int = {size}"))[NAMES.index("trial_peak")] for size in (40, 400))
    assert small < large - 2


@pytest.mark.parametrize("taken", ["values[:2000]", "values[..., :2000]", "values[None, :2000][0]"])
def test_slices_of_arrays_are_bounds(taken: str) -> None:
    text = f"def f(values):\n    for value in {taken}:\n        value ** 2\n"
    times = [Trials(text).estimate(parse(f"values: float64[{n}]"))[NAMES.index("trial_time")] for n in (3_000, 300_000)]
    assert times[1] == pytest.approx(times[0], abs=0.7)
