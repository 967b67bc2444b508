"""Records of kernels joined with the texts that they are about, in the rows that all later stages share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq

from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.triton import tritonbench
from model_export.corpus.triton.records import MADE_ORIGINS, METRICS, TIMES, read_kernels, read_shards
from perfcast.source import SourceError, SourceFile
from perfcast.triton import device_named
from perfcast.triton.gpus.devices import ARCHITECTURES
from perfcast.workload import WorkloadError, parse

#: In the folder of the records.
FOLDER: Final = "triton"
_SHARDS: Final = ("resources", "tritonbench", TIMES)
#: Of the compiler that launches were timed with, an older one: labels are those of one compiler.
_OF_ANOTHER_COMPILER: Final = {"registers": None, "shared_memory": None, "spills": None}


def kernel_records(folder: Path) -> list[dict[str, Any]]:
    """Rows with the columns of `model_export.corpus.records` that later stages read, and the metrics of kernels.

    The problem of a kernel is its family, by which it is split. Records without a launch that can be read are left out.
    """
    return [
        {
            **{column: row[column] for column in ("origin", "workload", "split", *METRICS)},
            "program": _key(row),
            "problem": row["family"],
            "device": _device(row["device"]),
            "source_sha256": row["source_sha256"],
        }
        for row in _rows(folder)
        if _is_launch(row["workload"])
    ]


def kernel_texts(folder: Path, data: Path) -> dict[str, str]:
    """Kernel -> normal form: sources that were made here from the records' folder, those of TritonBench from `data`."""
    kept = pq.read_table(folder / FOLDER / "kernels.parquet", columns=["source_sha256", "source"]).to_pylist()
    sources = _public(data / "tritonbench") | {row["source_sha256"]: row["source"] for row in kept if row["source"]}
    units = {_key(row): (row["unit"], row["source_sha256"]) for row in _rows(folder)}
    found = {}
    for key, (unit, sha256) in units.items():
        if sha256 not in sources:
            continue
        try:
            file = SourceFile.parse(sources[sha256])
            found[key] = file.normal_form(file.unit(unit))
        except SourceError:
            continue
    return found


def timed_devices(folder: Path) -> list[str]:
    """The GPUs that launches were measured on here."""
    return sorted({_device(row["device"]) for row in read_shards(folder / FOLDER, TIMES)})


def _rows(folder: Path) -> list[dict[str, Any]]:
    """All records; families are those of the kernels' table: Inductor's are told anew when there are more of them."""
    told = {row["kernel"]: {name: row[name] for name in ("family", "split")} for row in read_kernels(folder / FOLDER)}
    return [
        row | told.get(row["kernel"], {}) | (_OF_ANOTHER_COMPILER if name == TIMES else {})
        for name in _SHARDS
        for row in read_shards(folder / FOLDER, name)
    ]


def _key(row: Mapping[str, Any]) -> str:
    """A file of others may hold several kernels that were launched."""
    return str(row["kernel"] if row["origin"] in MADE_ORIGINS else f"{row['kernel']}:{row['unit']}")


def _public(folder: Path) -> dict[str, str]:
    """SHA-256 -> source of TritonBench's files; none where they are not at hand."""
    if not folder.exists():
        return {}
    reserved = ReservedPrograms.load(folder.parent / "reserved.json")
    return {file.sha256: file.source for file in tritonbench.files(folder) if not reserved.holds(file.source)}


def _device(name: str) -> str:
    """'sm_90' and the like as they are, a GPU by the name that `perfcast.triton` has for it."""
    return name if name in ARCHITECTURES else device_named(name.removesuffix("(inferred)").strip()).name


def _is_launch(workload: str) -> bool:
    try:
        return any(argument.name == "grid" for argument in parse(workload).arguments)
    except WorkloadError:
        return False
