"""`perfcast compare`: which of two functions, or kernels, is cheaper, by how much, and how sure that is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.model import BundleOption, DeviceOption, GpuOption, load_predictor
from perfcast.cli.problems import Problems, fail
from perfcast.cli.sizes import parsed_size
from perfcast.cli.targets import Target

if TYPE_CHECKING:
    from perfcast.forecast import Predictor
    from perfcast.forecast.comparing.pair import PairComparison, Side
    from perfcast.source import SourceFile
    from perfcast.workload import Workload


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="PATH::NAME, PATH:LINE, or the PATH of a file.")],
    b: Annotated[
        str | None,
        typer.Argument(metavar="B", help="The other; ::NAME for one of the same file. With --at, A without it."),
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="REVISION", help="Take B as it is in git at a revision, such as HEAD.")
    ] = None,
    workload: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What both are called with, as 'nums: list[int] * 1000'.")
    ] = None,
    sizes: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="Sizes to compare at; 100 to 1e6 without it.")
    ] = None,
    device: DeviceOption = None,
    gpu: GpuOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    bundle: BundleOption = None,
) -> None:
    """Compare two functions: A's cost over B's, as a range, and the odds that A is cheaper. Of two Triton kernels,
    registers, shared memory, occupancy and the least time, each at its launch.
    """
    from perfcast.forecast import UnknownDeviceError
    from perfcast.forecast.comparing.pair import SIZES, compare_units, pair_payload
    from perfcast.forecast.kernel_forecasts import UnknownGpuError
    from perfcast.forecast.presentation.text import device_phrase
    from perfcast.source import SourceError

    given = _workload(workload)
    wanted = SIZES if sizes is None else _sizes(sizes)
    if b is None and at is None:
        raise fail("compare", "a second function is expected, or --at REVISION for the same one in git")
    first = _side(a)
    sides = first, _other_side(a, first, b, at)
    predictor = load_predictor(bundle)
    if any(side.unit.kind == "kernel" for side in sides):
        for option, value in (("--sizes", sizes), ("--device", device)):
            if value is not None:
                raise fail(option, "kernels are compared at one launch, on the GPU that --gpu names")
        _compare_kernels(predictor, *sides, given, gpu, as_json=as_json)
        return
    for side in sides if given is None else ():
        predictor.observe_project_calls(side.file, names=[side.unit.name])
    try:
        predictor.kernels.gpu(gpu)
        found = compare_units(predictor, *sides, given, wanted, device)
    except SourceError as error:
        raise fail("compare", error) from None
    except UnknownDeviceError as error:
        raise fail("--gpu" if isinstance(error, UnknownGpuError) else "--device", error) from None
    predictor.keep()
    if as_json:
        typer.echo(json.dumps(pair_payload(found), indent=2))
    else:
        _draw(found, device_phrase(predictor, found.device))


def _workload(text: str | None) -> Workload | None:
    from perfcast.workload import WorkloadError, parse

    try:
        return None if text is None else parse(text)
    except WorkloadError as error:
        raise fail("--workload", error) from None


def _sizes(text: str) -> list[int]:
    try:
        return sorted({parsed_size(part) for part in text.split(",")})
    except typer.BadParameter:
        message = f"whole numbers from 1 to 1e9 with commas between them are expected, not {text!r}"
        raise fail("--sizes", message) from None


def _other_side(a: str, first: Side, b: str | None, revision: str | None) -> Side:
    """
    Args:
        first: A's, whose name B has where nothing else is said: what is at A's line now was elsewhere then.
    """
    path = Target.parse(a).path
    if b is None:
        return _side(f"{path}::{first.unit.name}", revision)
    return _side(f"{path}{b}" if b.startswith("::") else b, revision)


def _side(text: str, revision: str | None = None) -> Side:
    from perfcast.forecast.comparing.pair import Side
    from perfcast.source import SourceError

    target = Target.parse(text)
    file = _file(target) if revision is None else _file_at(target, revision)
    try:
        unit = target.unit(file)
    except SourceError as error:
        raise fail(str(target.path), error) from None
    place = target.path if revision is None else f"{target.path}@{revision}"
    return Side(file, unit, f"{place}::{unit.name}")


def _file(target: Target) -> SourceFile:
    problems = Problems()
    file = target.read(problems)
    problems.exit()
    assert file is not None
    return file


def _file_at(target: Target, revision: str) -> SourceFile:
    from perfcast.source import RevisionCommand, SourceError, SourceFile

    try:
        return SourceFile.parse_tolerant(RevisionCommand.of(target.path, revision).run(), home=target.home)
    except SourceError as error:
        raise fail(f"{target.path}@{revision}", error) from None


def _compare_kernels(
    predictor: Predictor, a: Side, b: Side, workload: Workload | None, gpu: str | None, *, as_json: bool
) -> None:
    from perfcast.forecast.comparing.kernel_pair import compare_kernels
    from perfcast.forecast.comparing.kernel_pair_text import (
        kernel_pair_payload,
        kernel_pair_rows,
        notes,
        workload_lines,
    )
    from perfcast.forecast.kernel_forecasts import UnknownGpuError
    from perfcast.source import SourceError
    from perfcast.triton import KernelError

    try:
        found = compare_kernels(predictor, a, b, workload, predictor.kernels.gpu(gpu))
    except UnknownGpuError as error:
        raise fail("--gpu", error) from None
    except (KernelError, SourceError) as error:
        raise fail("compare", error) from None
    if as_json:
        typer.echo(json.dumps(kernel_pair_payload(found), indent=2))
        return
    typer.echo(f"A  {found.a.label}\nB  {found.b.label}")
    for line in workload_lines(found):
        typer.echo(line)
    typer.echo(f"on {found.device}\n")
    _table(kernel_pair_rows(found))
    for note in ("", *notes(found)):
        typer.echo(note)


def _table(rows: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        typer.echo("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _draw(found: PairComparison, device: str) -> None:
    from perfcast.forecast.comparing.pair import SAME_CODE, no_grounds, pair_rows
    from perfcast.forecast.presentation.text import origin_phrase

    typer.echo(f"A  {found.a}\nB  {found.b}")
    typer.echo(f"for {found.workload or 'no arguments'}, {origin_phrase(found.origin)}, on {device}\n")
    for label, reasons in no_grounds(found):
        typer.echo(f"no grounds for a forecast of {label}: {reasons}")
    if not found.outside:
        _table(pair_rows(found))
    if found.is_same:
        typer.echo(f"\n{SAME_CODE}.")
