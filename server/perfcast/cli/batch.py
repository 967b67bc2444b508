"""`perfcast batch`: a row of JSON in, a row of JSON out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer

from perfcast.cli.model import BundleOption, load_predictor
from perfcast.cli.pools import process_pool, ray_pool
from perfcast.cli.problems import fail
from perfcast.cli.row import answer
from perfcast.cli.spread import spread

#: Rows that are not worth the time in which processes start.
_FEW: Final = 64


def batch(
    rows_in: Annotated[
        Path,
        typer.Argument(
            metavar="IN.jsonl",
            help="Rows of id, source, and perhaps name, workload and device; - for stdin.",
            allow_dash=True,
        ),
    ],
    rows_out: Annotated[
        Path,
        typer.Argument(metavar="OUT.jsonl", help="Rows of id with forecasts or error; - for stdout.", allow_dash=True),
    ],
    bundle: BundleOption = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes.")] = os.cpu_count() or 1,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Ray cluster to compute on: its address, auto, or local. Needs perfcast[cluster]."
        ),
    ] = None,
) -> None:
    """Forecast many functions: one JSON object a line, in the same order. A bad row gets an error and no more."""
    with ExitStack() as stack:
        try:
            lines = _open_to_read(rows_in, stack)
        except OSError as error:
            raise fail(str(rows_in), error.strerror or error) from None
        try:
            out = sys.stdout if str(rows_out) == "-" else stack.enter_context(rows_out.open("w", encoding="utf-8"))
            bad = total = 0
            for row in _answers(bundle, lines, jobs, ray):
                total += 1
                bad += "error" in row
                out.write(json.dumps(row) + "\n")
        except ImportError:
            raise fail("--ray", "Ray is not installed: pip install 'perfcast[cluster]'") from None
        except ConnectionError as error:
            raise fail("--ray", error) from None
        except OSError as error:
            raise fail(str(rows_out), error.strerror or error) from None
    sys.stderr.write(f"perfcast: {total} rows, {bad} with an error\n")


def _open_to_read(path: Path, stack: ExitStack) -> TextIO:
    # Undecodable bytes spoil the row they stand in and no other.
    if str(path) == "-":
        return stack.enter_context(open(sys.stdin.fileno(), encoding="utf-8", errors="surrogateescape", closefd=False))
    return stack.enter_context(path.open(encoding="utf-8", errors="surrogateescape", newline="\n"))


def _answers(bundle: Path | None, lines: TextIO, jobs: int, ray: str | None) -> Iterator[dict[str, Any]]:
    rows = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    if ray is not None:
        with ray_pool(bundle, ray, jobs) as pool:
            yield from spread(rows, pool)
        return
    # A million rows would leave no room for what editors ask again.
    predictor = load_predictor(bundle, keeps=False)
    for number, line in islice(rows, _FEW if jobs > 1 else None):
        yield answer(predictor, number, line)
    following = next(rows, None)
    if following is not None:
        with process_pool(bundle, jobs) as pool:
            yield from spread(chain([following], rows), pool)
