"""A forecast as a distribution."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfcast.forecast.forecast import LEVELS, Forecast

NORMAL = NormalDist()


def log_normal(median: float, spread: float, metric: str = "peak_memory") -> Forecast:
    return Forecast(metric, LEVELS, [median * spread ** NORMAL.inv_cdf(level) for level in LEVELS])


def test_quantiles_of_a_log_normal_are_met_between_and_beyond_the_levels():
    forecast = log_normal(1e6, 2.0)
    for u in (0.001, 0.01, 0.1, 0.33, 0.5, 0.77, 0.99, 0.9999):
        assert forecast.quantile(u) == pytest.approx(1e6 * 2.0 ** NORMAL.inv_cdf(u), rel=1e-9)
    assert (forecast.p10, forecast.p50, forecast.p90) == tuple(map(forecast.quantile, (0.1, 0.5, 0.9)))


amounts = st.lists(st.floats(1e-3, 1e15), min_size=len(LEVELS), max_size=len(LEVELS)).map(sorted)


@given(amounts, st.lists(st.floats(1e-9, 1 - 1e-9), min_size=2, max_size=20).map(sorted))
def test_quantiles_never_cross(values, levels):
    quantiles = Forecast("peak_memory", LEVELS, values).quantiles(np.array(levels))
    assert np.all(np.diff(quantiles) >= 0)
    assert np.all(np.isfinite(quantiles)) and np.all(quantiles >= 1)


@given(st.lists(st.floats(1.0, 1e12), min_size=len(LEVELS), max_size=len(LEVELS), unique=True).map(sorted),
       st.floats(1e-4, 1 - 1e-4))  # fmt: skip
def test_probability_below_is_the_way_back(values, u):
    forecast = Forecast("peak_memory", LEVELS, values)
    x = forecast.quantile(u)
    if x > 1.0:
        assert forecast.probability_below(x * (1 + 1e-9)) >= u - 1e-6
        assert forecast.probability_below(x * (1 - 1e-9)) <= u + 1e-6


def test_a_certain_value_is_wholly_at_most_itself():
    forecast = Forecast("peak_memory", LEVELS, [64.0] * len(LEVELS))
    assert forecast.probability_below(64.0) == 1.0
    assert forecast.probability_below(63.9) == 0.0
    assert forecast.quantile(0.999) == pytest.approx(64.0)


def test_samples_follow_the_distribution_and_the_seed():
    forecast = log_normal(1e-3, 3.0, "cpu_time")
    samples = forecast.samples(20_000, seed=1)
    assert samples.shape == (20_000,)
    assert np.array_equal(samples, forecast.samples(20_000, seed=1))
    assert not np.array_equal(samples, forecast.samples(20_000, seed=2))
    assert np.median(samples) == pytest.approx(1e-3, rel=0.05)
    assert np.mean(samples < forecast.p10) == pytest.approx(0.1, abs=0.01)


def test_units():
    assert log_normal(1, 2, "peak_memory").unit == "B"
    assert log_normal(1, 2, "cpu_time").unit == "s"


def test_intervals_hold_their_share():
    low, high = log_normal(100, 2).interval(0.8)
    assert (low, high) == pytest.approx((100 * 2**-1.2815515655, 100 * 2**1.2815515655))


@pytest.mark.parametrize(
    ("levels", "values"),
    [([0.5], [1]), ([0.5, 0.4], [1, 2]), ([0.1, 0.9], [1]), ([0.0, 0.5], [1, 2]), ([0.1, 0.9], [1, float("inf")])],
)
def test_what_is_no_distribution_is_refused(levels, values):
    with pytest.raises(ValueError, match="forecast"):
        Forecast("peak_memory", levels, values)


@pytest.mark.parametrize("u", [0, 1, -0.1, 1.5])
def test_quantiles_outside_0_to_1_are_refused(u):
    with pytest.raises(ValueError, match="level"):
        log_normal(1, 2).quantile(u)


@pytest.mark.parametrize("metric", ["cpu_time", "peak_memory"])
def test_a_single_quantile_is_what_it_is_among_many(metric):
    """The first time, and when it is remembered."""
    rising = Forecast(metric, LEVELS, [1e-7 * 3.0**number for number in range(len(LEVELS))])
    certain = Forecast(metric, LEVELS, [2048.0] * len(LEVELS))
    levels = [1e-9, 0.001, 0.025, 0.1, 0.3, 0.42, 0.5, 0.9, 0.975, 0.99, 1 - 1e-9]
    for forecast in (rising, certain):
        expected = forecast.quantiles(np.array(levels)).tolist()
        assert [forecast.quantile(level) for level in levels] == expected
        assert [forecast.quantile(level) for level in levels[::-1]] == expected[::-1]


def test_what_lies_below_a_known_least_is_left_out_and_the_rest_keeps_its_shape():
    forecast = log_normal(1e-4, 2.0, "cpu_time")
    assert forecast.at_least(1e-9) is forecast
    half = forecast.at_least(1e-4)
    assert half.p50 == pytest.approx(forecast.quantile(0.75), rel=1e-2)
    assert half.p90 == pytest.approx(forecast.quantile(0.95), rel=1e-2)
    assert min(half.values) >= 1e-4


@pytest.mark.parametrize("least", [2e-4, 1e-3, 1.0])
def test_a_forecast_that_lies_below_a_known_least_keeps_a_width(least):
    raised = log_normal(1e-4, 1.5, "cpu_time").at_least(least)
    assert least <= raised.p10 < raised.p50 < raised.p90 < 2 * least
