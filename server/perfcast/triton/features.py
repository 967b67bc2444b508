"""Kernels and their launches as vectors: what a program holds, moves and computes, counted from its source."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from perfcast.source import FunctionNode, SourceError, SourceFile
from perfcast.triton.bounds.overlap import l2_bandwidth, overlapped_seconds
from perfcast.triton.bounds.pace import collisions, paced_seconds
from perfcast.triton.bounds.placement import Placement, placed
from perfcast.triton.bounds.roofline import LAUNCH_FLOOR
from perfcast.triton.errors import KernelError
from perfcast.triton.finding.kernels import Kernel, KernelFile
from perfcast.triton.gpus.devices import REGISTERS_THREAD, THREADS_WARP, Device
from perfcast.triton.kernels.launch import DTYPE_BYTES, Launch
from perfcast.triton.program.counting import count
from perfcast.triton.program.counts import Counts
from perfcast.triton.program.layout import Reduction
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]

KERNEL_TIME: Final = "gpu_time"
#: What there are first guesses of, in the order of columns: a thread's registers, a block's bytes, a launch's seconds.
KERNEL_METRICS: Final = ("registers", "shared_memory", KERNEL_TIME)
#: Below this nothing is told apart: what every thread has, what a few warps hand each other, half of a launch.
KERNEL_FLOORS: Final[Mapping[str, float]] = {"registers": 8.0, "shared_memory": 16.0, KERNEL_TIME: 1e-6}
#: What there are only multiples of, and at most.
_STEPS: Final = {"registers": (1.0, REGISTERS_THREAD), "shared_memory": (KERNEL_FLOORS["shared_memory"], math.inf)}

_PRODUCTS: Final = ("fp16", "bf16", "tf32", "fp32", "int8", "fp8", "fp64")
_HELD: Final = ("data", "offsets", "pointers")
_EXCHANGED: Final = (
    *("reduce", "reduced", "dot", "dot_left", "dot_right", "store", "atomic", "reshape", "view", "trans", "permute"),
    *("ravel", "cat", "join", "interleave", "split", "histogram", "gather", "cumsum", "cumprod", "sort", "flip"),
    *("associative_scan", "softmax", "turned"),
)
#: Functions of the language whose calls are counted: each has its own way through the compiler.
_CALLED: Final = (
    *("load", "store", "dot", "sum", "max", "min", "argmax", "argmin", "exp", "exp2", "log", "log2", "sqrt", "rsqrt"),
    *("sin", "cos", "erf", "tanh", "sigmoid", "where", "maximum", "minimum", "abs", "fma", "cumsum", "cumprod"),
    *("associative_scan", "reduce", "sort", "gather", "histogram", "trans", "reshape", "join", "split", "interleave"),
    *("atomic_add", "atomic_max", "atomic_min", "atomic_cas", "atomic_xchg", "rand", "randn", "make_block_ptr"),
    *("advance", "static_range", "range", "arange", "program_id", "num_programs", "cdiv", "broadcast_to", "zeros"),
    *("full", "cast", "to", "floor", "ceil", "umulhi", "div_rn", "softmax", "philox", "inline_asm_elementwise"),
)
_NODES: Final = (
    *("For", "While", "If", "IfExp", "BinOp", "Mult", "Add", "Sub", "Div", "FloorDiv", "Mod", "Compare", "BitAnd"),
    *("BitOr", "BitXor", "LShift", "RShift", "Call", "Subscript", "Assign", "AugAssign", "UnaryOp"),
)


@dataclass(frozen=True)
class KernelFeatures:
    """What is known of a kernel before there is a launch.

    Attributes:
        kernel: None for a text that holds none that can be followed.
        nbytes: about as many as it takes.
    """

    kernel: Kernel | None
    syntax: Floats
    nbytes: int


def is_kernel(text: str) -> bool:
    """Whether a normal form is that of a kernel."""
    if "triton" not in text:
        return False
    try:
        units = SourceFile.parse(text).units
    except SourceError:
        return False
    return bool(units) and units[0].kind == "kernel"


def read_kernel(text: str) -> KernelFeatures:
    """Of the normal form of a kernel, which stands first in it."""
    try:
        file = KernelFile.parse(text)
        kernel = file.kernels[0] if file.kernels else None
    except (SourceError, KernelError, RecursionError):
        kernel = None
    return features_of(kernel, 100 * len(text))


def features_of(kernel: Kernel | None, nbytes: int = 0) -> KernelFeatures:
    """Of a kernel where it stands, or of none."""
    return KernelFeatures(kernel, _syntax(kernel), nbytes)


def kernel_rows(source: KernelFeatures, workloads: Sequence[Workload], device: Device) -> Floats:
    """[launches, features], the same length for every kernel, zeros for what could not be counted."""
    launches = [Launch.of(workload) for workload in workloads]
    counted = [_counts(source.kernel, launch) for launch in launches]
    there = [placed(counts or Counts(), launch, device) for counts, launch in zip(counted, launches, strict=True)]
    return launch_rows(source, launches, device, counted, there)


def estimated(rows: Floats) -> Floats:
    """What the source's counts say by themselves: `perfcast.triton.resources` and `pace`; the trees correct it.

    Returns:
        [rows, KERNEL_METRICS], log2.
    """
    found: Floats = rows[:, : len(KERNEL_METRICS)]
    return found


def whole(metric: str, amounts: Floats) -> Floats:
    """The nearest amounts that there are; any shape."""
    if metric not in _STEPS:
        return amounts
    step, most = _STEPS[metric]
    found: Floats = np.clip(np.rint(amounts / step) * step, step, most)
    return found


def launch_rows(
    source: KernelFeatures,
    launches: Sequence[Launch],
    device: Device,
    counted: Sequence[Counts | None],
    there: Sequence[Placement],
) -> Floats:
    """[launches, features].

    Args:
        counted: of each launch; None where nothing can be counted. Launches may share them.
        there: of these counts, or of none.
    """
    # Most of many configurations differ in warps and stages alone, of which nothing that is counted depends.
    different = {id(counts): counts for counts in counted}
    amounts = {number: _Amounts.of(counts) for number, counts in different.items()}
    rows = [
        _row(launch, device, amounts[id(counts)], placement)
        for launch, counts, placement in zip(launches, counted, there, strict=True)
    ]
    return np.hstack([np.array(rows), np.tile(source.syntax, (len(rows), 1))])


@dataclass(frozen=True)
class _Amounts:
    """What of a row is of the counts alone, in three runs of columns.

    Attributes:
        shared: amounts of which a thread's share is in the row as well.
        exchanged: the most that is, in bytes.
    """

    counts: Counts
    are_known: bool
    shared: Sequence[float]
    exchanged: float
    begin: Sequence[float]
    middle: Sequence[float]
    end: Sequence[float]

    @classmethod
    def of(cls, counts: Counts | None) -> _Amounts:
        known = counts or Counts()
        shared = [
            *(known.held.get(kind, 0.0) for kind in _HELD),
            known.carried,
            known.accumulated,
            known.largest,
            known.requested,
        ]
        exchanged = [known.exchanged.get(operation, 0.0) for operation in _EXCHANGED]
        whole = [*shared, sum(known.loaded.values()), sum(known.stored.values()), known.flops]
        middle = [
            *map(_log, (known.staged, known.resident, known.pipelined)),
            float(known.rows),
            *(_log(known.products.get(kind, 0.0)) for kind in _PRODUCTS),
            *map(_log, exchanged),
        ]
        share = known.scattered / known.requested if known.requested else 0.0
        end = [_log(known.handed), _log(known.scattered), share]
        return cls(known, counts is not None, shared, max(exchanged), list(map(_log, whole)), middle, end)


def _row(launch: Launch, device: Device, amounts: _Amounts, there: Placement) -> list[float]:
    """[features] of one launch, but for those of its kernel's syntax."""
    known, config = amounts.counts, launch.config
    taken, occupied, least = there.taken, there.occupied, there.least
    threads, programs = config.num_warps * THREADS_WARP, max(launch.programs or 1, 1)
    memory, compute = (0.0, 0.0) if least is None else (least.memory, least.compute)
    seconds = LAUNCH_FLOOR if least is None else paced_seconds(known, launch, device, there.resident, least)
    guesses = (taken.wanted, taken.shared_memory, seconds)
    widths = [DTYPE_BYTES[tensor.dtype] for tensor in launch.tensors.values()]
    constants = [value for value in config.constants.values() if type(value) is int and value > 0]
    constants.sort(reverse=True)
    return [
        *(
            math.log2(max(float(guess), KERNEL_FLOORS[metric]))
            for metric, guess in zip(KERNEL_METRICS, guesses, strict=True)
        ),
        float(amounts.are_known),
        float(device.capability[0]),
        10.0 * device.capability[0] + device.capability[1],
        math.log2(config.num_warps),
        float(config.num_stages),
        math.log2(config.num_ctas),
        float(config.maxnreg or REGISTERS_THREAD),
        math.log2(programs),
        math.log2(programs / device.sms),
        float(occupied.blocks),
        occupied.share,
        math.log2(memory + 1e-9),
        math.log2(compute + 1e-9),
        *amounts.begin,
        *[_log(number / threads) for number in amounts.shared],
        *amounts.middle,
        _log(amounts.exchanged / threads),
        *_scratch(known.reductions, config.num_warps),
        float(len(known.reductions)),
        _log(max((one.scratch(config.num_warps) for one in known.conversions), default=0.0)),
        _log(max((one.scratch(config.num_warps) for one in known.scans), default=0.0)),
        *_pace(known, launch, device, there),
        *amounts.end,
        float(max(widths, default=0)),
        float(min(widths, default=0)),
        float(len(launch.tensors)),
        float(len(launch.scalars)),
        float(len(launch.optional)),
        float(_aligned(launch)),
        *(_log(float(value)) for value in constants[:4]),
        *[-1.0] * (4 - len(constants[:4])),
    ]


def _pace(counts: Counts, launch: Launch, device: Device, there: Placement) -> Iterator[float]:
    """What a launch's time follows from, beside the roofline: how full the device is, and what waits for what."""
    programs, least, resident = launch.programs or 1, there.least, there.resident
    threads = launch.config.num_warps * THREADS_WARP
    overlapped = LAUNCH_FLOOR
    if least is not None:
        overlapped = overlapped_seconds(counts, launch, device, there.taken, resident, least)
    waves = math.ceil(programs / (device.sms * resident))
    moved, changed = 0.0 if least is None else least.bytes, sum(counts.atomics.values())
    yield math.log2(LAUNCH_FLOOR if least is None else least.seconds)
    yield math.log2(overlapped)
    yield math.log2(waves)
    yield programs / (waves * device.sms * resident)
    yield _log(math.ceil(programs / device.sms))
    yield math.log2(programs * counts.requested / l2_bandwidth(device) + 1e-9)
    yield math.log2((programs * counts.requested + 1.0) / (moved + 1.0))
    yield math.log2((moved + 1.0) / (device.l2 + 1.0))
    for amount in (counts.reads, counts.exchanges):
        yield _log(amount)
        yield _log(waves * amount)
    for amount in (counts.requested, counts.shuffled, counts.functions, counts.integers, changed):
        yield _log(amount / threads)
        yield _log(math.ceil(programs / device.sms) * amount)
    yield _log(collisions(counts, launch))


def _scratch(reductions: Collection[Reduction], warps: int) -> Iterator[float]:
    """What reductions take by the axis along which elements lie side by side, and by the other one.

    Each for threads that have several neighbours and for such as have one: which of them it is the compiler decides by
    all that is done with a block.
    """
    for is_own in (True, False):
        for each in (None, 1):
            found = [
                one.scratch(warps, fast=one.fast if is_own else (one.fast + 1) % len(one.shape), each=each)
                for one in reductions
            ]
            yield _log(max(found, default=0.0))


def _counts(kernel: Kernel | None, launch: Launch) -> Counts | None:
    if kernel is None:
        return None
    try:
        return count(kernel, launch)
    except KernelError:
        return None


def _aligned(launch: Launch) -> int:
    """Numbers that Triton knows to be multiples of 16, as it compiles a kernel anew for them."""
    return sum(type(value) is int and value % 16 == 0 for value in launch.scalars.values())


def _syntax(kernel: Kernel | None) -> Floats:
    everywhere: Counter[str] = Counter()
    called: Counter[str] = Counter()
    functions: list[FunctionNode] = []
    if kernel is not None:
        functions = [kernel.node, *kernel.helpers.values()]
        for node in chain.from_iterable(_walked(kernel, function) for function in functions):
            everywhere[type(node).__name__] += 1
            if isinstance(node, ast.Call):
                called[_called(kernel, node)] += 1
    counts = [everywhere[name] for name in _NODES] + [called[name] for name in _CALLED]
    return np.array([float(sum(everywhere.values())), float(len(functions)), *map(float, counts)])


def _walked(kernel: Kernel, function: FunctionNode) -> Iterator[ast.AST]:
    """A function's nodes as its normal form has them: without texts that stand alone, of decorators `triton.jit`."""
    left_out = [one for one in function.decorator_list if not kernel.names.is_jit(one)]
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in ast.iter_child_nodes(node) if child not in left_out and not _is_text(child)]


def _is_text(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False


def _called(kernel: Kernel, node: ast.Call) -> str:
    operation = kernel.names.operation(node.func)
    if operation:
        return operation
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _log(value: float) -> float:
    return math.log2(1.0 + value) if value > 0.0 else 0.0
