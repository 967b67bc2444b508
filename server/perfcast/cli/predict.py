"""`perfcast predict`: forecasts for the units of files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.looks import looked_at
from perfcast.cli.model import BundleOption, DeviceOption, GpuOption, SizeOption, load_predictor
from perfcast.cli.problems import Problems, fail
from perfcast.cli.targets import ExcludeOption, Target, TargetsArgument, expanded

if TYPE_CHECKING:
    from perfcast.forecast import UnitForecast


def predict(
    targets: TargetsArgument,
    workload: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the units are called with, as 'nums: list[int] * 1000'.")
    ] = None,
    size: SizeOption = None,
    device: DeviceOption = None,
    gpu: GpuOption = None,
    exclude: ExcludeOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    bundle: BundleOption = None,
) -> None:
    """Forecast peak memory and time of every function in files and folders, or of one; of Triton kernels what they
    take.
    """
    problems = Problems()
    _check_workload(workload)
    read = [(target, target.read(problems)) for target in expanded(targets, exclude)]
    predictor = load_predictor(bundle)
    units = []
    timed_on = ""
    files = [(target, file) for target, file in read if file is not None]
    for target, file in files if workload is not None else looked_at(files, predictor, size):
        for forecast in target.forecasts(predictor, file, problems, workload, size, device, gpu):
            if as_json:
                units.append(_payload(target, forecast))
            else:
                place = f"{target.path}:{forecast.unit.line}: " if len(read) > 1 else ""
                typer.echo(place + _line(forecast))
                timed_on = forecast.device if _tells_cpu_time(forecast) else timed_on
    if as_json:
        typer.echo(json.dumps({"model": predictor.model, "units": units}, indent=2))
    elif timed_on:
        from perfcast.forecast.presentation.text import device_phrase

        typer.echo(f"CPU times hold for {device_phrase(predictor, timed_on)}.")
    problems.exit()


def _check_workload(workload: str | None) -> None:
    from perfcast.workload import WorkloadError, parse

    try:
        parse(workload or "")
    except WorkloadError as error:
        raise fail("--workload", error) from None


def _payload(target: Target, forecast: UnitForecast) -> dict[str, object]:
    from perfcast.forecast.presentation.payload import unit_payload

    return {"path": str(target.path), **unit_payload(forecast)}


def _tells_cpu_time(forecast: UnitForecast) -> bool:
    from perfcast.forecast.metrics import CPU_TIME

    return CPU_TIME.name in (forecast.measured or forecast.supported_forecasts)


def _line(unit_forecast: UnitForecast) -> str:
    """One unit in one line."""
    from perfcast.forecast.metrics import ALL_METRICS, CPU_TIME, METRICS
    from perfcast.forecast.presentation.text import (
        AND_SLEEP,
        amount_text,
        bracketed_text,
        origin_text,
        time_text,
        workload_text,
    )

    name = f"def {unit_forecast.unit.name}"
    besides = {CPU_TIME.name: AND_SLEEP} if unit_forecast.sleeps else {}
    if unit_forecast.measured:
        amounts = [
            f"{METRICS[metric].label} measured {amount_text(value, METRICS[metric].unit, 3)}{besides.get(metric, '')}"
            for metric, value in unit_forecast.measured.items()
        ]
    elif unit_forecast.outside:
        return f"{name}  no forecast: {', '.join(unit_forecast.outside)}"
    else:
        amounts = [
            f"{ALL_METRICS[metric].label} {bracketed_text(forecast)}{besides.get(metric, '')}".strip()
            for metric, forecast in unit_forecast.forecasts.items()
        ]
    if unit_forecast.bound is not None:
        amounts.append(f"at least {time_text(unit_forecast.bound)} on {unit_forecast.device} (roofline)")
    elif unit_forecast.unit.kind == "kernel":
        amounts.append(f"on {unit_forecast.device}")
    return "  ".join([name, *amounts, f"({workload_text(unit_forecast)}, {origin_text(unit_forecast)})"])
