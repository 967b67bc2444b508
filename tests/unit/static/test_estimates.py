"""What the static estimates say of small functions whose cost is known."""

import math
from textwrap import dedent

import pytest

from perfcast.static import NAMES, Analysis
from perfcast.static.arguments import value_of
from perfcast.static.values import Text
from perfcast.workload import parse


def estimate(source: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Analysis(dedent(source)).estimate(parse(workload)), strict=True))


def growth(source: str, workload: str, name: str, small: int = 1_000, large: int = 16_000) -> float:
    """The exponent with which a cost grows between two sizes, written SIZE in the workload."""
    first, second = (estimate(source, workload.replace("SIZE", str(size)))[name] for size in (small, large))
    return (second - first) / math.log2(large / small)


LINEAR = """
    def f(xs):
        total = 0
        for x in xs:
            total += x
        return total
"""
QUADRATIC = """
    def f(xs):
        count = 0
        for i in range(len(xs)):
            for j in range(i + 1, len(xs)):
                if xs[i] + xs[j] > 10:
                    count += 1
        return count
"""
CONSTANT = """
    def f(xs):
        return xs[0] + xs[-1]
"""
HALVING = """
    def f(n):
        steps = 0
        while n > 0:
            n //= 2
            steps += 1
        return steps
"""
TWO_POINTERS = """
    def f(xs):
        left, right = 0, len(xs) - 1
        while left < right:
            xs[left], xs[right] = xs[right], xs[left]
            left += 1
            right -= 1
        return xs
"""
WINDOW = """
    def f(xs, limit):
        left = total = best = 0
        for right in range(len(xs)):
            total += xs[right]
            while total > limit:
                total -= xs[left]
                left += 1
            best = max(best, right - left)
        return best
"""
TREE = """
    def f(root):
        if root is None:
            return 0
        return 1 + f(root.left) + f(root.right)
"""
MEMOISED = """
    def f(n):
        @cache
        def go(i):
            if i < 2:
                return i
            return go(i - 1) + go(i - 2)
        return go(n)

    from functools import cache
"""
MERGE_SORT = """
    def f(xs):
        if len(xs) < 2:
            return xs
        mid = len(xs) // 2
        left, right = f(xs[:mid]), f(xs[mid:])
        out = []
        i = j = 0
        while i < len(left) and j < len(right):
            if left[i] < right[j]:
                out.append(left[i])
                i += 1
            else:
                out.append(right[j])
                j += 1
        return out + left[i:] + right[j:]
"""


@pytest.mark.parametrize(
    ("source", "workload", "exponent"),
    [
        (CONSTANT, "xs: list[int] * SIZE", 0),
        (LINEAR, "xs: list[int] * SIZE", 1),
        (QUADRATIC, "xs: list[int] * SIZE", 2),
        (HALVING, "n: int = SIZE", 0),
        (TWO_POINTERS, "xs: list[int] * SIZE", 1),
        (WINDOW, "xs: list[int] * SIZE; limit: int = 50", 1),
        (TREE, "root: TreeNode[int] * SIZE", 1),
        (MEMOISED, "n: int = SIZE", 1),
        (MERGE_SORT, "xs: list[int] * SIZE", 1),
    ],
)
def test_work_grows_with_the_size_as_it_does_when_run(source: str, workload: str, exponent: float) -> None:
    assert growth(source, workload, "log2_work") == pytest.approx(exponent, abs=0.25)


@pytest.mark.parametrize(
    ("source", "workload"),
    [(LINEAR, "xs: list[int] * 1000"), (QUADRATIC, "xs: list[int] * 100"), (TWO_POINTERS, "xs: list[int] * 1000")],
)
def test_lines_of_simple_loops_are_about_those_executed(source: str, workload: str) -> None:
    lines = {LINEAR: 2003, QUADRATIC: 2 * 4950 + 2475 + 200, TWO_POINTERS: 4 * 500}[source]
    assert estimate(source, workload)["log2_work"] == pytest.approx(math.log2(lines), abs=0.6)


@pytest.mark.parametrize(
    ("expression", "size"),
    [
        ("[x * 1000.5 for x in xs]", 10_000 * (8 + 24)),
        ("list(xs)", 10_000 * 8),
        ("[[0] * 10 for _ in xs]", 10_000 * (8 + 56 + 80)),
        ("''.join('ab' for _ in xs)", 20_000),
    ],
)
def test_peak_and_result_are_about_the_bytes_of_what_is_returned(expression: str, size: float) -> None:
    values = estimate(f"def f(xs):\n    return {expression}", "xs: list[int] * 10000")
    assert values["log2_peak"] == pytest.approx(math.log2(size), abs=0.7)
    assert values["log2_result"] >= math.log2(size) - 0.7


def test_a_generator_expression_allocates_nothing_that_a_list_would() -> None:
    lazy = estimate("def f(xs):\n    return sum(x * x for x in xs)", "xs: list[int] * 100000")
    eager = estimate("def f(xs):\n    return sum([x * x for x in xs])", "xs: list[int] * 100000")
    assert lazy["log2_peak"] < eager["log2_peak"] - 5


def test_arguments_are_not_counted_as_allocated() -> None:
    values = estimate("def f(xs):\n    ys = xs\n    return ys", "xs: list[int] * 100000")
    assert values["log2_peak"] < 8
    assert values["log2_result"] > 19


def test_a_dictionary_holds_no_more_keys_than_there_are_values() -> None:
    source = "def f(s):\n    counts = {}\n    for c in s:\n        counts[c] = counts.get(c, 0) + 1\n    return counts"
    assert growth(source, "s: str * SIZE", "log2_peak") < 0.3


@pytest.mark.parametrize(
    ("body", "size"),
    [
        ("a * 2.0", 8 * 400 * 300),
        ("a.astype(np.float32)", 4 * 400 * 300),
        ("a[:, None, :] - a[None, :, :]", 8 * 400 * 400 * 300),
        ("a @ a.T", 8 * 400 * 400),
        ("a.sum(axis=0)", 8 * 300),
        ("a > 0.5", 400 * 300),
    ],
)
def test_results_of_arrays_have_the_bytes_of_their_shape(body: str, size: float) -> None:
    values = estimate(f"def f(a):\n    return {body}\n\nimport numpy as np", "a: float64[400, 300]")
    assert values["log2_result"] == pytest.approx(math.log2(size), abs=0.2)


@pytest.mark.parametrize(
    "turned", ["a.swapaxes(0, 1)", "a.transpose(1, 0, 2)", "a.transpose((1, 0, 2))", "np.swapaxes(a, 0, 1)"]
)
def test_axes_are_exchanged_as_they_are_named(turned: str) -> None:
    source = f"import numpy as np\n\ndef f(a):\n    return {turned}.sum(axis=0)\n"
    assert estimate(source, "a: float64[100, 3000, 4]")["log2_result"] == pytest.approx(math.log2(8 * 400), abs=0.3)


def test_views_of_arrays_allocate_nothing() -> None:
    source = "def f(a):\n    return a.reshape(-1)[::2].sum() + a.T[1:].max()"
    assert estimate(source, "a: float64[1000, 1000]")["log2_peak"] < 10


def test_branching_recursion_without_memory_is_far_more_than_with() -> None:
    plain = MEMOISED.replace("@cache", "")
    first, second = estimate(dedent(plain).replace("\n    \n", "\n"), "n: int = 25"), estimate(MEMOISED, "n: int = 25")
    assert first["log2_work"] > second["log2_work"] + 5
    assert (first["recursion"], first["memoised"]) == (2.0, 0.0)
    assert second["memoised"] == 1.0


def test_a_search_for_a_rare_value_is_noted_as_leaving_early() -> None:
    source = "def f(xs):\n    for x in xs:\n        if x == 3:\n            return True\n    return False"
    values = estimate(source, "xs: list[int] * 1e6 in 0..9")
    assert values["early_exit"] == 1.0
    assert values["log2_work"] < 8


def test_a_method_runs_with_its_object_made_first() -> None:
    source = """
        class Counter:
            def totals(self, xs):
                return [self.step(x) for x in xs]
            def __init__(self):
                self.width = 3
            def step(self, x):
                return sum(range(x, x + self.width))
    """
    assert growth(source, "xs: list[int] * SIZE", "log2_calls") == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize(
    "source",
    [
        "x = 1",
        "def f(*args, **kwargs):\n    return undefined(args)[kwargs]",
        "def f(n):\n    while True:\n        n = n.next or f(n)",
        "async def f(n):\n    async for a in n:\n        await a",
        "def f(n):\n    return 2 ** 10 ** n ** n << n",
        "def f(n):\n    return [[[[0] * n] * n] * n] * n * n * n",
        "class A:\n    x = 1",
    ],
)
@pytest.mark.parametrize("workload", ["", "n: int = 1e30", "n: int = -5", "n: list[list[str]] * 1e9 * 1e9 * 1e9"])
def test_odd_code_and_huge_workloads_give_finite_numbers(source: str, workload: str) -> None:
    values = Analysis(source).estimate(parse(workload))
    assert len(values) == len(NAMES)
    assert all(math.isfinite(value) for value in values)


def test_long_code_is_given_up_after_so_many_steps() -> None:
    source = "def f(n):\n" + "    n = n + 1\n" * 5000 + "    return n"
    assert estimate(source, "n: int = 1")["log2_steps"] < 11.1


def test_text_that_does_not_parse_is_refused() -> None:
    with pytest.raises(SyntaxError):
        Analysis("def f(:")


def test_texts_that_say_something_are_as_long_as_that() -> None:
    short, long = (
        value_of(parse(f"a: {kind}").arguments[0]) for kind in ("json[{n: int}]", "csv[{n: int, m: label}] * 1000")
    )
    assert isinstance(short, Text)
    assert isinstance(long, Text)
    assert short.length < 50
    assert 10_000 < long.length < 100_000
    others = ("csv[{n: int, m: label}, ';'] * 1000", "TextIO[csv[{n: int, m: label}]] * 1000")
    assert [value_of(parse(f"a: {kind}").arguments[0]).length for kind in others] == [long.length] * 2
