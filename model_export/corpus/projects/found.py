"""Units of projects as one Parquet file, outside of the repository: it holds others' sources, and folders of a machine.

Columns, all strings: those of `model_export.corpus.program`, the place as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from model_export.corpus.parquet import write_whole
from model_export.corpus.program import Program
from model_export.corpus.records import CorpusError
from perfcast.source.locations.place import Place

_COLUMNS: Final = ("origin", "problem", "key", "source", "name", "workload", "licence", "place", "called_with")
_SCHEMA: Final = pa.schema([(name, pa.string()) for name in _COLUMNS])


def write_units(path: Path, units: Sequence[Program]) -> None:
    """Writes the file anew, complete or not at all."""
    write_whole(path, pa.Table.from_pylist([as_row(unit) for unit in units], schema=_SCHEMA))


def read_units(path: Path) -> list[Program]:
    """The units of such a file. Raises CorpusError: it is none."""
    try:
        return [from_row(row) for row in pq.read_table(path).select(_SCHEMA.names).cast(_SCHEMA).to_pylist()]
    except (pa.ArrowException, KeyError, ValueError, TypeError, OSError) as error:
        raise CorpusError(f"{path}: not a file of projects' units: {error}") from error


def as_row(unit: Program) -> dict[str, Any]:
    """One unit as a row of the file."""
    said = asdict(unit)
    return said | {"place": json.dumps(said["place"])}


def from_row(row: Mapping[str, Any]) -> Program:
    """The unit of such a row."""
    return Program(**{**row, "place": Place.from_json(json.loads(row["place"]))})
