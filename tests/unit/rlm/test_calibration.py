"""Calibration: ranges hold the truth as often as they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from model_export.evaluation.calibrate import LEVELS, conformal
from perfcast.rlm import calibration
from perfcast.rlm.calibration import MetricCalibration


def overconfident(records: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Truths, and quantiles of a model that takes the spread for half of what it is."""
    rng = np.random.default_rng(seed)
    middle = rng.uniform(9, 15, records)
    spread = rng.uniform(0.1, 1.0, records)
    true = np.exp(middle + spread * rng.normal(size=records))
    normal = np.quantile(np.random.default_rng(99).normal(size=200_000), LEVELS)
    return true, np.exp(middle[:, None] + 0.5 * spread[:, None] * normal[None, :])


def test_conformal_factors_bring_the_coverage_back() -> None:
    true, quantiles = overconfident(4000, seed=1)
    chosen = conformal("peak_memory", true, quantiles)
    new_true, new_quantiles = overconfident(4000, seed=2)
    moved = chosen.adjusted(LEVELS, new_quantiles, "peak_memory")
    for coverage in (0.5, 0.8, 0.9):
        low, high = ((1 + sign * coverage) / 2 for sign in (-1, 1))
        ends = [int(np.abs(np.array(LEVELS) - level).argmin()) for level in (low, high)]
        inside = (moved[:, ends[0]] <= new_true) & (new_true <= moved[:, ends[1]])
        assert inside.mean() == pytest.approx(coverage, abs=0.03)


def test_quantiles_stay_in_order_and_the_median_stays() -> None:
    factors = MetricCalibration(1.0, (0.2, 0.5, 0.8), (3.0, 1.0, 0.2))
    quantiles = np.array([[1e3, 2e3, 3e3, 5e3, 9e3]])
    moved = factors.adjusted([0.1, 0.25, 0.5, 0.75, 0.9], quantiles, "peak_memory")
    assert (np.diff(moved) >= 0).all()
    assert moved[0, 2] == pytest.approx(3000)


def test_it_is_saved_and_loaded(tmp_path: Path) -> None:
    content = {"cpu_time": MetricCalibration(1.2, (0.5, 0.8), (1.1, 1.3))}
    calibration.save(tmp_path / "calibration.json", content)
    assert calibration.load(tmp_path / "calibration.json") == content
