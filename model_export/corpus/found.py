"""Programs of origins whose sources are at hand only where they were found, as one Parquet file.

It is written by ``python -m model_export sources`` and read by the commands that measure and train. It lies outside of
the project, since the sources are others'. Columns: program, origin, problem, source, unit, workload and licence, all
strings, see `model_export.corpus.program`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from model_export.corpus.parquet import write_whole
from model_export.corpus.program import Program
from model_export.corpus.records import CorpusError

#: They are trained on and nothing else, see `model_export.corpus.splits`.
FOUND_ORIGINS: Final = frozenset({"algorithms", "stdlib", "packages"})
_SCHEMA: Final = pa.schema(
    [(name, pa.string()) for name in ("program", "origin", "problem", "source", "unit", "workload", "licence")]
)


def write_found(path: Path, programs: Sequence[Program]) -> None:
    """Writes the file anew, complete or not at all."""
    rows = [
        {
            "program": program.key,
            "origin": program.origin,
            "problem": program.problem,
            "source": program.source,
            "unit": program.name,
            "workload": program.workload,
            "licence": program.licence,
        }
        for program in programs
    ]
    write_whole(path, pa.Table.from_pylist(rows, schema=_SCHEMA))


def read_found(path: Path | None) -> list[Program]:
    """The programs of such a file; none where no file is given.

    Raises:
        CorpusError: it is none.
    """
    if path is None:
        return []
    try:
        table = pq.read_table(path).select(_SCHEMA.names).cast(_SCHEMA)
    except (pa.ArrowException, KeyError, OSError) as error:
        raise CorpusError(f"{path}: not a file of found programs: {error}") from error
    return [
        Program(
            row["origin"], row["problem"], row["program"], row["source"], row["unit"], row["workload"], row["licence"]
        )
        for row in table.to_pylist()
    ]
