"""`perfcast rank`: the configurations of a Triton kernel, the most promising first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perfcast.cli.problems import Problems, fail
from perfcast.cli.targets import Target

if TYPE_CHECKING:
    from perfcast.triton import LaunchPlan, Ranking, Scored
    from perfcast.workload import Workload

_ABOUT_FORECASTS = (
    "Times are forecasts, learned from launches measured on this device; 'at least' is the roofline's bound.",
)
_ABOUT_ESTIMATES = (
    "No forecast: 'at least' is the roofline's bound, 'estimate' what configurations are ordered by: the source's",
    "counts at the paces of an H100 and an H200, and at this device's public figures.",
)


def rank(
    target: Annotated[
        str,
        typer.Argument(metavar="PATH::NAME", help="The kernel, or the function that launches it, also as PATH:LINE."),
    ],
    gpu: Annotated[
        str, typer.Option("--gpu", "--device", metavar="NAME", help="The GPU, as 'H200', or a name with its figures.")
    ],
    shape: Annotated[
        str | None, typer.Option(metavar="NAME=N,...", help="Sizes and other numbers by name, as M=4096,N=4096,K=4096.")
    ] = None,
    workload: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What it is launched with, as 'x: float16[4096]; n: int = 4096'."),
    ] = None,
    grid: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Programs an axis, as 'cdiv(M, BLOCK_M), batch'."),
    ] = None,
    dtype: Annotated[
        str | None, typer.Option(metavar="NAME", help="Element type of tensors of which nothing says it.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many to show.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Rank the configurations of a Triton kernel for a GPU. Nothing is run, and neither Triton nor a GPU is needed."""
    from perfcast.source import SourceError
    from perfcast.triton import KernelError, KernelFile, device_named, plan
    from perfcast.triton import rank as ranked

    sizes = _sizes(shape)
    given = _workload(workload)
    if dtype is not None:
        _check_dtype(dtype)
    parsed = Target.parse(target)
    problems = Problems()
    source = parsed.read(problems)
    problems.exit()
    assert source is not None
    place = f"{parsed.path}::{parsed.name}" if parsed.name else str(parsed.path)
    try:
        name = parsed.unit(source).name if parsed.line else parsed.name
    except SourceError as error:
        raise fail(place, error) from None
    try:
        device = device_named(gpu)
    except KernelError as error:
        raise fail("--gpu", error) from None
    try:
        file = KernelFile(source, device)
        kernel = file.kernel(name) if name else file.only_kernel()
        planned = plan(file, kernel, sizes=sizes, workload=given, grid=grid, dtype=dtype)
        found = ranked(planned, device)
    except KernelError as error:
        raise fail(place, error) from None
    if as_json:
        typer.echo(json.dumps(_payload(planned, found, device.name, top), indent=2))
    else:
        _draw(planned, found, device.name, top)


def _sizes(text: str | None) -> dict[str, int | float | bool]:
    sizes: dict[str, int | float | bool] = {}
    for part in (text or "").split(",") if text else ():
        name, separator, value = part.partition("=")
        try:
            number = float(value)
            whole = int(number) if number == int(number) and "." not in value else number
        except (ValueError, OverflowError):
            truth = {"True": True, "False": False}.get(value.strip())
            if truth is None:
                raise fail("--shape", f"NAME=NUMBER is expected, with commas between, not {part.strip()!r}") from None
            sizes[name.strip()] = truth
            continue
        if not separator or not name.strip().isidentifier() or not 0 <= number <= 1e12:
            raise fail("--shape", f"NAME=NUMBER is expected, numbers from 0 to 1e12, not {part.strip()!r}")
        sizes[name.strip()] = whole
    return sizes


def _workload(text: str | None) -> Workload | None:
    from perfcast.workload import WorkloadError, parse

    try:
        return None if text is None else parse(text)
    except WorkloadError as error:
        raise fail("--workload", error) from None


def _check_dtype(dtype: str) -> None:
    from perfcast.triton import DTYPE_BYTES

    if dtype not in DTYPE_BYTES:
        raise fail("--dtype", f"no element type {dtype!r}; they are {', '.join(DTYPE_BYTES)}")


def _payload(planned: LaunchPlan, found: Ranking, device: str, top: int) -> dict[str, Any]:
    from perfcast.triton.ranking.payload import ranking_payload

    return ranking_payload(planned, found, device, top)


def _draw(planned: LaunchPlan, found: Ranking, device: str, top: int) -> None:
    from perfcast.triton.text import bound_text, origin_text, sizes_text

    best = found.ranked[0]
    assert best.launch is not None
    typer.echo(f"{planned.kernel.name} on {device}  ({sizes_text(planned, best.launch)}, {origin_text(planned)})")
    for line in _ABOUT_FORECASTS if found.is_forecast else _ABOUT_ESTIMATES:
        typer.echo(line)
    if best.bound is not None:
        typer.echo(f"The first: {bound_text(best.bound)}")
    kind = "configurations of the file" if found.own else "usual configurations (the file has no @triton.autotune)"
    left_out = f", {len(found.left_out)} left out" if found.left_out else ""
    typer.echo(f"{len(found.ranked)} {kind}{left_out}:")
    rows = [_columns(found), *(_row(number, one) for number, one in enumerate(found.ranked[:top], 1))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) if column == 1 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        typer.echo("  ".join(cells).rstrip())
    for one in found.left_out[:3]:
        typer.echo(f"left out: {one.config}: {one.invalid or one.reason}")
    for note in best.counts.notes if best.counts is not None else ():
        typer.echo(f"note: {note}")


def _columns(found: Ranking) -> tuple[str, ...]:
    time = "forecast" if found.is_forecast else "estimate"
    return ("#", "configuration", time, "at least", "shared memory", "registers", "warps an SM")


def _row(number: int, one: Scored) -> tuple[str, ...]:
    from perfcast.triton.text import seconds_text

    assert one.bound is not None and one.resources is not None and one.occupancy is not None
    registers = f"≈{one.resources.registers}" + (" spills" if one.resources.spills else "")
    return (
        str(number),
        str(one.config),
        seconds_text(one.score),
        seconds_text(one.bound.seconds),
        f"{one.resources.shared_memory / 1024:.0f} KiB",
        registers,
        f"{one.occupancy.warps} ({one.occupancy.share:.0%})",
    )
