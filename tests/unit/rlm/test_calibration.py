"""Calibration: ranges hold the truth as often as they say."""

from __future__ import annotations

from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from model_export.evaluation.calibrate import COVERAGES, LEVELS, conformal
from model_export.evaluation.families import root_weights
from model_export.evaluation.figures import Cases, range_figures
from model_export.evaluation.uncalibrated import Uncalibrated
from perfcast.prior.reach import CARRIED, ESTIMATED, NO_GUESS, RUN, RUN_THERE, Guess
from perfcast.rlm import calibration
from perfcast.rlm.calibration import SIZES, MetricCalibration


def asked(
    quantiles: np.ndarray,
    bases: list[str],
    sizes: np.ndarray,
    guesses: np.ndarray | None = None,
    doubts: np.ndarray | None = None,
) -> Uncalibrated:
    """What a model answers about records in one metric, of which nothing is guessed if nothing is given."""
    unknown = np.full(len(quantiles), np.nan)
    found = (unknown if values is None else values for values in (guesses, doubts))
    return Uncalibrated(quantiles[None], *(values[None] for values in found), bases, sizes)


def overconfident(records: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Truths, and quantiles of a model that takes the spread for half of what it is."""
    rng = np.random.default_rng(seed)
    middle = rng.uniform(9, 15, records)
    spread = rng.uniform(0.1, 1.0, records)
    true = np.exp(middle + spread * rng.normal(size=records))
    normal = np.quantile(np.random.default_rng(99).normal(size=200_000), LEVELS)
    return true, np.exp(middle[:, None] + 0.5 * spread[:, None] * normal[None, :])


def held(chosen: MetricCalibration, spread: float, basis: str, size: float, coverage: float = 0.8) -> float:
    """How often the calibrated range holds the truth, where those of the model are `spread` times too wide."""
    true, quantiles = overconfident(2000, seed=2)
    middle = quantiles[:, [LEVELS.index(0.5)]]
    wide = middle * (quantiles / middle) ** spread
    moved = np.stack([chosen.adjusted(LEVELS, row, "peak_memory", basis, size) for row in wide])
    low, high = (int(np.abs(np.array(LEVELS) - (1 + sign * coverage) / 2).argmin()) for sign in (-1, 1))
    return float(((moved[:, low] <= true) & (true <= moved[:, high])).mean())


def test_conformal_factors_bring_the_coverage_back() -> None:
    true, quantiles = overconfident(4000, seed=1)
    chosen = conformal("peak_memory", true, asked(quantiles, [RUN] * 4000, np.full(4000, 500.0)))
    for coverage in (0.5, 0.8, 0.9):
        assert held(chosen, 1.0, RUN, 500, coverage) == pytest.approx(coverage, abs=0.03)


def test_ranges_reach_no_farther_than_the_rounding_that_they_are_judged_with() -> None:
    """Guesses that are nearly exact, with errors about as large as half a rounding step."""
    rng = np.random.default_rng(5)
    middle = np.exp(rng.uniform(8, 14, 4000))
    quantiles = middle[:, None] * np.exp(0.004 * np.array([NormalDist().inv_cdf(level) for level in LEVELS]))
    true = middle * np.exp(rng.normal(0, 0.008, 4000))
    chosen = conformal("peak_memory", true, asked(quantiles, [RUN] * 4000, np.full(4000, 500.0)))
    found = np.stack([chosen.adjusted(LEVELS, row, "peak_memory", RUN, 500) for row in quantiles])
    low, high = (found[:, int(np.abs(np.array(LEVELS) - level).argmin())] for level in (0.1, 0.9))
    cases = Cases("peak_memory", true, *([""] * 4000 for _ in range(4)), size=np.full(4000, 500.0))
    assert range_figures(cases, low, high)["coverage"] == pytest.approx(0.8, abs=0.02)


def test_forecasts_go_as_far_to_the_guess_as_brings_them_nearest() -> None:
    """A model that strays from guesses that are exact, and puts right others; some have none."""
    true, quantiles = overconfident(3000, seed=1)
    rng = np.random.default_rng(3)
    astray = quantiles * np.exp(rng.normal(0, 0.5, 3000))[:, None]
    guesses = np.where(np.arange(3000) < 1500, true, true * np.exp(rng.normal(0, 30, 3000)))
    guesses[::10] = np.nan
    bases = [RUN] * 1500 + [CARRIED] * 1500
    chosen = conformal("peak_memory", true, asked(astray, bases, np.full(3000, 500.0), guesses))
    assert chosen.shares == {RUN: 1.0, CARRIED: 0.0}
    middle = LEVELS.index(0.5)
    moved = chosen.stacked(LEVELS, astray[1], Guess(guesses[1]), "peak_memory", RUN)
    assert moved[middle] == pytest.approx(true[1])
    assert moved / moved[middle] == pytest.approx(astray[1] / astray[1, middle]), "ranges are as wide as before"
    guess, nothing = Guess(guesses[1], 1), Guess(guesses[0], 1)
    assert chosen.stacked(LEVELS, astray[1], guess, "peak_memory", RUN_THERE) == pytest.approx(moved)
    assert (chosen.stacked(LEVELS, astray[0], nothing, "peak_memory", RUN) == astray[0]).all()
    assert (chosen.stacked(LEVELS, astray[1], guess, "peak_memory", CARRIED) == astray[1]).all()


def test_ranges_are_as_wide_as_guesses_are_doubted_where_doubts_tell_more() -> None:
    """Truths whose spread the model takes for anything; of half of them the doubts are right, of the others not."""
    rng = np.random.default_rng(4)
    true, quantiles = overconfident(4000, seed=1)
    middle = quantiles[:, [LEVELS.index(0.5)]]
    low, high = (int(np.abs(np.array(LEVELS) - level).argmin()) for level in (0.1, 0.9))
    right = np.log2(quantiles[:, high] / middle[:, 0])
    blurred = middle * (quantiles / middle) ** np.exp(rng.normal(0, 0.7, 4000))[:, None]
    doubts = np.where(np.arange(4000) < 2000, right, right * np.exp(rng.normal(0, 9, 4000)))
    bases = [RUN] * 2000 + [CARRIED] * 2000
    chosen = conformal("peak_memory", true, asked(blurred, bases, np.full(4000, 500.0), doubts=doubts))
    assert chosen.doubt_shares[RUN] >= 0.9
    assert chosen.doubt_shares[CARRIED] <= 0.1

    def ranges(row: int) -> np.ndarray:
        found = chosen.stacked(LEVELS, blurred[row], Guess(np.nan, doubts[row]), "peak_memory", RUN)
        return chosen.adjusted(LEVELS, found, "peak_memory", RUN, 500)

    found = np.stack([ranges(row) for row in range(2000)])
    assert ((found[:, low] <= true[:2000]) & (true[:2000] <= found[:, high])).mean() == pytest.approx(0.8, abs=0.03)
    widths = np.log2(found[:, high] / found[:, low])
    assert np.corrcoef(widths, right[:2000])[0, 1] > 0.95
    unknown = chosen.stacked(LEVELS, blurred[0], NO_GUESS, "peak_memory", RUN)
    assert (unknown == blurred[0]).all()


def test_what_guesses_rest_on_and_how_large_workloads_are_decides_the_factor() -> None:
    """Guesses that were carried on are twice as wide as others, and twice that for large workloads."""
    true, quantiles = overconfident(9000, seed=1)
    middle = quantiles[:, [LEVELS.index(0.5)]]
    spreads = np.tile([1.0, 2.0, 4.0], 3000)
    wide = middle * (quantiles / middle) ** spreads[:, None]
    bases = [RUN, CARRIED, CARRIED] * 3000
    sizes = np.tile([1e3, 1e2, 1e6], 3000)
    chosen = conformal("peak_memory", true, asked(wide, bases, sizes))
    assert held(chosen, 1.0, RUN, 1e3) == pytest.approx(0.8, abs=0.03)
    assert held(chosen, 2.0, CARRIED, 1e2) == pytest.approx(0.8, abs=0.03)
    assert held(chosen, 4.0, CARRIED, 1e6) == pytest.approx(0.8, abs=0.03)
    assert held(chosen, 4.0, CARRIED, 1e9) == pytest.approx(0.8, abs=0.03), "larger than any that was seen"
    between = np.diff(
        [chosen.adjusted(LEVELS, wide[0], "peak_memory", CARRIED, 10.0**power)[-1] for power in np.linspace(2, 6, 9)]
    )
    assert (between <= 0).all() or (between >= 0).all(), "no jumps to and fro between the sizes"


def test_a_family_of_many_records_does_not_decide_alone() -> None:
    """One family of 900, which is off by four times as much as the other 900, of a hundred families."""
    true, quantiles = overconfident(1800, seed=1)
    middle = quantiles[:, LEVELS.index(0.5)]
    true[:900] = middle[:900] * (true[:900] / middle[:900]) ** 4
    weights = root_weights(["one"] * 900 + [f"of nine {number // 9}" for number in range(900)])
    families = (weights[:900].sum(), weights[900:].sum())
    assert families == pytest.approx((30, 300))
    sizes = np.full(1800, 500.0)
    plain = conformal("peak_memory", true, asked(quantiles, [RUN] * 1800, sizes))
    weighted = conformal("peak_memory", true, asked(quantiles, [RUN] * 1800, sizes), weights=weights)
    others = conformal("peak_memory", true[900:], asked(quantiles[900:], [RUN] * 900, sizes[900:]))
    plain_factor, factor, least = (chosen.factors[RUN][0][COVERAGES.index(0.8)] for chosen in (plain, weighted, others))
    assert least <= factor < 1.5 * least < plain_factor


def test_without_projects_programs_by_themselves_stand_for_them() -> None:
    alone = {RUN: [[2.0]] * len(SIZES)}
    quantiles = np.array([1e3, 2e3, 4e3])
    chosen = [
        MetricCalibration(1.0, (0.8,), factors).adjusted((0.1, 0.5, 0.9), quantiles, "peak_memory", RUN_THERE, 100)
        for factors in (alone, {**alone, RUN_THERE: [[3.0]] * len(SIZES)}, {CARRIED: [[9.0]] * len(SIZES)})
    ]
    assert [row.tolist() for row in chosen] == [
        pytest.approx([500, 2000, 8000]),
        pytest.approx([250, 2000, 16000]),
        quantiles.tolist(),
    ]


def test_where_few_records_are_others_stand_for_them() -> None:
    true, quantiles = overconfident(1000, seed=1)
    bases = [RUN] * 990 + [ESTIMATED] * 10
    chosen = conformal("peak_memory", true, asked(quantiles, bases, np.full(1000, 500.0)))
    assert held(chosen, 1.0, ESTIMATED, 5) == pytest.approx(0.8, abs=0.05)


def test_quantiles_stay_in_order_and_the_median_stays() -> None:
    factors = MetricCalibration(1.0, (0.2, 0.5, 0.8), {RUN: [[3.0, 1.0, 0.2]] * len(SIZES)})
    quantiles = np.array([1e3, 2e3, 3e3, 5e3, 9e3])
    moved = factors.adjusted([0.1, 0.25, 0.5, 0.75, 0.9], quantiles, "peak_memory", RUN, 100)
    assert (np.diff(moved) >= 0).all()
    assert moved[2] == pytest.approx(3000)


def test_it_is_saved_and_loaded(tmp_path: Path) -> None:
    content = {"cpu_time": MetricCalibration(1.2, (0.5, 0.8), {RUN: [[1.1, 1.3]] * len(SIZES)}, {RUN: 0.4}, {RUN: 0.9})}
    calibration.save(tmp_path / "calibration.json", content)
    assert calibration.load(tmp_path / "calibration.json") == content
