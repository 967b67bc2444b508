"""Sentences that hovers and tooltips share."""

from __future__ import annotations

from perfcast.forecast import METRICS, UnitForecast
from perfcast.forecast.presentation.markdown import escaped
from perfcast.forecast.presentation.text import amount_text


def heading(unit_forecast: UnitForecast) -> str:
    """The unit's name, and what follows: what was measured, or a forecast, or why there is none."""
    kind = "no forecast" if unit_forecast.outside else "forecast, not measured"
    kind = "measured on this machine" if unit_forecast.measured else kind
    if not unit_forecast.forecasts and unit_forecast.bound is not None:
        kind = "a bound, no forecast"
    return f"**{escaped(unit_forecast.unit.name)}**: {kind}"


def measured_lines(unit_forecast: UnitForecast) -> list[str]:
    """A line for what was measured, before the forecast; none where nothing was."""
    amounts = [
        f"{METRICS[name].title.lower().replace('cpu', 'CPU')} {amount_text(value, METRICS[name].unit, 3)}"
        for name, value in unit_forecast.measured.items()
    ]
    return [f"Measured: {', '.join(amounts)}. Forecast:"] if amounts else []


def left_out_text(forecast: int, units: int) -> str:
    """What the others of a file miss, of whose functions so many are forecast."""
    return (
        f"Only the first {forecast:,} of the {units:,} functions of this file have hints and problems "
        "(`perfcast.maxUnits`); hovers tell of all"
    )
