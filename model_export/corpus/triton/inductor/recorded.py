"""Inductor's kernels as the records hold them, to be launched again where there is no log of their files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from model_export.corpus.triton.inductor.kernels import ENTRY, ORIGIN
from model_export.corpus.triton.program import Case, KernelProgram
from model_export.corpus.triton.records import read_kernels, read_shards
from perfcast.triton import Launch, Tensor
from perfcast.workload import parse

#: Of the configurations that the records hold, so many.
_CONFIGS: Final = 16


def programs(folder: Path) -> Iterator[KernelProgram]:
    """Kernels with the configurations that `resources` are known of; without those that read numbers of 32 or 64 bits.

    Such numbers are indices, and nobody says which: a kernel that always reads the same row is faster than any real
    one. The tensors that are read hold normally distributed numbers.

    Args:
        folder: of `kernels.parquet` and the shards.
    """
    launches: dict[str, dict[str, None]] = {}
    for row in read_shards(folder, "resources"):
        if row["origin"] == ORIGIN:
            launches.setdefault(row["kernel"], {})[row["workload"]] = None
    for kernel in read_kernels(folder):
        workloads = [Launch.of(parse(text)) for text in launches.get(kernel["kernel"], ())]
        if not workloads or any(_holds_indices(name, tensor) for name, tensor in workloads[0].tensors.items()):
            continue
        tensors = workloads[0].tensors
        yield KernelProgram(
            key=kernel["kernel"],
            origin=ORIGIN,
            family=kernel["family"],
            source=kernel["source"],
            unit=kernel["unit"],
            entry=ENTRY,
            inputs="\n".join(f"{name} = {_made(tensor)}" for name, tensor in tensors.items()),
            reference="",
            cases=(Case((), next(iter(tensors.values())).dtype),),
            configs=tuple(dict.fromkeys(launch.config for launch in workloads))[:_CONFIGS],
            licence=kernel["licence"],
        )


def _holds_indices(name: str, tensor: Tensor) -> bool:
    return name.startswith("in_") and tensor.dtype in ("int64", "int32")


def _made(tensor: Tensor) -> str:
    shape, dtype = tensor.shape, f"torch.{tensor.dtype}"
    if tensor.dtype in ("float64", "float32", "float16", "bfloat16"):
        return f"randn(*{shape!r}, dtype={dtype})"
    return f"torch.ones({shape!r}, dtype={dtype}, device=device)"
