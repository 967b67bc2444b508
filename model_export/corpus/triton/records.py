"""Records of kernels as Parquet, in shards small enough to be sent around.

`kernels.parquet` holds one row a kernel program: kernel (key), origin, family, source (null where it was not made
here), source_sha256, unit, licence, split.

The record files hold one row a configuration and device:

==============  =======  ========================================================================================
kernel          string   key of the program
origin          string   own, inductor, tritonbench, kernelbench
family          string   what the kernel does; splits never separate records of one family
source_sha256   string   of the module, by which records are joined with sources that are not kept here
unit            string   name of the kernel
workload        string   in the workload language: tensors, numbers, constexpr values, grid, warps, stages
device          string   ``sm_80`` and the like for resources, the GPU's name for times
gpu_time        float64  seconds, median of warm launches of the kernel, of several medians the least; null where it
                         was not measured
shared_memory   float64  bytes a block, allocated dynamically
registers       float64  a thread
spills          float64  bytes a thread, stored and loaded again by spilling
compiler        string   version of Triton; null where it is not known
licence         string   SPDX identifier of the source
split           string   train, validation, calibration or test
==============  =======  ========================================================================================
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from model_export.corpus.parquet import write_whole

#: Those whose modules are made here, with one kernel each; others' sources stay where they are.
MADE_ORIGINS: Final = frozenset({"own", "inductor"})
#: Name of the shards of times that were measured here.
TIMES: Final = "times"
METRICS: Final = ("gpu_time", "shared_memory", "registers", "spills")
SCHEMA: Final = pa.schema(
    [
        *(
            (name, pa.string())
            for name in ("kernel", "origin", "family", "source_sha256", "unit", "workload", "device")
        ),
        *((name, pa.float64()) for name in METRICS),
        *((name, pa.string()) for name in ("compiler", "licence", "split")),
    ]
)
KERNEL_SCHEMA: Final = pa.schema(
    [
        (name, pa.string())
        for name in ("kernel", "origin", "family", "source", "source_sha256", "unit", "licence", "split")
    ]
)
#: Rows of one shard: some 10 MiB, as workloads are texts of about 200 characters and compress well.
SHARD_ROWS: Final = 50_000
#: Of zstd.
_LEVEL: Final = 12
#: Share of the families in per cent.
SHARES: Final = {"train": 76, "validation": 6, "calibration": 6, "test": 12}


def split_of(family: str) -> str:
    """By a hash of the family's name: it stays when the corpus grows."""
    point = int.from_bytes(hashlib.sha256(f"triton/{family}".encode()).digest()[:4], "big") % 100
    for split, share in SHARES.items():
        if point < share:
            return split
        point -= share
    raise AssertionError("the shares do not add up to 100")


def record(**values: Any) -> dict[str, Any]:
    """A row with all columns; what is not given is null, and the split follows from the family."""
    return {**dict.fromkeys(SCHEMA.names), **values, "split": split_of(values["family"])}


def write_shards(folder: Path, name: str, records: Sequence[Mapping[str, Any]]) -> list[Path]:
    """Writes ``name-0000.parquet`` and so on, each complete or not at all; shards of an earlier, longer list go."""
    starts = range(0, max(1, len(records)), SHARD_ROWS)
    paths = [folder / f"{name}-{number:04}.parquet" for number in range(len(starts))]
    for path, start in zip(paths, starts, strict=True):
        rows = [dict(row) for row in records[start : start + SHARD_ROWS]]
        write_whole(path, pa.Table.from_pylist(rows, schema=SCHEMA), level=_LEVEL)
    for path in set(folder.glob(f"{name}-[0-9][0-9][0-9][0-9].parquet")) - set(paths):
        path.unlink()
    return paths


def write_kernels(folder: Path, kernels: Iterable[Mapping[str, Any]]) -> None:
    """Writes `kernels.parquet` anew."""
    rows = [{**kernel, "split": split_of(kernel["family"])} for kernel in kernels]
    write_whole(folder / "kernels.parquet", pa.Table.from_pylist(rows, schema=KERNEL_SCHEMA), level=_LEVEL)


def read_kernels(folder: Path) -> list[dict[str, Any]]:
    """The rows of `kernels.parquet`; none where there is no such file."""
    path = folder / "kernels.parquet"
    return pq.read_table(path).to_pylist() if path.exists() else []


def read_shards(folder: Path, name: str) -> list[dict[str, Any]]:
    """The rows of all shards of that name, in order."""
    found: list[dict[str, Any]] = []
    for path in sorted(folder.glob(f"{name}-[0-9][0-9][0-9][0-9].parquet")):
        found += pq.read_table(path).select(SCHEMA.names).cast(SCHEMA).to_pylist()
    return found
