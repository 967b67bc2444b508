"""Numbers with few divisors, boards with few walls, and tables within tables, where the body tells of them."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.numbers.primes import is_prime, next_prime, prime_factors


def _default(source: str, size: int = 1_000) -> str:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    return str(default_workload(node, size, drop_first=False))


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def is_prime(n: int):\n    return all(n % i for i in range(2, int(n**0.5) + 1))", "n: int = 1009"),
        ("def factors(n: int):\n    d = 2\n    while n % d:\n        d += 1\n    return d", "n: int = 1009"),
        ("def raised(x: int, modulus: int):\n    return x * x % modulus", "x: int = 10; modulus: int = 1009"),
        ("def raised(x: int, mod: int):\n    return pow(x, 3, mod)", "x: int = 10; mod: int = 1009"),
        ("def halves(n: int):\n    return [i for i in range(n) if n % 2]", "n: int = 1000"),
        (
            "def count_primes(n: int):\n    return sum(all(i % j for j in range(2, i)) for i in range(n))",
            "n: int = 1000",
        ),
    ],
)
def test_what_remainders_are_taken_of_or_by_has_few_divisors(source: str, workload: str) -> None:
    assert _default(source) == workload


def test_primes_are_as_large_as_sizes() -> None:
    assert _default("def is_prime(n: int):\n    return all(n % i for i in range(2, n))", 10_000) == "n: int = 10007"


def test_primes_are_told_at_once_however_large() -> None:
    small = [number for number in range(2, 5_000) if all(number % by for by in range(2, int(number**0.5) + 1))]
    assert [number for number in range(-3, 5_000) if is_prime(number)] == small
    assert next_prime(10**15) == 10**15 + 37
    assert not is_prime(3_215_031_751)
    assert not is_prime(3_825_123_056_546_413_051)
    assert next_prime(10**30) == 10**30


@pytest.mark.parametrize(
    ("test", "table"),
    [
        ("grid[i][j] == '#'", "list[list[str]] * 9 * 9 * 1 in '#...'"),
        ("grid[i][j] != '#' and grid[i][j] == '.'", "list[list[str]] * 9 * 9 * 1 in '#...'"),
        ("grid[i][j] == '1'", "list[list[str]] * 9 * 9 * 1 in '1.'"),
    ],
)
def test_few_places_of_a_board_are_walls(test: str, table: str) -> None:
    source = f"def f(grid: list[list[str]]):\n    return sum({test} for i in range(9) for j in range(9))"
    assert _default(source) == f"grid: {table}"


@pytest.mark.parametrize(("name", "high"), [("shortest_path", 3), ("islands", 1)])
def test_numbers_that_are_no_walls_are_ways(name: str, high: int) -> None:
    source = f"def {name}(grid: list[list[int]]):\n    return sum(grid[i][j] == 1 for i in range(9) for j in range(9))"
    assert _default(source) == f"grid: list[list[int]] * 9 * 9 in 0..{high}"


FLATTEN = """
def flatten(d: dict, key: str = ""):
    found = {}
    for name, value in d.items():
        if isinstance(value, dict):
            found |= flatten(value, name)
        else:
            found[key + name] = value
    return found
"""
MERGE = """
def merge(a: dict, b: dict):
    found = dict(a)
    for key, value in b.items():
        found[key] = merge(found[key], value) if isinstance(value, dict) and key in found else value
    return found
"""


def test_tables_that_are_asked_for_tables_within_have_some() -> None:
    assert _default(FLATTEN).startswith("d: dict[str, dict[str, int]] * 32 * 32 in 0..1000")
    nested = "dict[label, dict[str, int]] * 32 * 32 in 0..1000"
    assert _default(MERGE) == f"a: {nested}; b: {nested}"


def test_tables_that_nobody_goes_into_have_none() -> None:
    assert _default(FLATTEN.replace("flatten(value, name)", "value")).startswith("d: dict[str, int] * 1000")


@pytest.mark.parametrize(
    ("number", "factors"),
    [(0, []), (1, []), (2, [2]), (360, [2, 2, 2, 3, 3, 5]), (6_332, [2, 2, 1583]), (19_997, [19_997]), (529, [23, 23])],
)
def test_prime_factors_come_as_often_as_they_divide(number: int, factors: list[int]) -> None:
    assert list(prime_factors(number)) == factors
