"""`perfcast predict`: forecasts for the units of files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.model import BundleOption, load_predictor
from perfcast.cli.problems import Problems, fail
from perfcast.cli.targets import Target

if TYPE_CHECKING:
    from perfcast.forecast import UnitForecast


def predict(
    targets: Annotated[list[str], typer.Argument(metavar="PATH[::NAME]...", help="Files, or single units of them.")],
    workload: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the units are called with, as 'nums: list[int] * 1000'.")
    ] = None,
    size: Annotated[
        int | None, typer.Option(min=1, max=10**9, metavar="N", help="Scale every workload to about N elements.")
    ] = None,
    device: Annotated[str | None, typer.Option(metavar="NAME", help="The CPU that times are to hold for.")] = None,
    gpu: Annotated[
        str | None, typer.Option(metavar="NAME", help="The GPU that Triton kernels run on, as H100.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    bundle: BundleOption = None,
) -> None:
    """Forecast peak memory and time of every function in the files, or of one; of Triton kernels what they take."""
    problems = Problems()
    _check_workload(workload)
    read = [(target, target.read(problems)) for target in map(Target.parse, targets)]
    predictor = load_predictor(bundle)
    units = []
    for target, file in read:
        if file is None:
            continue
        for forecast in target.forecasts(predictor, file, problems, workload, size, device, gpu):
            if as_json:
                units.append(_payload(target, forecast))
            else:
                typer.echo(_line(forecast))
    if as_json:
        typer.echo(json.dumps({"model": predictor.model, "units": units}, indent=2))
    problems.exit()


def _check_workload(workload: str | None) -> None:
    from perfcast.workload import WorkloadError, parse

    try:
        parse(workload or "")
    except WorkloadError as error:
        raise fail("--workload", error) from None


def _payload(target: Target, forecast: UnitForecast) -> dict[str, object]:
    from perfcast.forecast.payload import unit_payload

    return {"path": str(target.path), **unit_payload(forecast)}


def _line(unit_forecast: UnitForecast) -> str:
    """One unit in one line."""
    from perfcast.forecast.metrics import ALL_METRICS, METRICS
    from perfcast.forecast.text import amount_text, bracketed_text, origin_text, time_text, workload_text

    name = f"def {unit_forecast.unit.name}"
    if unit_forecast.measured:
        amounts = [
            f"{METRICS[metric].label} measured {amount_text(value, METRICS[metric].unit, 3)}"
            for metric, value in unit_forecast.measured.items()
        ]
    elif unit_forecast.outside:
        return f"{name}  no forecast: {', '.join(unit_forecast.outside)}"
    else:
        amounts = [
            f"{ALL_METRICS[metric].label} {bracketed_text(forecast)}".strip()
            for metric, forecast in unit_forecast.forecasts.items()
        ]
    if unit_forecast.bound is not None:
        amounts.append(f"at least {time_text(unit_forecast.bound)} on {unit_forecast.device} (roofline)")
    return "  ".join([name, *amounts, f"({workload_text(unit_forecast)}, {origin_text(unit_forecast)})"])
