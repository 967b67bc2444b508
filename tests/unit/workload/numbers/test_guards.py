"""Values with which a function goes past its guards."""

from __future__ import annotations

import pytest

from tests.effort import lines_run
from tests.unit.workload.made_up import default

_LOOP = "\n    for i in range(n):\n        step(i)"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(n):\n    if n % 2 == 0:\n        raise ValueError('odd')" + _LOOP, "n: int = 1001"),
        ("def f(n):\n    if not n % 2:\n        return []" + _LOOP, "n: int = 1001"),
        ("def f(n: int):\n    if not is_prime(n):\n        raise ValueError" + _LOOP, "n: int = 1009"),
        ("def f(n):\n    if n & (n - 1):\n        raise ValueError" + _LOOP, "n: int = 1024"),
        ("def f(n):\n    assert 0 < n < 100" + _LOOP, "n: int = 50"),
        ("def f(n):\n    if n not in (4, 8):\n        raise ValueError" + _LOOP, "n: int = 4"),
        ("def f(p, n):\n    if p < 0 or p > 1:\n        raise ValueError" + _LOOP, "p: float; n: int = 1000"),
        (
            "def f(code):\n    if len(code) != 10:\n        return False\n"
            "    return sum(int(code[i]) * i for i in range(len(code))) % 11 == 0",
            "code: str * 10 in '0'..'9'",
        ),
        (
            "def f(word: str):\n    if len(word) != 5:\n        return False\n    return word in load()",
            "word: str * 5 in 'a'..'z'",
        ),
        (
            "def f(deck: list[int], n, each):\n    if n * each > len(deck):\n        raise ValueError\n"
            "    return [deck[i * each:(i + 1) * each] for i in range(n)]",
            "deck: list[int] * 1000 in 0..1000; n: int = 100; each: int = 10",
        ),
        # What comes to an end with a result is no guard.
        ("def f(n):\n    if n % 2 == 0:\n        return f(n // 2)" + _LOOP, "n: int = 1000"),
        ("def f(n):\n    if n % 2 == 0:\n        return n // 2\n    return 3 * n + 1", "n: int = 1000"),
        ("def f(n):\n    if n > limit():\n        raise ValueError" + _LOOP, "n: int = 1000"),
    ],
)
def test_what_is_made_up_goes_past_guards(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    "source",
    [
        "def f(p=2305843009213693951, n=9):\n    if not is_prime(p):\n        raise ValueError" + _LOOP,
        "def f(n):\n    if n * 2305843009213693951 == 7 or not is_prime(n * 2305843009213693951):\n"
        "        raise ValueError" + _LOOP,
        "def f(n):\n    if n / 3 in range(999999999):\n        raise ValueError" + _LOOP,
    ],
)
def test_what_takes_long_to_tell_is_left_open(source: str) -> None:
    # Some four thousand; as many steps as the numbers have would be millions.
    assert lines_run(lambda: default(source)) < 20_000


def test_numbers_within_a_long_range_pass() -> None:
    source = (
        "def f(port):\n    if port not in range({}):\n        raise ValueError\n    return [i for i in range(port)]"
    )
    assert default(source.format(65536)) == default(source.format(999999999)) == "port: int = 1000"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(start, end=None, size=None):\n    if end is None and size is None:\n        raise ValueError\n"
            "    return start",
            "start: int = 0; end: int = 10",
        ),
        ("def f(rows: list[int] = None):\n    if rows is None: raise ValueError", "rows: list[int] * 1000 in 0..1000"),
        ("def f(end=None, size=3):\n    if end is None and size: raise ValueError", "size: int = 3"),
        ("def f(end=None, size=3):\n    if end is None: size = 4", "size: int = 3"),
    ],
)
def test_what_may_not_be_left_out_is_given(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    ("body", "bounds"),
    [
        ("for x in xs:\n  if x > most: raise ValueError", "0..10"),
        ("for x in sorted(xs):\n  if x > most: return None\n  use(x)", "0..10"),
        ("for i, x in enumerate(xs):\n  if not 0 <= x < most: raise ValueError", "0..9"),
        ("if any(x <= 0 for x in xs): raise ValueError", "1..1000"),
        ("for x in xs:\n  if not x: raise ValueError", "1..1000"),
        ("for x in xs:\n  if x > most: return False\n return True", "0..10"),
        ("for x in xs:\n  if x == most: return x", "0..1000"),
        ("for x in xs:\n  if x > most: return x\n  use(x)", "0..1000"),
        ("for x in xs:\n  if x > most: continue\n  use(x)", "0..1000"),
    ],
)
def test_elements_go_past_guards_too(body: str, bounds: str) -> None:
    found = default(f"def f(xs: list[int], most: int):\n {body}")
    assert found == f"xs: list[int] * 1000 in {bounds}; most: int = 10"


def test_lists_are_not_numbers_that_pass() -> None:
    found = default("def f(rows: list[list[int]]):\n for row in rows:\n  if not row: raise ValueError")
    assert found == "rows: list[list[int]] * 32 * 32 in 0..1000"


def test_what_an_instance_sets_bounds_to_stays_small() -> None:
    body = "raise LookupError\n return self.items[number:]"
    assert default(f"def f(self, number):\n if not 1 <= number <= self.pages: {body}").endswith("number: int = 1")
    assert default(f"def f(self, number):\n if number > len(self.items): {body}").endswith("number: int = 1")
    assert default(f"def f(self, number):\n if number < 1: {body}").endswith("number: int = 1000")
    assert default(f"def f(self, number):\n if number < len(self.items): {body}").endswith("number: int = 1000")


def test_a_part_of_each_row_passes() -> None:
    source = "def f(rows: list[tuple[str, int]]):\n    for name, n in rows:\n        if n <= 0: raise ValueError(n)\n"
    assert default(source) == "rows: list[tuple[str, int]] * 1000 * 8 in 1..1000"
    both = source.replace("str, int", "int, int")
    assert default(both) == "rows: list[tuple[int, int]] * 1000 in 0..1000"
