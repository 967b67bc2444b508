"""Many sizes told by a few."""

from __future__ import annotations

import math

import pytest

from perfcast.forecast.forecast import Forecast
from perfcast.forecast.sweeping import FEW, TOLERANCE, swept
from perfcast.workload import Workload, parse, resized

WORKLOAD = parse("nums: list[int] * 1000 in 0..999; pairs: list[tuple[int, int]] * 1000; n: int = 1000; k: int = 6")


class Model:
    """Forecasts what a function of a workload's size costs, and notes what it was asked."""

    def __init__(self, cost):
        self.cost = cost
        self.asked: list[Workload] = []

    def __call__(self, workloads):
        self.asked += workloads
        return [{"cpu_time": Forecast("cpu_time", (0.1, 0.5, 0.9), spread(self.cost(one)))} for one in workloads]


def spread(seconds: float) -> list[float]:
    return [seconds / 1.3, seconds, seconds * 1.5]


def of_first(cost):
    return lambda workload: cost(workload.arguments[0].sizes[0])


def errors(model, workloads):
    return [
        abs(math.log2(found["cpu_time"].quantile(level) / expected))
        for workload, found in zip(workloads, swept(workloads, model), strict=True)
        for level, expected in zip((0.1, 0.5, 0.9), spread(model.cost(workload)), strict=True)
    ]


def test_a_power_of_the_size_is_told_by_a_few():
    model = Model(of_first(lambda n: 1e-6 * n**1.5))
    workloads = [resized(WORKLOAD, size) for size in range(100, 10_000, 7)]
    assert max(errors(model, workloads)) < 0.02
    assert len(model.asked) < 12


def test_all_of_one_size_and_in_any_order():
    model = Model(of_first(lambda n: 1e-6 * n))
    sizes = [*range(1000, 50, -3), *[700] * 20]
    assert max(errors(model, [resized(WORKLOAD, size) for size in sizes])) < 1e-6


@pytest.mark.parametrize("step", [150, 1003, 2999])
def test_a_step_is_closed_in_on(step):
    model = Model(of_first(lambda n: 1e-6 * n * (4 if n > step else 1)))
    workloads = [resized(WORKLOAD, size) for size in range(100, 4000, 3)]
    found = errors(model, workloads)
    assert sum(error > TOLERANCE for error in found) < len(found) * 0.07
    assert len(model.asked) < 40


def test_noise_ends_in_a_few_questions():
    model = Model(of_first(lambda n: 1e-6 * n * (1 + n % 2)))
    assert max(errors(model, [resized(WORKLOAD, size) for size in range(1000, 2000)])) < 1.01
    assert len(model.asked) < 40


@pytest.mark.parametrize(
    "workloads",
    [
        pytest.param([resized(WORKLOAD, size) for size in range(100, 100 + FEW)], id="few"),
        pytest.param([parse(f"nums: list[int] * 1000; k: int = {k}") for k in range(100)], id="values"),
        pytest.param(
            [parse(f"grid: list[list[int]] * {n} * {2000 // n}") for n in range(10, 100)], id="one grows, one shrinks"
        ),
        pytest.param([parse(f"a{n}: list[int] * {n}") for n in range(10, 100)], id="names"),
        pytest.param([parse(f"a: list[int] * 50 in 0..{n}") for n in range(100, 200)], id="bounds"),
    ],
)
def test_what_is_no_sweep_of_sizes_is_asked_about_one_by_one(workloads):
    model = Model(lambda workload: 1e-6 * workload.size)
    assert max(errors(model, workloads)) < 1e-9
    assert list(map(str, model.asked)) == list(map(str, workloads))


def test_kinds_in_one_sweep_are_told_apart():
    model = Model(lambda workload: 1e-6 * workload.size * (8 if workload.arguments[0].name == "a" else 1))
    sizes = range(100, 300)
    workloads = [parse(f"{name}: list[int] * {size}") for size in sizes for name in "ab"]
    assert max(errors(model, [*workloads, parse("text: str * 9")])) < 0.01
    assert len(model.asked) < 20
