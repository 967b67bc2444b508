"""Costs of small runs carried on to a larger size."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from perfcast.trial.carrying import by_polynomial, by_power, by_steps, power

SIZES = [2.0, 3.0, 4.0, 5.0, 6.0]


def costs(of: Callable[[float], float]) -> list[float]:
    return [math.log2(1 + of(2.0**size)) for size in SIZES]


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_a_power_is_carried_on_by_all_alike(degree: int) -> None:
    course = costs(lambda n: 5 * n**degree - 1)
    true = math.log2(5 * 2.0 ** (degree * 12))
    assert power(SIZES, course) == pytest.approx(degree)
    for carried in (by_power, by_steps, by_polynomial):
        assert carried(SIZES, course, 12.0) == pytest.approx(true, abs=0.01)


@pytest.mark.parametrize(
    ("cost", "error"),
    [(lambda n: 4000 + 8 * n, 0.01), (lambda n: n * n + 300 * n, 0.01), (lambda n: 200 + n**3 / 8 + 40 * n, 0.01)],
)
def test_a_polynomial_knows_a_constant_part_from_growth(cost: Callable[[float], float], error: float) -> None:
    true = math.log2(1 + cost(2.0**12))
    assert by_polynomial(SIZES, costs(cost), 12.0) == pytest.approx(true, abs=error)
    assert abs(by_power(SIZES, costs(cost), 12.0) - true) > 1


def test_what_does_not_grow_stays() -> None:
    for carried in (by_power, by_steps, by_polynomial):
        assert carried(SIZES, [10.0] * 5, 20.0) == pytest.approx(10.0, abs=0.01)


def test_what_was_run_whole_is_not_carried_on() -> None:
    course = costs(lambda n: 3 * n)
    for carried in (by_power, by_steps, by_polynomial):
        assert carried(SIZES, course, SIZES[-1]) == pytest.approx(course[-1])


@pytest.mark.parametrize("course", [[3.0], [3.0, 90.0], [50.0, 3.0, 2.0], [0.0, 0.0, 0.0], [1.0, 99.0, 99.5]])
def test_whatever_the_runs_were_the_result_is_a_number_within_bounds(course: list[float]) -> None:
    for carried in (by_power, by_steps, by_polynomial):
        assert 0.0 <= carried(SIZES[: len(course)], course, 60.0) <= 100.0
