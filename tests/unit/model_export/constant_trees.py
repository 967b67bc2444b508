"""Trees for folders of a prior in which other things are tested: they add the same to all estimates."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from model_export.prior.files import write_graph
from model_export.prior.fit import TreeRecipe, fit
from perfcast.prior import KERNEL_METRICS, METRICS, kernel_rows, read_kernel
from perfcast.triton import DEVICES
from perfcast.workload import parse

KERNEL = """import triton
import triton.language as tl

@triton.jit
def copy(x_ptr, y_ptr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y_ptr + at, tl.load(x_ptr + at))"""


def launch(block: int, warps: int = 4) -> str:
    """The workload of a launch of `KERNEL`."""
    return f"x_ptr: float32[4096]; y_ptr: float32[4096]; B: constexpr = {block}; grid: 8; num_warps: {warps}"


def fit_kernel_trees(folder: Path, correction: float = 0.0, doubt: float = 0.0) -> None:
    """Of kernels; they add so many binary orders of magnitude, and doubt that by a power of two."""
    launches = [parse(launch(block, warps)) for block in (64, 256, 1024, 4096) for warps in (1, 2, 4, 8)] * 10
    rows = kernel_rows(read_kernel(KERNEL), launches, DEVICES["H100"]).astype(np.float32)
    for value, is_doubt in ((correction, False), (doubt, True)):
        model = fit(rows, np.full(len(rows), value), TreeRecipe(10, 63, rate=3), threads=1)
        for metric in KERNEL_METRICS:
            write_graph(folder, metric, model, doubt=is_doubt)


def fit_estimated_trees(folder: Path, width: int, correction: float = 0.0) -> None:
    """Of functions that no trial run tells of, by so many features; they add so many binary orders of magnitude."""
    rows, corrections = np.zeros((40, width)), np.full(40, correction)
    for metric in METRICS:
        write_graph(folder, metric, fit(rows, corrections, TreeRecipe(10, 63, rate=3), threads=1), estimated=True)


def fit_doubting_trees(folder: Path, width: int, run: float = 0.0, estimated: float = 0.0) -> None:
    """Of how far off guesses of functions are, by so many features: binary logarithms for those that rest on runs, and
    for others."""
    for is_estimated, doubt in ((False, run), (True, estimated)):
        model = fit(np.zeros((40, width)), np.full(40, doubt), TreeRecipe(10, 63, rate=3), threads=1)
        for metric in METRICS:
            write_graph(folder, metric, model, estimated=is_estimated, doubt=True)
