"""`perfcast measure`: the real thing, for one function."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.model import BundleOption, load_predictor, machine_store
from perfcast.cli.problems import Problems, fail
from perfcast.cli.targets import Target

if TYPE_CHECKING:
    from perfcast.forecast.measuring import MeasuredUnit


def measure(
    target: Annotated[
        str, typer.Argument(metavar="PATH::NAME", help="The function; -- -::NAME reads its file from stdin.")
    ],
    workload: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What it is called with, as 'nums: list[int] * 1000'.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    bundle: BundleOption = None,
) -> None:
    """Run a function in a sandbox and measure it. Only this command runs the code of a file."""
    from perfcast.forecast.measuring import MeasuringError, measure_unit
    from perfcast.forecast.payload import forecasts_payload, measured_payload
    from perfcast.forecast.predictor import main_unit
    from perfcast.lsp.watchdog import watch_owner
    from perfcast.measure import SandboxError
    from perfcast.source import SourceError
    from perfcast.workload import WorkloadError, parse

    # A server that was killed can end nothing.
    watch_owner()
    try:
        given = None if workload is None else parse(workload)
    except WorkloadError as error:
        raise fail("--workload", error) from None
    parsed = Target.parse(target)
    place = str(parsed.path)
    problems = Problems()
    file = parsed.read(problems)
    problems.exit()
    assert file is not None
    predictor = load_predictor(bundle)
    try:
        unit = main_unit(file) if parsed.name is None else file.unit(parsed.name)
        found = measure_unit(predictor, machine_store(), file, unit, given)
    except (SourceError, SandboxError, MeasuringError) as error:
        raise fail(f"{place}::{parsed.name}" if parsed.name else place, error) from None
    if found.note:
        sys.stderr.write(f"perfcast: {found.note}\n")
    if as_json:
        answer = {
            "name": found.unit.name,
            "line": found.unit.line,
            "workload": {"text": found.workload, "origin": found.origin},
            "device": found.device,
            "measured": measured_payload(found.measured),
            "forecasts": forecasts_payload(found.forecasts),
            **({"note": found.note} if found.note else {}),
        }
        typer.echo(json.dumps(answer, indent=2))
        return
    typer.echo(_line(found))


def _line(found: MeasuredUnit) -> str:
    from perfcast.forecast.metrics import METRICS
    from perfcast.forecast.text import amount_text, bracketed_text, origin_phrase

    amounts = []
    for name, value in found.measured.items():
        metric = METRICS[name]
        forecast = bracketed_text(found.forecasts[name])
        amounts.append(f"{metric.label} {amount_text(value, metric.unit, 3)}, forecast {forecast}")
    origin = origin_phrase(found.origin)
    return "  ".join([f"def {found.unit.name}", *amounts, f"({found.workload or 'no arguments'}, {origin})"])
