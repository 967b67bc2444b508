"""Forecasts: distributions of what a unit costs, cached, compared, and told in few characters."""

from perfcast.forecast.comparing.comparison import Ratio, compare
from perfcast.forecast.devices import UnknownDeviceError
from perfcast.forecast.forecast import Forecast
from perfcast.forecast.metrics import ALL_METRICS, METRICS, Metric
from perfcast.forecast.predictor import Predictor, load
from perfcast.forecast.unit_forecast import UnitForecast

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
