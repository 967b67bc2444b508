"""TritonBench-G's golden results as records: what its authors measured, joined with its files by name and hash.

The files say neither the GPU nor the types of the inputs. The highest bandwidth among the results, 1,811 GB/s, lies
between those of an A100 with 40 GB (1,555) and of an H100 (3,350), which leaves an A100 with 80 GB (2,039): the device
is inferred, and its name says so. Types are inferred too, from the bytes that bandwidth and time stand for. A time is
that of the whole wrapper; where a file has several kernels, the record names the first that is launched from the host.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.triton.program import Case, KernelProgram
from model_export.corpus.triton.records import record
from perfcast.source import SourceError
from perfcast.triton import Config, KernelFile
from perfcast.workload import Argument, TypeExpression, Workload

DEVICE: Final = "NVIDIA A100-SXM4-80GB (inferred)"
#: Points of a file that are run or compiled, at most, spread over all.
POINTS: Final = 4
#: For kernels that tune nothing themselves.
WITHOUT_CONFIGS: Final = tuple(Config.of({}, {"num_warps": warps}) for warps in (1, 2, 4, 8))
LICENCE: Final = "Apache-2.0"


@dataclass(frozen=True)
class BenchFile:
    """One file of the benchmark."""

    name: str
    source: str
    results: tuple[dict[str, Any], ...]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()


def files(folder: Path) -> Iterator[BenchFile]:
    """The files of `TritonBench_G_v1.json` with the results in `golden_results/`, by name."""
    entries = json.loads((folder / "TritonBench_G_v1.json").read_text(encoding="utf-8"))
    for entry in sorted(entries, key=lambda entry: str(entry["file"])):
        path = folder / "golden_results" / f"{Path(entry['file']).stem}.json"
        results = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        yield BenchFile(entry["file"], entry["output"], tuple(results))


def records(folder: Path, reserved: ReservedPrograms) -> Iterator[dict[str, Any]]:
    """A record a point; files that are reserved for testing, that do not parse or that have no kernel give none."""
    for file in files(folder):
        try:
            if reserved.holds(file.source):
                continue
            kernels = [kernel.name for kernel in KernelFile.parse(file.source).kernels if not kernel.is_helper]
        except (SyntaxError, SourceError):
            continue
        if not kernels:
            continue
        for point in file.results:
            yield record(
                kernel=f"tritonbench-{Path(file.name).stem}",
                origin="tritonbench",
                family=f"tritonbench/{Path(file.name).stem}",
                source_sha256=file.sha256,
                unit=kernels[0],
                workload=str(workload(point)),
                device=DEVICE,
                gpu_time=point["ms"] / 1e3,
                licence=LICENCE,
            )


def programs(folder: Path, reserved: ReservedPrograms) -> Iterator[KernelProgram]:
    """The files that can be launched with what their points say: shapes and numbers for the first parameters.

    Which function the points are for is not said: the last that launches a kernel and takes as many arguments is
    taken. There is no reference, so results are not checked; inputs that should be indices are random numbers, and
    such kernels fail.
    """
    for file in files(folder):
        try:
            if reserved.holds(file.source):
                continue
            kernels = {kernel.name: kernel for kernel in KernelFile.parse(file.source).kernels if not kernel.is_helper}
        except (SyntaxError, SourceError):
            continue
        usable = [point for point in file.results if all(value != [] for value in point["input_size"])]
        points = usable[:: max(1, len(usable) // POINTS)][:POINTS]
        entry = _entry(file.source, frozenset(kernels), {len(point["input_size"]) for point in points})
        if entry is None:
            continue
        name, unit, parameters = entry
        yield KernelProgram(
            key=f"tritonbench-{Path(file.name).stem}",
            origin="tritonbench",
            family=f"tritonbench/{Path(file.name).stem}",
            source=file.source,
            unit=unit,
            entry=name,
            inputs=_inputs(points, parameters),
            reference="",
            cases=tuple(Case((("point", index),), _dtype(point)) for index, point in enumerate(points)),
            configs=(kernels[unit].configs or WITHOUT_CONFIGS)[:16],
            licence=LICENCE,
        )


def _entry(source: str, kernels: frozenset[str], counts: set[int]) -> tuple[str, str, list[str]] | None:
    """Name of the function to call, of the kernel that it launches first, and the function's parameters."""
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.FunctionDef) or node.name in kernels or len(counts) != 1:
            continue
        parameters = [argument.arg for argument in node.args.args]
        (count,) = counts
        launched = [
            inner.value.id
            for inner in ast.walk(node)
            if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name) and inner.value.id in kernels
        ]
        if launched and len(parameters) - len(node.args.defaults) <= count <= len(parameters):
            return node.name, launched[0], parameters[:count]
    return None


def _inputs(points: Sequence[dict[str, Any]], parameters: Sequence[str]) -> str:
    given = [point["input_size"] for point in points]
    lines = [f"given = {given!r}[point]"]
    for position, parameter in enumerate(parameters):
        value = f"given[{position}]"
        lines.append(f"{parameter} = randn(*{value}) if isinstance({value}, list) else {value}")
    return "\n".join(lines)


def workload(point: dict[str, Any]) -> Workload:
    """The inputs of a point: arrays by their shapes, numbers by their values, without names, which are not given."""
    dtype = _dtype(point)
    arguments = []
    for value in point["input_size"]:
        if isinstance(value, list):
            if value:
                arguments.append(Argument(None, TypeExpression(dtype, shape=tuple(value))))
        elif isinstance(value, bool | int | float):
            arguments.append(Argument(None, TypeExpression(type(value).__name__), value=value, has_value=True))
    return Workload(tuple(arguments))


def _dtype(point: dict[str, Any]) -> str:
    """float16 where the bytes moved are too few for inputs of four bytes an element."""
    elements = sum(math.prod(value) for value in point["input_size"] if isinstance(value, list) and value)
    moved = (point.get("GB/s") or 0.0) * point["ms"] * 1e6
    return "float16" if elements and moved < 3.5 * elements else "float32"
