"""Parameters that elements are taken from one by one."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import BuildError, build, parse, resized
from tests.unit.workload.made_up import default

ONCE = "x: Iterator[int] * 1000 in 0..1000"
WORDS = "x: Iterator[str] * 1000 * 8 in 'a'..'z'"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(x: Iterator[int]): return list(x)", ONCE),
        ("def f(x: typing.Iterator[int] | None): return list(x)", ONCE),
        ("def f(x: 'Optional[Iterator[int]]'): return list(x)", ONCE),
        ("def f(x: Generator[int, None, None]): return list(x)", ONCE),
        ("def f(x: Iterator[str]): return [one.upper() for one in x]", WORDS),
        ("def f(x: Iterable[str]): return next(x) + ''.join(x)", WORDS),
        ("def f(x): return [next(x).upper(), *[one.upper() for one in x]]", WORDS),
        ("def f(x): return next(x)", ONCE),
        ("def f(x):\n read = x.__next__\n return read() + read()", ONCE),
        ("def f(source): return next(source)", WORDS.replace("x", "source", 1)),
        ("def f(x: str): return next(x)", "x: str * 1000 in 'a'..'z'"),
        ("def f(x: Iterator[dict]): return sum(r['price'] for r in x)", "x: Iterator[{price: float}] * 1000"),
        ("def f(x: Iterable[int]): return list(x)", "x: list[int] * 1000 in 0..1000"),
        ("def f(x: list[int]): return next(iter(x))", "x: list[int] * 1000 in 0..1000"),
        ("def f(x: list[int]):\n x = iter(x)\n return next(x)", "x: list[int] * 1000 in 0..1000"),
        ("def f(x: Generator[int, int, None]): return [x.send(n) for n in range(3)]", "x: object"),
    ],
)
def test_what_elements_are_taken_from_is_an_iterator(source: str, workload: str) -> None:
    assert default(source) == workload


def test_iterators_have_as_many_elements_as_the_workload_says() -> None:
    said = parse("x: Iterator[int] * 30 in 0..9")
    assert str(said) == "x: Iterator[int] * 30 in 0..9" and said.size == 30
    assert str(resized(said, 300)) == "x: Iterator[int] * 300 in 0..9"
    once = build(said, 1)[1]["x"]
    assert 0 <= next(once) <= 9 and len(list(once)) == 29 and list(once) == []
    with pytest.raises(BuildError):
        build(parse("x: Iterator"), 1)


def test_trial_runs_go_through_all_of_an_iterator() -> None:
    source = "def f(x):\n first = next(x)\n return [first, *x]"
    found = dict(zip(NAMES, Trials(source).estimate(parse("x: Iterator[int] * 1000")), strict=True))
    assert found["trial_runs"] > 1 and found["trial_raised"] == 0 and found["trial_whole"] == 1
