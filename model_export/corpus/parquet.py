"""Parquet files that are there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


def write_whole(path: Path, table: pa.Table, level: int | None = None) -> None:
    """Writes the file anew, with its folder where that is missing.

    Args:
        level: of zstd; None for its default.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.partial")
    pq.write_table(table, partial, compression="zstd", compression_level=level)
    partial.replace(path)
