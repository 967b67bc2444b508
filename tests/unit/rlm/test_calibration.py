"""Calibration: ranges hold the truth as often as they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from model_export.evaluation.calibrate import LEVELS, conformal
from perfcast.rlm import calibration
from perfcast.rlm.calibration import MetricCalibration

MIDDLE = LEVELS.index(0.5)


def overconfident(records: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Truths, and quantiles of a model that takes the spread for half of what it is."""
    rng = np.random.default_rng(seed)
    middle = rng.uniform(3, 15, records)
    spread = rng.uniform(0.1, 1.0, records)
    true = np.exp(middle + spread * rng.normal(size=records))
    normal = np.quantile(np.random.default_rng(99).normal(size=200_000), LEVELS)
    return true, np.exp(middle[:, None] + 0.5 * spread[:, None] * normal[None, :])


def test_conformal_factors_bring_the_coverage_back() -> None:
    true, quantiles = overconfident(4000, seed=1)
    chosen = conformal("peak_memory", true, quantiles, quantiles[:, MIDDLE], [str(i) for i in range(len(true))])
    new_true, new_quantiles = overconfident(4000, seed=2)
    moved = chosen.adjusted(LEVELS, new_quantiles, "peak_memory")
    for coverage in (0.5, 0.8, 0.9):
        low, high = ((1 + sign * coverage) / 2 for sign in (-1, 1))
        ends = [int(np.abs(np.array(LEVELS) - level).argmin()) for level in (low, high)]
        inside = (moved[:, ends[0]] <= new_true) & (new_true <= moved[:, ends[1]])
        assert inside.mean() == pytest.approx(coverage, abs=0.03)


def test_the_better_of_two_forecasters_is_trusted_and_the_range_moves_with_the_median() -> None:
    """Errors of equal size that have nothing to do with each other: half of the way is best."""
    rng = np.random.default_rng(5)
    target = rng.uniform(3, 15, 4000)
    own, other = (target + rng.normal(size=4000) for _ in range(2))
    quantiles = np.exp(own[:, None] + np.linspace(-2, 2, len(LEVELS))[None, :])
    programs = [str(number) for number in range(4000)]
    both = conformal("peak_memory", np.exp(target), quantiles, np.exp(other), programs)
    assert both.trust == pytest.approx(0.5, abs=0.1)
    moved = both.adjusted(LEVELS, quantiles[:1], "peak_memory", float(np.exp(other[0])))
    assert np.log(moved[0, MIDDLE]) == pytest.approx(own[0] + both.trust * (other[0] - own[0]))
    wrong = conformal("peak_memory", np.exp(target), np.exp(target)[:, None] + quantiles * 0, np.exp(other), programs)
    assert wrong.trust == 0


def test_quantiles_stay_in_order_and_the_median_stays() -> None:
    factors = MetricCalibration(1.0, 0.0, (0.2, 0.5, 0.8), (3.0, 1.0, 0.2))
    quantiles = np.array([[10.0, 20.0, 30.0, 50.0, 90.0]])
    moved = factors.adjusted([0.1, 0.25, 0.5, 0.75, 0.9], quantiles, "peak_memory")
    assert (np.diff(moved) >= 0).all()
    assert moved[0, 2] == pytest.approx(30)


def test_it_is_saved_and_loaded(tmp_path: Path) -> None:
    content = {"cpu_time": MetricCalibration(1.2, 0.35, (0.5, 0.8), (1.1, 1.3))}
    calibration.save(tmp_path / "calibration.json", content)
    assert calibration.load(tmp_path / "calibration.json") == content
