"""Held-out calls with other values: the median of the draws, judged as a forecast."""

from __future__ import annotations

from typing import Any

import pytest

from model_export.corpus.redraws import judged

SIZES = (10, 100, 1000, 10_000)
FLAT = (1e3, 1e3, 1e3, 1e3)


def records(costs: tuple[float, ...], metric: str = "peak_memory") -> list[dict[str, Any]]:
    return [
        {
            "program": "search",
            "problem": "search",
            "origin": "own",
            "workload": f"xs: list[int] * {size}",
            "peak_memory": None,
            "cpu_time": None,
            metric: cost,
        }
        for size, cost in zip(SIZES, costs, strict=True)
    ]


def drawn(*draws: tuple[float | None, ...], metric: str = "peak_memory") -> dict[tuple[str, str], list[dict[str, Any]]]:
    return {
        ("search", f"xs: list[int] * {size}"): [{"peak_memory": None, "cpu_time": None, metric: one} for one in some]
        for size, some in zip(SIZES, zip(*draws, strict=True), strict=True)
    }


def test_the_median_of_the_draws_is_the_forecast():
    costs = (1e3, 2e3, 4e3, 8e3)
    twice = tuple(2 * cost for cost in costs)
    found = judged("peak_memory", records(costs), drawn(FLAT, twice, tuple(9e4 for _ in costs)))
    assert found["records"] == 4
    assert found["rho_within"] == 1.0
    assert found["median_error"] == pytest.approx(1.0)


def test_a_machine_that_is_slower_throughout_is_no_error_of_times():
    costs = (1e-3, 2e-3, 4e-3, 8e-3)
    slower = tuple(1.5 * cost for cost in costs)
    found = judged("cpu_time", records(costs, "cpu_time"), drawn(slower, metric="cpu_time"))
    assert found["median_error"] == pytest.approx(0.0, abs=1e-9)


def test_what_no_draw_could_measure_is_left_out():
    found = judged("peak_memory", records((1e3, 2e3, 4e3, 8e3)), drawn((1e3, 2e3, 4e3, None), (1e3, None, 4e3, None)))
    assert found["records"] == 3
