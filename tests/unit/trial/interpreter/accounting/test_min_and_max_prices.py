"""The least or largest of many values that are given one by one takes as long as that of a list of them, about."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of


def nanoseconds(source: str, size: int) -> float:
    return time_of(source, f"xs: list[int] * {size}")


@pytest.mark.parametrize("name", ["min", "max"])
def test_each_of_many_given_values_is_paid_for(name: str) -> None:
    of_list, of_many = (f"def f(xs):\n    return {name}({given})\n" for given in ("xs", "*xs"))
    grown, as_list = (nanoseconds(one, 800) - nanoseconds(one, 100) for one in (of_many, of_list))
    assert grown == pytest.approx(as_list, rel=0.4)


def test_a_few_are_a_part_of_the_call() -> None:
    two, four = (f"def f(xs):\n    return max({', '.join(['xs[0]'] * count)})\n" for count in (2, 4))
    subscripts = nanoseconds("def f(xs):\n    return xs[0], xs[0], xs[0], xs[0]\n", 50)
    assert nanoseconds(four, 50) - nanoseconds(two, 50) < subscripts
