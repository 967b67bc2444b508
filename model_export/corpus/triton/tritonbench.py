"""TritonBench-G's golden results as records: what its authors measured, joined with its files by name and hash.

The results say neither the GPU nor what was called. The highest bandwidth among them, 1,811 GB/s, lies between those of
an A100 with 40 GB (1,555) and of an H100 (3,350), which leaves an A100 with 80 GB (2,039): the device is inferred, and
its name says so. What was timed is listed in `tritonbench_calls.json`, facts of the timing scripts of the benchmark's
public repository: the function, the types of its inputs, and which further arguments it was given. It covers 164 files;
158 of them called one function of their own, and the others are left out. The bandwidths that the scripts compute from
such types and the shapes of the results are those of the results, at every point where that can be checked. All 1,180
records are of listed files. For other files the types are inferred, one for all inputs of a point, from the bytes that
bandwidth and time stand for; of 928 records that inference and table both lead to, it gives 520 a wrong type: 412 with
integers or truth values, which it never infers, 195 with another type of floating point.

Strides are those of tensors of their own, although the keys and values of `context_attn_fwd` are parts of one tensor.

A time is that of the whole wrapper, the median of `triton.testing.do_bench`, which empties the second-level cache
before each call. It is a kernel's where the wrapper launches that alone: wrappers are called on tensors without data,
with launches seen and not carried out, and only points at which exactly one kernel is launched, and PyTorch computes
nothing besides, become records. Their workload is that launch, as the file configures it. Where an autotuner chose
among configurations, nobody says which it took, and no configuration is that of the time: such points are left out.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.triton.program import Case, KernelProgram
from model_export.corpus.triton.records import record
from model_export.corpus.triton.resources import identity, outcomes_of
from model_export.corpus.triton.tasks import following
from model_export.corpus.triton.workers import Worker
from perfcast.source import SourceError
from perfcast.triton import Config, Kernel, KernelFile

GPU: Final = "NVIDIA A100-SXM4-80GB"
DEVICE: Final = f"{GPU} (inferred)"
#: Loading a module and calling its wrapper once may take so long.
FOLLOWING_SECONDS: Final = 30.0
#: Points of a file that are run or compiled, at most, spread over all.
POINTS: Final = 4
#: For kernels that tune nothing themselves.
WITHOUT_CONFIGS: Final = tuple(Config.of({}, {"num_warps": warps}) for warps in (1, 2, 4, 8))
LICENCE: Final = "Apache-2.0"
#: Files that were called with fewer heads of queries than of values: their kernels divide by the ratio, which is zero.
DIVIDING_BY_ZERO: Final = frozenset({"token_attn_mistral", "token_attn_reduceV"})
#: Types of which tensors hold indices and lengths, rather than quantised numbers.
INDICES: Final = frozenset({"int32", "int64"})


@dataclass(frozen=True)
class BenchFile:
    """One file of the benchmark."""

    name: str
    source: str
    results: tuple[dict[str, Any], ...]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def stem(self) -> str:
        return Path(self.name).stem

    @property
    def call(self) -> Call | None:
        """What was timed, where that is known."""
        return calls().get(self.stem)

    def usable(self) -> list[dict[str, Any]]:
        """The points that give the shapes of all inputs."""
        return [point for point in self.results if all(value != [] for value in point["input_size"])]


@dataclass(frozen=True)
class Call:
    """What was timed of a file; inputs are numbered in the order in which points give them.

    Attributes:
        types: of the elements of each input, by torch's name; None for an input that is no tensor.
        function: the function, or ``Class.apply``; None where it was none of the file, or several.
        inputs: the number of the input that a parameter is given.
        values: what a parameter is given at all points alike.
        sizes: number of the input and of its axis whose size a parameter is given.
        like: for parameters that are given a fresh tensor: an input, how many of its axes, from the first, and a type.
        stacked: the call takes one tensor, of which points give the shape of each part along the first axis.
    """

    types: list[str | None]
    function: str | None
    inputs: dict[str, int] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    like: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    stacked: bool = False

    @property
    def dtype(self) -> str:
        """The first type of floating point."""
        return next((name for name in self.types if name and "float" in name), "float32")

    def statements(self) -> list[str]:
        """They bind the parameters to arguments made from the sizes in ``given``."""
        lines = ["given = [[len(given), *given[0]]]"] if self.stacked else []
        if INDICES.intersection(self.types):
            lines.append('assert device == "meta", "what the indices are is not known"')
        for parameter, number in self.inputs.items():
            value, name = f"given[{number}]", self.types[number]
            made = f"tuple({value})" if name is None else _tensor(value, name)
            lines.append(f"{parameter} = {made} if isinstance({value}, list) else {value}")
        lines += [f"{parameter} = {value!r}" for parameter, value in self.values.items()]
        lines += [f"{parameter} = given[{number}][{axis}]" for parameter, (number, axis) in self.sizes.items()]
        for parameter, (number, axes, name) in self.like.items():
            lines.append(f"{parameter} = {_tensor(f'given[{number}][:{axes}]', name)}")
        return lines


@cache
def calls() -> dict[str, Call]:
    """What was timed, by file without its ending."""
    table = json.loads(Path(__file__).with_name("tritonbench_calls.json").read_text(encoding="utf-8"))
    return {stem: Call(**facts) for stem, facts in table.items()}


def _tensor(shape: str, dtype: str) -> str:
    return (
        f"randn(*{shape}, dtype=torch.{dtype})" if "float" in dtype else f"randint(0, 2, *{shape}, dtype=torch.{dtype})"
    )


def files(folder: Path) -> Iterator[BenchFile]:
    """The files of `TritonBench_G_v1.json` with the results in `golden_results/`, by name."""
    entries = json.loads((folder / "TritonBench_G_v1.json").read_text(encoding="utf-8"))
    for entry in sorted(entries, key=lambda entry: str(entry["file"])):
        path = folder / "golden_results" / f"{Path(entry['file']).stem}.json"
        results = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        yield BenchFile(entry["file"], entry["output"], tuple(results))


def records(folder: Path, reserved: ReservedPrograms) -> tuple[list[dict[str, Any]], Counter[str]]:
    """The points whose time is that of one launch that is fully known, and the number of the others by reason.

    Files reserved for testing are passed over and counted like the rest.
    """
    found: list[dict[str, Any]] = []
    dropped: Counter[str] = Counter()
    worker = Worker(following, {"gpu": GPU})
    try:
        for file in files(folder):
            usable = file.usable()
            reason, kernels = _kernels(file, reserved)
            if not kernels:
                dropped[reason] += len(file.results)
                continue
            dropped["an input's shape is not given"] += len(file.results) - len(usable)
            program = _program(file, kernels, usable, ())
            if program is None:
                dropped["no function that launches a kernel takes such inputs"] += len(usable)
                continue
            parts = [(index,) for index in range(len(usable))]
            outcomes = outcomes_of(worker, program, parts, FOLLOWING_SECONDS)
            for point, outcome in zip(usable, outcomes, strict=True):
                if outcome["workload"] is None:
                    dropped[outcome.get("reason") or "the wrapper cannot be followed"] += 1
                    continue
                described = {**identity(program), "unit": outcome["unit"], "workload": outcome["workload"]}
                found.append(record(**described, device=DEVICE, gpu_time=point["ms"] / 1e3))
    finally:
        worker.close()
    return found, +dropped


def programs(folder: Path, reserved: ReservedPrograms) -> Iterator[KernelProgram]:
    """The files that can be launched with what their points say: shapes and numbers for the first parameters.

    Where `calls` does not say which function the points are for, the last that leads to the launch of a kernel and
    takes as many arguments is taken. There is no reference, so results are not checked; what indices and lengths hold
    is not known, so kernels that take such are compiled and not run.
    """
    for file in files(folder):
        usable = file.usable()
        _, kernels = _kernels(file, reserved)
        points = usable[:: max(1, len(usable) // POINTS)][:POINTS]
        program = _program(file, kernels, points, WITHOUT_CONFIGS)
        if program is not None:
            yield program


def _kernels(file: BenchFile, reserved: ReservedPrograms) -> tuple[str, dict[str, Kernel]]:
    """The kernels by name, helpers left out; or, first, why there are none."""
    try:
        if reserved.holds(file.source):
            return "the file is reserved for testing", {}
        parsed = KernelFile.parse(file.source)
    except (SyntaxError, SourceError):
        return "the file does not parse", {}
    if file.stem in DIVIDING_BY_ZERO:
        return "the kernel divides by zero", {}
    if file.call is not None and file.call.function is None:
        return "what was timed is not one function of the file", {}
    kernels = {kernel.name: kernel for kernel in parsed.kernels if not kernel.is_helper}
    return "" if kernels else "the file has no kernel", kernels


def _program(
    file: BenchFile, kernels: Mapping[str, Kernel], points: Sequence[dict[str, Any]], configs: tuple[Config, ...]
) -> KernelProgram | None:
    """The file with a case a point; None where no function fits them.

    Args:
        configs: for kernels that say none themselves.
    """
    call = file.call
    entry = _entry(file.source, frozenset(kernels), {len(point["input_size"]) for point in points}, call)
    if entry is None:
        return None
    name, unit, parameters = entry
    given = f"given = {[point['input_size'] for point in points]!r}[point]"
    return KernelProgram(
        key=f"tritonbench-{file.stem}",
        origin="tritonbench",
        family=f"tritonbench/{file.stem}",
        source=file.source,
        unit=unit,
        entry=name,
        inputs="\n".join([given, *(call.statements() if call else _inferred(parameters))]),
        reference="",
        cases=tuple(
            Case((("point", index),), call.dtype if call else _dtype(point)) for index, point in enumerate(points)
        ),
        configs=(kernels[unit].configs or configs)[:16],
        licence=LICENCE,
    )


def _entry(
    source: str, kernels: frozenset[str], counts: set[int], call: Call | None
) -> tuple[str, str, list[str]] | None:
    """Name of the function to call, of the kernel that it launches first, and the function's parameters.

    A function leads to a launch through functions and classes of the module that it names, and an autograd function
    by its ``forward``.
    """
    if len(counts) != 1:
        return None
    (count,) = counts
    body = ast.parse(source).body
    units = {node.name: node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    aliases = {
        target.id: node.value
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id not in units
    }
    for node in reversed(units.values()):
        name, function, skipped = node.name, node, 0
        if isinstance(node, ast.ClassDef):
            forward = next(
                (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "forward"), None
            )
            if forward is None or not any("Function" in ast.unparse(base) for base in node.bases):
                continue
            name, function, skipped = f"{node.name}.apply", forward, 1
        if node.name in kernels or not isinstance(function, ast.FunctionDef):
            continue
        parameters = [argument.arg for argument in function.args.args][skipped:]
        fits = len(parameters) - len(function.args.defaults) <= count <= len(parameters)
        if not fits if call is None else name != call.function:
            continue
        unit = next(_launched(function, kernels, {**units, **aliases}, {node.name}), None)
        if unit is not None:
            return name, unit, parameters[:count]
    return None


def _launched(node: ast.AST, kernels: frozenset[str], units: Mapping[str, ast.AST], seen: set[str]) -> Iterator[str]:
    """The kernels that it launches or that what it names does, those of its own first; `seen` is not looked at."""
    inner = list(ast.walk(node))
    for part in inner:
        if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and part.value.id in kernels:
            yield part.value.id
    for part in inner:
        if isinstance(part, ast.Name) and part.id in units and part.id not in seen | kernels:
            seen.add(part.id)
            yield from _launched(units[part.id], kernels, units, seen)


def _inferred(parameters: Sequence[str]) -> list[str]:
    """As `Call.statements`, where nobody says what was called."""
    values = [(parameter, f"given[{position}]") for position, parameter in enumerate(parameters)]
    return [f"{name} = randn(*{value}) if isinstance({value}, list) else {value}" for name, value in values]


def _dtype(point: dict[str, Any]) -> str:
    """float16 where the bytes moved are too few for inputs of four bytes an element."""
    elements = sum(math.prod(value) for value in point["input_size"] if isinstance(value, list) and value)
    moved = (point.get("GB/s") or 0.0) * point["ms"] * 1e6
    return "float16" if elements and moved < 3.5 * elements else "float32"
