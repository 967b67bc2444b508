"""What `perfcast measure` says of a function and of a kernel: a line, or JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfcast.forecast.measuring.functions import MeasuredUnit
    from perfcast.forecast.measuring.kernels import MeasuredKernel


def payload(found: MeasuredUnit | MeasuredKernel) -> dict[str, Any]:
    """Alike for both; a kernel has the bound of its time beside it."""
    from perfcast.forecast.measuring.kernels import MeasuredKernel
    from perfcast.forecast.presentation.payload import bound_payload, forecasts_payload, measured_payload, sleep_payload

    return {
        "name": found.unit.name,
        "line": found.unit.line,
        "kind": found.unit.kind,
        "workload": {"text": found.workload, "origin": found.origin},
        "device": found.device,
        "measured": measured_payload(found.measured),
        "forecasts": forecasts_payload(found.forecasts),
        **(
            bound_payload(found.bound)
            if isinstance(found, MeasuredKernel)
            else {"forecast_device": found.forecast_device, **sleep_payload(found.sleeps)}
        ),
        **({"note": found.note} if found.note else {}),
    }


def line(found: MeasuredUnit | MeasuredKernel) -> str:
    """Each amount with its forecast."""
    from perfcast.forecast.measuring.kernels import MeasuredKernel
    from perfcast.forecast.presentation.text import called_with, origin_phrase

    amounts = _of_kernel(found) if isinstance(found, MeasuredKernel) else _of_function(found)
    receiver = "" if isinstance(found, MeasuredKernel) else found.receiver
    said = f"({called_with(receiver, found.workload)}, {origin_phrase(found.origin)})"
    return "  ".join([f"def {found.unit.name}", *amounts, said])


def _of_function(found: MeasuredUnit) -> list[str]:
    from perfcast.forecast.metrics import CPU_TIME, METRICS
    from perfcast.forecast.presentation.text import AND_SLEEP, amount_text, bracketed_text

    amounts = []
    for name, value in found.measured.items():
        text = f"{METRICS[name].label} {amount_text(value, METRICS[name].unit, 3)}"
        text += AND_SLEEP if found.sleeps and name == CPU_TIME.name else ""
        text += f", forecast {bracketed_text(found.forecasts[name])}"
        # Until the editor's server has found out how fast this machine is, forecasts are for another.
        is_elsewhere = name == CPU_TIME.name and found.forecast_device != found.device
        amounts.append(f"{text} for {found.forecast_device}" if is_elsewhere else text)
    return amounts


def _of_kernel(found: MeasuredKernel) -> list[str]:
    from perfcast.forecast.metrics import GPU_TIME, REGISTERS, SHARED_MEMORY, SPILLS
    from perfcast.forecast.presentation.text import amount_text, bracketed_text, time_text

    amounts = []
    for metric in (GPU_TIME, REGISTERS, SPILLS, SHARED_MEMORY):
        value, forecast = found.measured[metric.name], found.forecasts.get(metric.name)
        text = f"{metric.label} {amount_text(value, metric.unit, 3)}".strip()
        if metric is GPU_TIME:
            text += f" on {found.device}"
            text += "" if found.bound is None else f", at least {time_text(found.bound)} (roofline)"
        amounts.append(text if forecast is None else f"{text}, forecast {bracketed_text(forecast)}")
    return amounts
