"""Sequences that a function takes to be in order."""

import pytest

from perfcast.workload.language.parsing import parse
from perfcast.workload.values.building import build
from tests.unit.workload.made_up import default

SEARCH = "def f(xs: {}, x: int):\n lo, hi = 0, len(xs)\n while lo < hi:\n  mid = {}\n  {}\n return lo"
MERGE = "def f(a: list[int], b: list[int]):\n i = j = 0\n while i < len(a):\n  if a[i] <= b[{}]: i += 1\n  else: j += 1"
ENDS = (
    "def f(xs: list[int], k: int):\n i, j = 0, len(xs) - 1\n while i < j:\n  total = xs[i] + xs[j]\n"
    "  if total {} k: i += 1\n  else: j -= 1"
)


@pytest.mark.parametrize(
    ("source", "is_sorted"),
    [
        (SEARCH.format("list[int]", "(lo + hi) // 2", "if xs[mid] < x: lo = mid + 1\n  else: hi = mid"), True),
        (SEARCH.format("list[str]", "lo + (hi - lo) // 2", "if x > xs[mid]: lo = mid + 1\n  else: hi = mid"), True),
        (SEARCH.format("list[int]", "(lo + hi) // 2", "use(xs[mid])"), False),
        (SEARCH.format("list[tuple[int, int]]", "(lo + hi) >> 1", "if xs[mid] < x: lo = mid + 1"), True),
        (SEARCH.format("list[tuple[int, complex]]", "(lo + hi) >> 1", "if xs[mid] < x: lo = mid + 1"), False),
        (SEARCH.format("list[list[int]]", "(lo + hi) >> 1", "if xs[mid] < x: lo = mid + 1"), False),
        (SEARCH.format("list[int]", "(lo + hi) // 2", "if xs[mid] < x: xs[lo], xs[mid] = xs[mid], xs[lo]"), False),
        (SEARCH.format("list[int]", "(lo + hi) // 2", "if xs[mid] < x: xs[lo:hi] = merge(lo, mid, hi)"), False),
        (SEARCH.format("list[int]", "(lo + hi) // 2", "if xs[mid] <= xs[mid + 1]: return"), False),
        (SEARCH.format("list[complex]", "(lo + hi) // 2", "if xs[mid] < x: lo = mid + 1"), False),
        ("def f(xs: list[float], x): return bisect.bisect_left(xs, x)", True),
        ("def f(xs: list[float], x):\n xs.sort()\n return bisect.bisect_left(xs, x)", False),
        ("def f(xs: np.ndarray, x): return np.searchsorted(xs, x)", True),
        ("def f(sorted_names: list[str]): return sorted_names[0]", True),
        ("def f(sorted_events: list[Event]): return sorted_events[0]", False),
        ("def f(sorted_days: list[date]): return sorted_days[0]", True),
        ("def f(values_sorted: list[float]): return values_sorted[0]", True),
        ("def f(timestamps): return sum(t - 1 for t in timestamps)", True),
        (MERGE.format("j"), True),
        (MERGE.format("i"), False),
        (MERGE.format("j").replace("i += 1", "i = i + 1").replace("j += 1", "j = j + 1"), True),
        (MERGE.format("j").replace("i += 1", "i = i - 1"), False),
        (MERGE.format("j").replace("list[int]", "list[tuple[float, str]]").replace("]:", "][0]:"), True),
        (ENDS.format("<"), True),
        (ENDS.format("=="), False),
        (ENDS.format("<").replace("xs[i] + xs[j]", "xs[i] * xs[j]"), False),
        ("def f(a: list[int], b: list[int]): return list(heapq.merge(a, b))", True),
        ("def f(a: list[int], b: list[int]): return list(merge(a, b, key=abs))", False),
        ("def f(a: list[int], b: list[int]): return frame.merge(a, b)", False),
    ],
)
def test_what_is_taken_to_be_in_order_is(source: str, is_sorted: bool) -> None:
    workload = parse(default(source))
    assert ("sorted" in workload.arguments[0].qualifiers) == is_sorted
    if is_sorted:
        values = next(iter(build(workload, 1)[1].values()))
        assert list(values) == sorted(values)


def test_both_that_are_merged_are_in_order() -> None:
    assert [one.qualifiers for one in parse(default(MERGE.format("j"))).arguments] == [("sorted",), ("sorted",)]


def test_each_of_all_that_are_merged_is_in_order() -> None:
    workload = parse(default("def f(runs: list[list[int]]): return list(heapq.merge(*runs))"))
    runs = build(workload, 1)[1]["runs"]
    assert len(runs) > 1
    assert all(run == sorted(run) for run in runs)
    assert runs != sorted(runs)
