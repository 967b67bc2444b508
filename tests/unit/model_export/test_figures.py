"""The figures, on cases whose figures are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from model_export.corpus.origins.hand_written import hand_written
from model_export.corpus.splits import SHARES, assign
from model_export.evaluation.answers import LEVELS, Answers
from model_export.evaluation.figures import FIFTHS, Cases, cheaper_named, figures, range_figures, sureness
from model_export.evaluation.pictures import draw
from perfcast.workload import parse


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


def test_records_are_told_apart_by_how_wide_their_ranges_are() -> None:
    true = np.array(TRUE)
    spread = np.where(np.arange(100) % 5 == 3, 8.0, 2.0)
    found = sureness(cases(TRUE), true / spread, true * spread / 2, true * spread)
    assert list(found) == list(FIFTHS)
    assert (found["narrowest fifth"]["median_error"], found["widest fifth"]["median_error"]) == pytest.approx((0, 2))
    assert (found["second"]["width"], found["widest fifth"]["width"]) == pytest.approx((2, 6))


def test_the_picture_is_drawn(tmp_path: Path) -> None:
    rows = [
        {
            "program": "p",
            "problem": "q",
            "origin": "own",
            "workload": "n: int = 9",
            "peak_memory": 99.0,
            "cpu_time": 1e-3,
        }
        for _ in range(40)
    ]
    rows[3]["cpu_time"] = None
    quantiles = np.random.default_rng(0).lognormal(3, 1, (2, 40, len(LEVELS)))
    draw(Answers(rows, np.sort(quantiles), quantiles[:, :, 0], {}), tmp_path / "figures.png")
    assert (tmp_path / "figures.png").stat().st_size > 10_000


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


def test_what_is_written_to_judge_by_is_tested_on_with_all_that_is_near_to_it() -> None:
    tokens = {f"p{i}": [f"w{i}-{j}" for j in range(60)] for i in range(40)}
    tokens["p7"] = tokens["p3"][:-1]
    splits = assign({program: program for program in tokens}, tokens, test_only={"p3", "p9"})
    assert splits["p3"] == splits["p7"] == splits["p9"] == "test"
    assert "train" in splits.values()


def test_functions_written_by_hand_have_a_workload_each_and() -> None:
    programs = list(hand_written())
    assert len(programs) > 40
    assert len({program.key for program in programs}) == len(programs)
    assert all(parse(program.workload).arguments for program in programs)
