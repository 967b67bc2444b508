"""Forecasts: distributions of what a unit costs, cached, compared, and told in few characters."""

from perfcast.forecast.comparing.comparison import Ratio, compare
from perfcast.forecast.forecast import Forecast
from perfcast.forecast.metrics import ALL_METRICS, METRICS, Metric
from perfcast.forecast.predictor import Predictor, UnitForecast, UnknownDeviceError, load

__all__ = [
    "ALL_METRICS",
    "METRICS",
    "Forecast",
    "Metric",
    "Predictor",
    "Ratio",
    "UnitForecast",
    "UnknownDeviceError",
    "compare",
    "load",
]
