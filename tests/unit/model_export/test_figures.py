"""The figures, on cases whose figures are known."""

from __future__ import annotations

import numpy as np
import pytest

from model_export.corpus.splits import SHARES, assign
from model_export.evaluation.figures import Cases, cheaper_named, figures, range_figures


def cases(true: list[float]) -> Cases:
    count = len(true)
    return Cases(
        "peak_memory",
        np.array(true),
        [f"p{i // 5}" for i in range(count)],
        [f"q{i // 10}" for i in range(count)],
        [f"n: int = {10 ** (i % 5)}" for i in range(count)],
        ["own"] * count,
        np.array([10.0 ** (i % 5) for i in range(count)]),
    )


TRUE = [float(1000 * 7**i % 99991 + 100 * 10 ** (i % 5)) for i in range(100)]


def test_a_perfect_forecast_has_perfect_figures() -> None:
    found = figures(cases(TRUE), np.array(TRUE))
    assert [found["rho"], found["rho_within"], found["cheaper"]] == pytest.approx([1, 1, 1])
    assert found["median_error"] == found["p90_error"] == 0


def test_a_factor_of_two_everywhere_is_an_error_of_one_and_ranks_all_the_same() -> None:
    found = figures(cases(TRUE), 2 * np.array(TRUE))
    assert found["median_error"] == pytest.approx(1)
    assert found["rho"] == pytest.approx(1)


def test_a_constant_ranks_nothing() -> None:
    found = figures(cases(TRUE), np.full(100, 5.0))
    assert found["rho"] == found["rho_within"] == 0
    assert found["cheaper"] == pytest.approx(0.5)


def test_only_pairs_that_differ_enough_are_compared_and_only_at_equal_workloads() -> None:
    two = Cases(
        "peak_memory",
        np.array([1000.0, 1100.0, 1000.0, 5000.0]),
        ["a", "b", "a", "b"],
        ["q"] * 4,
        ["n: int = 1", "n: int = 1", "n: int = 2", "n: int = 2"],
        ["own"] * 4,
        np.ones(4),
    )
    assert cheaper_named(two, np.array([9.0, 1.0, 1000.0, 2000.0])) == 1.0
    assert cheaper_named(two, np.array([1.0, 9.0, 2000.0, 1000.0])) == 0.0


def test_coverage_and_width() -> None:
    true = np.array(TRUE)
    found = range_figures(cases(TRUE), true / 2, np.where(np.arange(100) < 80, true * 2, true / 1.5))
    assert found["coverage"] == pytest.approx(0.8)
    assert found["width"] == pytest.approx(2)


def test_programs_of_a_problem_and_near_duplicates_share_a_split() -> None:
    problems = {f"{i}/{variant}": f"problem{i}" for i in range(300) for variant in "ab"}
    tokens = {program: [f"w{hash((program, j)) % 10**9}" for j in range(60)] for program in problems}
    tokens["7/a"] = tokens["250/b"][:-1]
    splits = assign(problems, tokens)
    assert all(splits[f"{i}/a"] == splits[f"{i}/b"] for i in range(300))
    assert splits["7/a"] == splits["250/b"]
    continued = assign({f"{i}": f"own/family/x+stage{i}" for i in range(40)}, {})
    assert len(set(continued.values())) == 1
    assert set(splits.values()) == set(SHARES)
    counted = [sum(split == name for split in splits.values()) / 600 for name in SHARES]
    assert counted == pytest.approx([share / 100 for share in SHARES.values()], abs=0.05)
