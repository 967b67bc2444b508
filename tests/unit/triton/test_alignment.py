"""By how many elements addresses begin at a multiple, as far as the source tells."""

from __future__ import annotations

import ast

import pytest

from perfcast.triton import KernelFile, Launch
from perfcast.triton.finding.alignment import Alignment, given_of
from perfcast.workload import parse

KERNEL = """
import triton
import triton.language as tl

FOUR = 4

@triton.jit
def k(x_ptr, n, stride, m, one, B: tl.constexpr, STEP: tl.constexpr = 32):
    row = tl.program_id(0)
    r = tl.arange(0, B)
    rows = row * B + r
    columns = tl.arange(0, B)
    x_ptr += row * stride
    left, right = 4, row
    other, another = pair(n)
    for start in range(0, n, B):
        inner = start + r
        tl.load({address})
"""
LAUNCH = (
    "x_ptr: float32[4096]; n: int = 1000; stride: int = 1024; m: int = 300; one: int = 1; B: constexpr = 64; grid: 4"
)


@pytest.mark.parametrize(
    ("address", "elements"),
    [
        ("x_ptr + r", 16),
        ("x_ptr + inner", 16),
        ("x_ptr + rows", 16),
        ("x_ptr + row + r", 1),
        # 16 divides 1,024, and nobody knows of 300 whether anything does.
        ("x_ptr + rows[:, None] * stride + columns[None, :]", 16),
        ("x_ptr + rows[:, None] * m + columns[None, :]", 1),
        ("x_ptr + rows[:, None] * 12 + columns[None, :]", 4),
        ("x_ptr + rows[:, None] * FOUR + columns[None, :]", 4),
        # 1 is compiled into the kernel.
        ("x_ptr + rows[:, None] * stride + columns[None, :] * one", 16),
        ("x_ptr + inner % n", 1),
        ("x_ptr + inner % stride", 16),
        ("x_ptr + inner // 2", 1),
        ("x_ptr + tl.load(x_ptr + r)", 1),
        ("x_ptr + tl.multiple_of(inner * m, 8)", 8),
        ("x_ptr + tl.multiple_of(m, 8) * 2 + r", 16),
        ("x_ptr + tl.multiple_of(inner * m, (8, 4))", 8),
        ("x_ptr + tl.max_contiguous(tl.multiple_of(inner % m, 16), B)", 16),
        ("x_ptr + r * one.to(tl.int64)", 16),
        ("x_ptr + tl.max(r, 0)", 1),
        ("x_ptr + min(stride, 24)", 8),
        ("x_ptr + left + r", 4),
        ("x_ptr + right + r", 1),
        ("x_ptr + other + r", 1),
        ("x_ptr + STEP * row + r", 16),
        ("x_ptr + tl.where(r < n, inner, 0)", 16),
        ("x_ptr + tl.minimum(rows * m, 4 * n)", 1),
        ("x_ptr + r.to(tl.int64)", 16),
        ("x_ptr + (r if B > 32 else m)", 1),
        ("x_ptr + unknown", 1),
    ],
)
def test_addresses_begin_at_multiples_of_what_divides_all_that_is_added(address: str, elements: int) -> None:
    kernel = KernelFile.parse(KERNEL.format(address=address)).kernels[0]
    calls = [node for node in ast.walk(kernel.node) if isinstance(node, ast.Call)]
    load = next(call for call in calls if ast.unparse(call.func) == "tl.load")
    assert Alignment(kernel, given_of(kernel, Launch.of(parse(LAUNCH)))).elements(load.args[0]) == elements


def test_a_pointer_that_is_moved_by_an_unknown_number_is_no_multiple() -> None:
    kernel = KernelFile.parse(KERNEL.format(address="x_ptr + r").replace("row * stride", "row * m")).kernels[0]
    moved = ast.parse("x_ptr + r", mode="eval").body
    assert Alignment(kernel, given_of(kernel, Launch.of(parse(LAUNCH)))).elements(moved) == 1


def test_of_an_address_that_is_nested_too_deeply_nothing_is_known() -> None:
    kernel = KernelFile.parse(KERNEL.format(address="x_ptr + r")).kernels[0]
    deep: ast.expr = ast.Name("r", ast.Load())
    for _ in range(100_000):
        deep = ast.UnaryOp(ast.USub(), deep)
    assert Alignment(kernel, given_of(kernel, Launch.of(parse(LAUNCH)))).elements(deep) == 1
    while isinstance(deep, ast.UnaryOp):
        deep = deep.operand
