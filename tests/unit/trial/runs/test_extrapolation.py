"""Costs of small runs carried on to a larger size."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.quantities import QUANTITIES
from perfcast.trial.runs.cost_series import CostSeries
from perfcast.trial.runs.estimators import Estimators
from perfcast.trial.runs.extrapolation import by_increase, by_power, is_superpolynomial, local_exponent
from perfcast.trial.runs.run import Run
from perfcast.workload import parse

SIZES = [2.0, 3.0, 4.0, 5.0, 6.0]


def by_polynomial(sizes: list[float], series: list[float], size: float) -> float:
    return CostSeries(sizes, [series]).by_polynomial(0, size)


def extrapolated(sizes: list[float], series: list[float], size: float) -> float:
    return CostSeries(sizes, [series]).extrapolated(0, size)


def costs(of: Callable[[float], float]) -> list[float]:
    return [math.log2(1 + of(2.0**size)) for size in SIZES]


def test_a_polynomial_that_foretells_runs_goes_on() -> None:
    """Ways that go by powers are off where a large constant part hides the square."""
    series = costs(lambda n: 900 + 40 * n + 8 * n * n)
    true = math.log2(1 + 900 + 40 * 2.0**12 + 8 * 2.0**24)
    assert abs(by_power(SIZES, series, 12.0) - true) > 0.5
    found = CostSeries(SIZES, [series])
    assert found.extrapolated(0, 12.0) == pytest.approx(true, abs=0.01)
    assert found.least(0, 12.0) == pytest.approx(true, abs=0.01)


def test_what_is_nearly_a_polynomial_is_none() -> None:
    series = costs(lambda n: 20 * n * math.log2(n))
    found = CostSeries(SIZES, [series])
    assert found.least(0, 12.0) == min(found.estimates(0, 12.0))


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_a_power_is_carried_on_by_all_alike(degree: int) -> None:
    series = costs(lambda n: 5 * n**degree - 1)
    true = math.log2(5 * 2.0 ** (degree * 12))
    assert local_exponent(SIZES, series) == pytest.approx(degree)
    for way in (by_power, by_increase, by_polynomial, extrapolated):
        assert way(SIZES, series, 12.0) == pytest.approx(true, abs=0.01)


@pytest.mark.parametrize(
    ("cost", "error"),
    [(lambda n: 4000 + 8 * n, 0.01), (lambda n: n * n + 300 * n, 0.01), (lambda n: 200 + n**3 / 8 + 40 * n, 0.01)],
)
def test_a_polynomial_knows_a_constant_part_from_growth(cost: Callable[[float], float], error: float) -> None:
    true = math.log2(1 + cost(2.0**12))
    assert by_polynomial(SIZES, costs(cost), 12.0) == pytest.approx(true, abs=error)
    assert abs(by_power(SIZES, costs(cost), 12.0) - true) > 1


def test_what_does_not_grow_stays() -> None:
    for way in (by_power, by_increase, by_polynomial, extrapolated):
        assert way(SIZES, [10.0] * 5, 20.0) == pytest.approx(10.0, abs=0.01)


def test_what_was_run_whole_is_not_carried_on() -> None:
    series = costs(lambda n: 3 * n)
    for way in (by_power, by_increase, by_polynomial, extrapolated):
        assert way(SIZES, series, SIZES[-1]) == pytest.approx(series[-1])


@pytest.mark.parametrize("series", [[3.0], [3.0, 90.0], [50.0, 3.0, 2.0], [0.0, 0.0, 0.0], [1.0, 99.0, 99.5]])
def test_whatever_the_runs_were_the_result_is_a_number_within_bounds(series: list[float]) -> None:
    for way in (by_power, by_increase, by_polynomial, extrapolated):
        assert 0.0 <= way(SIZES[: len(series)], series, 60.0) <= 100.0


def test_a_constant_part_and_a_power_are_told_apart_whatever_the_steps_are() -> None:
    sizes = [2.0, 3.0, 4.0, 5.0, 5.5, 5.75]
    series = [math.log2(1 + 3000 + 0.5 * 2.0 ** (1.5 * size)) for size in sizes]
    assert by_increase(sizes, series, 14.0) == pytest.approx(math.log2(3001 + 0.5 * 2.0**21), abs=0.05)


@pytest.mark.parametrize(
    ("cost", "explodes"),
    [
        (lambda n: 50 * 1.618**n, True),
        (lambda n: 80 * 2**n, True),
        (lambda n: math.gamma(n + 1), True),
        (lambda n: 100 + n**3, False),
        (lambda n: 5000 + 3 * n**2, False),
        (lambda n: n**4, False),
    ],
)
def test_what_grows_faster_than_any_power_is_known(cost: Callable[[float], float], explodes: bool) -> None:
    sizes = [math.log2(n) for n in (4, 8, 11, 13)]
    series = [math.log2(1 + cost(2.0**size)) for size in sizes]
    assert is_superpolynomial(sizes, series) == explodes
    if explodes:
        assert extrapolated(sizes, series, math.log2(22)) == pytest.approx(math.log2(cost(22)), rel=0.2)
    else:
        assert extrapolated(sizes, series, 10.0) < math.log2(cost(2.0**10)) + 1.5


@pytest.mark.parametrize(
    ("cost", "least", "most"),
    [
        (lambda n: math.gamma(n + 1), 2.0, 4.0),
        (lambda n: 1000.0 if n < 4.5 else 9000.0, 2.0, 4.0),
        (lambda n: 400_000 + n, -0.1, 0.1),
    ],
)
def test_two_runs_of_nearly_one_size_tell_no_explosion(
    cost: Callable[[float], float], least: float, most: float
) -> None:
    sizes = [2.0, math.log2(5)]
    series = [math.log2(1 + cost(2.0**size)) for size in sizes]
    assert not is_superpolynomial(sizes, series)
    assert least < extrapolated(sizes, series, math.log2(10)) - series[-1] < most


def test_a_third_run_of_nearly_one_size_tells_an_explosion() -> None:
    sizes = [math.log2(n) for n in (4, 5, 6)]
    series = [math.log2(1 + math.gamma(n + 1)) for n in (4, 5, 6)]
    assert is_superpolynomial(sizes, series)
    assert extrapolated(sizes, series, math.log2(9)) > math.log2(math.gamma(7)) + 6


def test_what_just_began_to_grow_is_not_carried_on_as_steeply_as_it_began() -> None:
    # From about 600 on the products are long numbers, which is the first thing that built-in work is done for.
    body = "t = 0\n    for i in range(n):\n        j = 2 * i\n        t = t + j * j * j * j\n    return t\n"
    by_name = dict(zip(NAMES, Trials(f"def f(n):\n    {body}").estimate(parse("n: int = 200000")), strict=True))
    assert by_name["trial_time"] < by_name["trial_syntax"] + 4


def test_what_fell_by_chance_goes_on_as_all_of_the_last_runs_did() -> None:
    # As large as what a list is parted into, which chance says.
    sizes = [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    series = [9.4, 9.9, 10.7, 11.6, 11.9, 13.0, 12.8]
    assert extrapolated(sizes, series, 11.0) == pytest.approx(14.9, abs=0.5)
    # What was run whole took what it took.
    assert extrapolated(sizes, series, sizes[-1]) == series[-1]
    # What grows no more is of one size, but for chance, and what has come to a bound stays there.
    assert extrapolated(sizes, [9.4, 9.9, 9.7, 9.9, 9.8, 9.9, 9.8], 11.0) < 10.0
    assert extrapolated(sizes, [9.4, 10.9, 11.9, 12.9, 13.89, 13.91, 13.89], 16.0) < 14.5


def test_two_runs_of_not_even_the_double_size_tell_no_higher_power_than_others_do() -> None:
    assert local_exponent([2.0, 2.6], [10.0, 15.0]) == pytest.approx(3.2)
    assert local_exponent([2.0, 3.0], [10.0, 15.0]) == pytest.approx(5.0)


@pytest.mark.parametrize("explodes", [False, True])
def test_a_minor_part_explodes_with_all_else_alone(explodes: bool) -> None:
    """What begins with the last runs seems to grow faster than any power."""
    late = [47.0, 207.0, 2157.0]
    of_all = [1e4 * 4.0**step for step in range(3)] if not explodes else late
    runs = [
        Run(
            size,
            tuple(math.log2(1 + (time if name == "time" else 8.0)) for name in QUANTITIES),
            parts,
            False,
            time,
            time,
        )
        for size, time, part in zip([2.0, 3.0, 4.0], of_all, late, strict=True)
        for parts in [(time, 0.0, 0.0, part)]
    ]
    carried = Estimators(runs).parts(12.0)[3]
    assert (carried > 40.0) is explodes


def test_calls_of_what_explodes_explode_with_it() -> None:
    text = """
from itertools import combinations

def f(values):
    return sum(sum(part) == 9 for size in range(len(values) + 1) for part in combinations(values, size))
"""
    tried = Trials(text)
    workloads = [parse(f"values: list[int] * {count} in 1..9") for count in (9, 18)]
    small, large = (tried.estimate(workload)[NAMES.index("trial_time")] for workload in workloads)
    # Twice as many combinations for each value, each of twice as many in all. Measured: 9.3.
    assert large - small == pytest.approx(9.4, abs=0.5)
