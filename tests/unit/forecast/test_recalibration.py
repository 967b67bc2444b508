"""A few measurements bring forecasts to another machine."""

import numpy as np
import pytest

from perfcast.forecast.measurements.recalibration import LEAST, Recalibration, Residual, spread_of
from tests.unit.forecast.test_forecast import log_normal


def coverage(forecasts, truths) -> float:
    return float(np.mean([f.p10 <= truth <= f.p90 for f, truth in zip(forecasts, truths, strict=True)]))


@pytest.mark.parametrize("slowness", [3.0, 1 / 3, 1.0])
def test_ten_measurements_bring_the_coverage_back(slowness):
    randomness = np.random.default_rng(7)
    medians = 10 ** randomness.uniform(-6, 0, 510)
    forecasts = [log_normal(median, 1.5, "cpu_time") for median in medians]
    truths = [slowness * median * 1.5 ** randomness.normal() for median in medians]
    recalibration = Recalibration.fit([Residual.of(*pair) for pair in zip(truths[:10], forecasts[:10], strict=True)])
    corrected = [recalibration.applied(forecast) for forecast in forecasts[10:]]
    if slowness != 1.0:
        assert coverage(forecasts[10:], truths[10:]) < 0.3
    assert 0.72 <= coverage(corrected, truths[10:]) <= 0.9


def test_forecasts_that_were_too_sure_become_wider():
    randomness = np.random.default_rng(8)
    forecasts = [log_normal(1.0, 1.2, "cpu_time") for _ in range(40)]
    residuals = [Residual.of(2.0 ** randomness.normal(), forecast) for forecast in forecasts]
    recalibration = Recalibration.fit(residuals)
    assert recalibration.scale > 2
    assert spread_of(recalibration.applied(forecasts[0])) == pytest.approx(np.log(2), rel=0.3)


def test_a_single_outlier_does_not_move_what_many_say():
    forecasts = [log_normal(1.0, 1.5, "cpu_time") for _ in range(12)]
    residuals = [Residual.of(3.0, forecast) for forecast in forecasts[:11]] + [Residual.of(300.0, forecasts[11])]
    assert 0.9 < Recalibration.fit(residuals).shift / np.log(3.0) < 1.5


@pytest.mark.parametrize("count", [LEAST, 8])
def test_what_took_nothing_does_not_spoil_the_rest(count):
    """One of the functions that were measured allocates nothing; a store may hold what was noted of it before."""
    forecasts = [log_normal(60.0, 1.4, "peak_memory")] * count
    true = Residual(-31.6, 0.3)
    for nothing in (Residual.of(0.0, forecasts[0]), true):
        found = Recalibration.fit([nothing, *(Residual.of(64.0, one) for one in forecasts[1:])])
        after = found.applied(log_normal(60_000.0, 1.2, "peak_memory"))
        assert 30_000 < after.p50 < 70_000
        assert after.p90 / after.p10 < 100


def test_too_few_correct_nothing():
    forecast = log_normal(1.0, 1.5, "cpu_time")
    assert Recalibration.fit([Residual.of(3.0, forecast)] * (LEAST - 1)) is None


def test_how_slow_a_machine_is_known_to_be_stands_for_measurements_until_there_are_some():
    forecast = log_normal(1.0, 1.3, "cpu_time")
    probed = Recalibration.fit([], np.log(2))
    assert probed.applied(forecast).p50 == pytest.approx(2.0)
    assert spread_of(probed.applied(forecast)) > spread_of(forecast)
    many = Recalibration.fit([Residual.of(3.0, forecast)] * 40, np.log(2))
    assert 2.8 < np.exp(many.shift) < 3.0
