"""`perfcast batch`: a row of JSON in, a row of JSON out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from perfcast.cli.model import BundleOption, load_predictor
from perfcast.cli.problems import fail

if TYPE_CHECKING:
    from perfcast.forecast import Predictor


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
) -> None:
    """Forecast many functions: one JSON object a line, in the same order. A bad row gets an error and no more."""
    with ExitStack() as stack:
        try:
            lines = _open_to_read(rows_in, stack)
        except OSError as error:
            raise fail(str(rows_in), error.strerror or error) from None
        predictor = load_predictor(bundle)
        try:
            out = sys.stdout if str(rows_out) == "-" else stack.enter_context(rows_out.open("w", encoding="utf-8"))
            bad = total = 0
            for row in _answers(predictor, lines):
                total += 1
                bad += "error" in row
                out.write(json.dumps(row) + "\n")
        except OSError as error:
            raise fail(str(rows_out), error.strerror or error) from None
    sys.stderr.write(f"perfcast: {total} rows, {bad} with an error\n")


def _open_to_read(path: Path, stack: ExitStack) -> TextIO:
    # Undecodable bytes spoil the row they stand in and no other.
    if str(path) == "-":
        return stack.enter_context(open(sys.stdin.fileno(), encoding="utf-8", errors="surrogateescape", closefd=False))
    return stack.enter_context(path.open(encoding="utf-8", errors="surrogateescape", newline="\n"))


def _answers(predictor: Predictor, lines: TextIO) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _answer(predictor, number, line)


def _answer(predictor: Predictor, number: int, line: str) -> dict[str, Any]:
    from perfcast.forecast.payload import forecasts_payload
    from perfcast.forecast.predictor import UnknownDeviceError
    from perfcast.source import SourceError
    from perfcast.workload import WorkloadError

    identity: Any = None
    about = {
        json.JSONDecodeError: "not JSON: ",
        SourceError: "source: ",
        WorkloadError: "workload: ",
        UnknownDeviceError: "device: ",
    }
    try:
        row = json.loads(line)
        if not isinstance(row, dict):
            raise _RowError("not a JSON object")
        identity = row.get("id")
        found = predictor.forecast_source(
            _text(row, "source") or "", _text(row, "name"), _text(row, "workload"), _text(row, "device")
        )
        if not found.forecasts:
            raise SourceError(", ".join(found.outside))
        outside = {"outside": list(found.outside)} if found.outside else {}
        return {"id": identity, "forecasts": forecasts_payload(found.forecasts), **outside}
    except (ValueError, RecursionError) as error:
        return {"id": identity, "error": f"row {number}: {about.get(type(error), '')}{error}"}


class _RowError(ValueError):
    """A row that is not what was asked for."""


def _text(row: dict[str, Any], field: str) -> str | None:
    value = row.get(field)
    if value is None and field != "source":
        return None
    if not isinstance(value, str):
        raise _RowError(f"{field} must be a text, not {type(value).__name__}")
    return value
