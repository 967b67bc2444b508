"""What syntax costs, by what the source shows of it."""

from __future__ import annotations

import ast

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.syntax_prices import time_of, time_of_target, time_of_value
from perfcast.workload import parse


def _time(source: str) -> float:
    return time_of(ast.parse(source, mode="eval").body)


@pytest.mark.parametrize(
    ("cheaper", "dearer"),
    [
        ("a + 1", "a + b"),
        ("name", "len"),
        ("a.method()", "a.attribute()()"),
        ("not a", "-a"),
        ("a[i]", "a[-i]"),
        ("a[i]", "a[i:j]"),
        ("{}", "{a: b}"),
        ("(1, 2)", "(a, b)"),
        ("f(a)", "f(b=a)"),
        ("a in {1, 2, 3}", "a in {b, c, d}"),
        ("a + b", "a << b"),
        ("[a for a in b]", "(a for a in b)"),
    ],
)
def test_what_takes_longer_costs_more(cheaper: str, dearer: str) -> None:
    assert _time(cheaper) < _time(dearer)


def test_parts_add_up() -> None:
    assert _time("a * b + c") == pytest.approx(_time("a * b") + _time("a + c") - _time("a"))


def test_bodies_of_lambdas_and_comprehensions_are_paid_for_when_they_are_run() -> None:
    assert _time("lambda: a + b + c") == _time("lambda: a")
    assert _time("[a + b + c for a in d]") == _time("[a for a in d]")


def test_a_comparison_costs_more_where_its_answer_is_kept() -> None:
    node = ast.parse("a < b", mode="eval").body
    assert time_of_value(node) > time_of(node)
    node = ast.parse("a is b", mode="eval").body
    assert time_of_value(node) == time_of(node)


@pytest.mark.parametrize(("cheaper", "dearer"), [("a", "a.b"), ("a", "a, b"), ("a[i]", "a[i + 1]")])
def test_what_is_assigned_to_costs_what_is_evaluated_for_it(cheaper: str, dearer: str) -> None:
    times = []
    for source in (cheaper, dearer):
        statement = ast.parse(f"{source} = x").body[0]
        assert isinstance(statement, ast.Assign)
        times.append(time_of_target(statement.targets[0]))
    assert times[0] < times[1]


@pytest.mark.parametrize("dear", ["xs[n:n + 3]", "[x for x in xs]", "xs.count(n) + xs.count(n)"])
@pytest.mark.parametrize("source", ["flag and {}", "{} if flag else 0", "not flag or {}"])
def test_what_is_not_evaluated_is_not_paid_for(source: str, dear: str) -> None:
    text = f"def f(xs, n, flag):\n    for _ in range(100):\n        found = {source.format(dear)}\n    return found\n"
    index = NAMES.index("trial_syntax")
    asked, spared = (
        2 ** Trials(text).estimate(parse(f"xs: list[int] * 4; n = 1; flag = {flag}"))[index] for flag in (True, False)
    )
    assert asked - spared > 100 * 15
    assert spared < 100 * 60
