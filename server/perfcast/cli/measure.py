"""`perfcast measure`: the real thing, for one function or one Triton kernel."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.model import BundleOption, load_predictor, machine_store
from perfcast.cli.problems import Problems, fail
from perfcast.cli.sizes import parsed_size
from perfcast.cli.targets import Target

if TYPE_CHECKING:
    from perfcast.forecast import Predictor
    from perfcast.forecast.measuring.functions import MeasuredUnit
    from perfcast.forecast.measuring.kernels import MeasuredKernel
    from perfcast.source import SourceFile, Unit
    from perfcast.workload import Workload


def measure(
    target: Annotated[
        str,
        typer.Argument(
            metavar="PATH::NAME",
            help="The function, also as PATH:LINE; -- -::NAME reads its file from stdin.",
        ),
    ],
    workload: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What it is called with, as 'nums: list[int] * 1000'.")
    ] = None,
    line: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Of several functions of that name, the one at this line.")
    ] = None,
    stdin_filename: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Where the file that is read from stdin lies: its imports are found by it."),
    ] = None,
    project: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="Where imports are looked for besides; without it the present folder."),
    ] = None,
    default_size: Annotated[
        int | None,
        typer.Option(parser=parsed_size, metavar="N", help="Elements of what nothing says the size of, without 1000."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    bundle: BundleOption = None,
) -> None:
    """Run a function in a sandbox and measure it, or a Triton kernel on this machine's GPU, in a process of its own
    without a sandbox. No other command runs the code of a file.
    """
    from perfcast.cli import measure_report
    from perfcast.forecast.measuring.functions import MeasuringError
    from perfcast.lsp.transport.watchdog import watch_owner
    from perfcast.measure import SandboxError
    from perfcast.source import SourceError
    from perfcast.workload import WorkloadError, parse
    from perfcast.workload.origins.resolution import DEFAULT_SIZE

    # A server that was killed can end nothing.
    watch_owner()
    try:
        given = None if workload is None else parse(workload)
    except WorkloadError as error:
        raise fail("--workload", error) from None
    parsed = replace(Target.parse(target), lies_at=stdin_filename, projects=tuple(project or ()))
    place = str(parsed.path)
    problems = Problems()
    file = parsed.read(problems)
    problems.exit()
    assert file is not None
    predictor = load_predictor(bundle)
    try:
        unit = parsed.unit(file, line)
    except SourceError as error:
        raise fail(f"{place}::{parsed.name}" if parsed.name else place, error) from None
    size = default_size or DEFAULT_SIZE
    try:
        if given is None:
            predictor.observe_project_calls(file, size, names=[unit.name])
        found = _measured(predictor, file, unit, given, size)
    except (SourceError, SandboxError, MeasuringError) as error:
        raise fail(f"{place}::{unit.name}", error) from None
    if found.note:
        sys.stderr.write(f"perfcast: {place}::{unit.name}: {found.note}\n")
    typer.echo(json.dumps(measure_report.payload(found), indent=2) if as_json else measure_report.line(found))


def _measured(
    predictor: Predictor, file: SourceFile, unit: Unit, workload: Workload | None, default_size: int
) -> MeasuredUnit | MeasuredKernel:
    """Raises SourceError, SandboxError and MeasuringError."""
    if unit.kind == "kernel":
        from perfcast.forecast.measuring.kernels import measure_kernel

        return measure_kernel(predictor, file, unit, workload)
    from perfcast.forecast.measuring.functions import measure_unit

    return measure_unit(predictor, machine_store(), file, unit, workload, default_size)
