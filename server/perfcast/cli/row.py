"""One row of `perfcast batch`: its JSON in, its JSON out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfcast.forecast import Predictor


def answer(predictor: Predictor, number: int, line: str) -> dict[str, Any]:
    """The answer to the line of that number; what is wrong with it is in the answer too."""
    from perfcast.forecast.devices import UnknownDeviceError
    from perfcast.forecast.presentation.payload import forecasts_payload
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
