"""Records as Parquet: the schema, and the way from the journal to the files.

`records.parquet` holds one row a measured workload:

===============  ========  ============================================================================
program          string    key of the program, unique in the corpus
origin           string    kind of source: leetcode, mbpp, own, ...
problem          string    what the program solves; splits never separate programs of one problem
source_sha256    string    hash of the whole source text, by which labels are joined with sources
unit             string    qualified name of the measured unit
workload         string    text in the workload language, from which the inputs were built
seed             int64     of the inputs
device           string    CPU that `cpu_time` holds for
peak_memory      float64   bytes above the level at the call, native allocations included, result counted
cpu_time         float64   seconds, best of at least 3 warm runs; null where it was not measured
result_size      float64   bytes of the result; null where it was too large to walk
allocations      float64   number of allocations; null where it was not counted
allocated_bytes  float64   their total; null where it was not counted
work             float64   lines executed; null where tracing would have taken too long
licence          string    SPDX identifier of the source
split            string    train, validation, calibration or test, see `model_export.corpus.splits`
===============  ========  ============================================================================

`programs.parquet` holds the sources that may be given on: key, origin, problem, source, unit, licence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from model_export.corpus.parquet import write_whole
from model_export.corpus.program import Program

METRICS: Final = ("peak_memory", "cpu_time", "result_size", "allocations", "allocated_bytes", "work")
SCHEMA: Final = pa.schema(
    [
        *((name, pa.string()) for name in ("program", "origin", "problem", "source_sha256", "unit", "workload")),
        ("seed", pa.int64()),
        ("device", pa.string()),
        *((name, pa.float64()) for name in METRICS),
        ("licence", pa.string()),
        ("split", pa.string()),
    ]
)
PROGRAM_SCHEMA: Final = pa.schema(
    [(name, pa.string()) for name in ("program", "origin", "problem", "source", "unit", "licence")]
)
#: Origins whose sources belong to this project; all others are joined from their own files.
OWN_ORIGINS: Final = frozenset({"own", "hand-written"})


class CorpusError(ValueError):
    """A journal or a records file that is not what it should be; the message names the place."""


def rows(
    program: Program, outcomes: Iterable[Mapping[str, Any]], *, seed: int, device: str, split: str
) -> Iterator[dict[str, Any]]:
    """The rows of one program; outcomes with an error give none."""
    for outcome in outcomes:
        if outcome["error"] is not None or not outcome["metrics"].get("peak_memory", -1) >= 0:
            continue
        yield {
            "program": program.key,
            "origin": program.origin,
            "problem": program.problem,
            "source_sha256": program.source_sha256,
            "unit": program.name,
            "workload": outcome["workload"],
            "seed": seed,
            "device": device,
            # A loop that was interrupted every time has no finite time.
            **{m: v if (v := outcome["metrics"].get(m)) is not None and v < float("inf") else None for m in METRICS},
            "licence": program.licence,
            "split": split,
        }


def write(folder: Path, records: list[dict[str, Any]], programs: list[Program]) -> None:
    """Writes both files anew, each complete or not at all."""
    sources = [
        {
            "program": p.key,
            "origin": p.origin,
            "problem": p.problem,
            "source": p.source,
            "unit": p.name,
            "licence": p.licence,
        }
        for p in programs
        if p.origin in OWN_ORIGINS
    ]
    for name, table in (
        ("records.parquet", pa.Table.from_pylist(records, schema=SCHEMA)),
        ("programs.parquet", pa.Table.from_pylist(sources, schema=PROGRAM_SCHEMA)),
    ):
        write_whole(folder / name, table, level=19)


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a records file.

    Raises:
        CorpusError: a column is missing or of another type, or a value is out of its domain; names file, row and
        column.
    """
    try:
        table = pq.read_table(path)
        table = table.select(SCHEMA.names).cast(SCHEMA)
    except (pa.ArrowException, KeyError, OSError) as error:
        raise CorpusError(f"{path}: not a records file: {error}") from error
    found: list[dict[str, Any]] = table.to_pylist()
    for number, row in enumerate(found):
        missing = [name for name in ("program", "problem", "source_sha256", "unit", "workload") if row[name] is None]
        if missing:
            raise CorpusError(f"{path}: row {number}: {missing[0]} is missing")
        for metric in METRICS:
            if row[metric] is not None and not 0 <= row[metric] < float("inf"):
                raise CorpusError(f"{path}: row {number}: {metric} is {row[metric]}")
    return found


def read_programs(path: Path) -> list[Program]:
    """The programs of a programs file.

    Raises:
        CorpusError: it is none.
    """
    try:
        table = pq.read_table(path).select(PROGRAM_SCHEMA.names).cast(PROGRAM_SCHEMA)
    except (pa.ArrowException, KeyError, OSError) as error:
        raise CorpusError(f"{path}: not a programs file: {error}") from error
    return [
        Program(row["origin"], row["problem"], row["program"], row["source"], row["unit"], "", row["licence"])
        for row in table.to_pylist()
    ]


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """The complete lines of a journal; a line cut short by a kill is left out."""
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith("\n"):
                return
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                raise CorpusError(f"{path}: line {number} is not JSON") from error
