"""What numbers are divided by says how large they get, not how much there is to do."""

from __future__ import annotations

import ast
from itertools import permutations

import pytest

from perfcast.trial.runs.divisors import divisors_of, with_divisors
from perfcast.trial.scaling import largest, shrunk
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

_POWER = """
def powered(matrix: list[list[int]], exponent: int, mod: int):
    n = len(matrix)
    result = [[int(i == j) for j in range(n)] for i in range(n)]
    while exponent:
        if exponent & 1:
            result = multiplied(result, matrix, mod)
        matrix = multiplied(matrix, matrix, mod)
        exponent >>= 1
    return result

def multiplied(a, b, mod):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) % mod for j in range(n)] for i in range(n)]
"""


def _divisors(source: str) -> frozenset[str]:
    tree = ast.parse(source)
    unit = tree.body[0]
    assert isinstance(unit, ast.FunctionDef)
    return divisors_of(tree, unit, drop_first=False)


@pytest.mark.parametrize(
    "body",
    [
        "return [x % m for x in xs]",
        "t = 0\n    for x in xs: t = (t - x + m) % m\n    return t",
        "return pow(xs[0], m - 2, m)",
        "t = xs[0]\n    t %= m\n    return t",
        "return of(xs, m)\ndef of(ys, by): return [y % by for y in ys]",
        "t, e = 1, len(xs)\n    while e: t, e = t * xs[0] % m, e >> 1\n    return t",
        "ys = [x % m for x in xs]\n    return [ys[i] for i in range(len(ys))]",
        "return xs[0]['key'] % m",
    ],
)
def test_what_others_are_divided_by_alone(body: str) -> None:
    assert _divisors(f"def f(xs, m):\n    {body}\n") == {"m"}


@pytest.mark.parametrize(
    "body",
    [
        "return [x % m for x in range(m)]",
        "return [m % x for x in xs]",
        "return [0] * m + [x % m for x in xs]",
        "m = 4\n    return [x % m for x in xs]",
        "return xs",
        "return len(xs) + m",
        "return range(m - 1), xs[0] % m",
        "i = 0\n    while i < m - 1: i += 1 + xs[0] % m\n    return i",
        "return of(xs, m)\ndef of(ys, by): return [y % by for y in range(by)]",
        "r, seen = 1, []\n    while r not in seen:\n        seen.append(r)\n        r = r * 10 % m\n    return seen",
        "r = 1\n    while True:\n        r = r * 10 % m\n        if r in xs: return xs\n        xs.append(r)",
        "n = 1\n    while xs[0] % m: n += 1\n    return n",
        "n = 1\n    while of(n, m) != 1: n += 1\n    return n\ndef of(y, by): return y * y % by",
        "k = xs[0] % m\n    return [i for i in range(k)]",
        "return '%d items' % m",
        "return ('%d' + ' items') % m",
        "text = '%d items'\n    return text % m",
        "text = '%d items'\n    text %= m\n    return text",
        "return TEXT % m\nTEXT = '%d items'",
    ],
)
def test_what_says_how_much_there_is_to_do(body: str) -> None:
    assert not _divisors(f"def f(xs, m):\n    {body}\n")


def test_only_those_far_larger_than_sizes_stay_when_these_shrink() -> None:
    large, like = parse("xs: list[int] * 1000; m: int = 1000000007"), parse("xs: list[int] * 1000; m: int = 1000")
    assert [one.value for one in shrunk(with_divisors(large, {"m"}), 0.5).arguments] == [None, 1_000_000_007]
    assert largest(with_divisors(large, {"m"})) == 1000
    assert with_divisors(like, {"m"}) == like


def test_several_stay() -> None:
    workload = parse("n: int = 1000; first: int = 1000000007; second: int = 998244353; third: int = 1000000000000")
    names = ["first", "second", "third"]
    for chosen in permutations(names):
        assert [one.kept for one in with_divisors(workload, dict.fromkeys(chosen).keys()).arguments] == [
            (),
            *[(0,)] * 3,
        ]


def test_one_that_is_all_there_is_shrinks() -> None:
    for text in ("m: int = 1000000007", "x: int = 3; m: int = 1000000007"):
        assert with_divisors(parse(text), {"m"}) == parse(text)


def test_sizes_beside_one_are_carried_on_by_themselves() -> None:
    workload = "matrix: list[list[int]] * 32 * 32 in 0..1000; exponent: int = 10; mod: int = 1000007"
    assert peak_of(_POWER, workload) == pytest.approx(131_000, rel=0.3)
