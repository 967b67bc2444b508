"""Forecasts as JSON, alike for the CLI and for editors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perfcast.forecast.forecast import Forecast
from perfcast.forecast.metrics import MEASURED_METRICS
from perfcast.forecast.unit_forecast import UnitForecast


def forecasts_payload(forecasts: Mapping[str, Forecast]) -> dict[str, Any]:
    """By metric: the unit and the 10 %, 50 % and 90 % quantiles."""
    return {
        name: {"unit": forecast.unit, "p10": forecast.p10, "p50": forecast.p50, "p90": forecast.p90}
        for name, forecast in forecasts.items()
    }


def unit_payload(unit_forecast: UnitForecast) -> dict[str, Any]:
    """One unit with its workload, device and forecasts."""
    unit = unit_forecast.unit
    measured = {"measured": measured_payload(unit_forecast.measured)} if unit_forecast.measured else {}
    return {
        "name": unit.name,
        "line": unit.line,
        "kind": unit.kind,
        "workload": {"text": unit_forecast.workload, "origin": unit_forecast.workload_origin},
        "device": unit_forecast.device,
        "forecasts": forecasts_payload(unit_forecast.forecasts),
        "outside": list(unit_forecast.outside),
        **({"detail": unit_forecast.detail} if unit_forecast.detail else {}),
        **measured,
        **sleep_payload(unit_forecast.sleeps),
        **bound_payload(unit_forecast.bound),
    }


def measured_payload(measured: Mapping[str, float]) -> dict[str, Any]:
    """By metric: the unit and the measured value."""
    return {name: {"unit": MEASURED_METRICS[name].unit, "value": value} for name, value in measured.items()}


def sleep_payload(sleeps: bool) -> dict[str, Any]:
    """Told of what sleeps alone: neither forecasts nor measurements of its time count that."""
    return {"sleeps": True} if sleeps else {}


def bound_payload(bound: float | None) -> dict[str, Any]:
    """The least time of a launch, in seconds, under its own name; nothing where it is not known."""
    return {} if bound is None else {"roofline_bound": {"unit": "s", "value": bound}}
