"""What launches of one kernel share: each counts as it does by itself."""

from __future__ import annotations

import ast
from itertools import product

import numpy as np
import pytest

from perfcast.triton import Config, KernelFile, Launch, count, plan
from perfcast.triton.program.blocks import INT32, Block, DType, of_values
from perfcast.triton.program.remembered import Outcome, Remembered, told_apart
from perfcast.workload import parse
from tests.unit.triton.sources import MATMUL
from tests.unit.triton.test_counting import kernel_of

HELPED = """
import triton
import triton.language as tl


@triton.jit
def total(ptr, n, B: tl.constexpr):
    found = tl.zeros((B,), dtype=tl.float32)
    for start in range(0, n, B):
        found += tl.load(ptr + start + tl.arange(0, B))
    return tl.sum(found, axis=0)


@triton.jit
def k(x_ptr, y_ptr, n, B: tl.constexpr):
    tl.store(y_ptr + tl.program_id(0), total(x_ptr, n, B) * total(x_ptr, 2 * B, B))
"""


def check_launches(text: str, *workloads: str) -> None:
    """Counts launches one after the other, and again in the other order, as each counts by itself."""
    kernel = KernelFile.parse(text).kernel("k")
    launches = [Launch.of(parse(workload)) for workload in workloads]
    remembered = Remembered()
    for launch in [*launches, *reversed(launches)]:
        assert count(kernel, launch, remembered) == count(kernel, launch)


def test_tiles_of_a_matrix_product_count_as_each_does_by_itself() -> None:
    file = KernelFile.parse(MATMUL)
    kernel = file.kernel("matmul")
    tiles = product((32, 64, 128), (64, 256), (32, 128))
    configs = [Config.of({"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": k}) for m, n, k in tiles]
    launches = plan(file, kernel, sizes={"M": 1000, "N": 512, "K": 100}).launches(configs)
    remembered = Remembered()
    assert [count(kernel, launch, remembered) for launch in launches] == [count(kernel, launch) for launch in launches]


def test_what_differs_from_launch_to_launch_is_followed_anew() -> None:
    body = "at = n + tl.program_id(0) * B + tl.arange(0, B)\ntl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < 900))"
    said = "x_ptr: {0}[4096]; y_ptr: {0}[4096]; n: int = {1}; B: constexpr = {2}; grid: {3}"
    check_launches(
        kernel_of(body),
        said.format("float32", 16, 256, 4),
        # Of another type, elsewhere, in other blocks, in another grid.
        said.format("float16", 16, 256, 4),
        said.format("float32", 17, 256, 4),
        said.format("float32", 16, 128, 4),
        said.format("float32", 16, 256, 2),
    )


def test_what_addresses_are_multiples_of_is_no_name_and_still_differs() -> None:
    # Both loops are in the middle at 2048.
    body = "for at in range(0, n, B):\n    tl.store(y_ptr, tl.sum(tl.load(x_ptr + at + tl.arange(0, 256)), axis=0))"
    said = "x_ptr: int8[8192]; y_ptr: int8[1]; n: int = 4096; B: constexpr = {}; grid: 1"
    check_launches(kernel_of(body), said.format(8), said.format(64))


def test_functions_that_a_kernel_calls_are_followed_at_each_call() -> None:
    said = "x_ptr: float32[4096]; y_ptr: float32[64]; n: int = 4096; B: constexpr = {}; grid: 64"
    check_launches(HELPED, said.format(64), said.format(256))


def test_what_rounds_of_a_loop_make_are_different_blocks() -> None:
    body = """
x = 0.0
for i in tl.static_range(2):
    before = x
    x = tl.load(x_ptr + tl.arange(0, B))
y = before + x
tl.store(y_ptr + tl.arange(0, B), y)"""
    kernel = KernelFile.parse(kernel_of(body)).kernel("k")
    workload = "x_ptr: float32[64]; y_ptr: float32[64]; n: int = 64; B: constexpr = 64; grid: 2"
    assert count(kernel, Launch.of(parse(workload))).held["data"] == 2 * 64 * 4


def test_an_expression_depends_on_its_names() -> None:
    kernel = KernelFile.parse(HELPED).kernel("k")
    (stored,) = (one.value for one in kernel.node.body if isinstance(one, ast.Expr))
    assert isinstance(stored, ast.Call)
    assert kernel.dependences.of(stored) is None
    address = kernel.dependences.of(stored.args[0])
    assert address is not None
    assert (sorted(address.names), address.axes) == (["tl", "y_ptr"], (slice(0, 1),))


@pytest.mark.parametrize(
    ("expression", "axes"),
    [
        ("n + B", []),
        ("tl.program_id(axis=1) * B + tl.num_programs(0)", [slice(1, 2), slice(0, 1)]),
        ("tl.program_id(n)", [slice(None)]),
        ("tl.program_id(-1)", [slice(None)]),
        ("tl.program_id()", [slice(None)]),
    ],
)
def test_an_expression_may_depend_on_axes_of_the_grid(expression: str, axes: list[slice]) -> None:
    kernel = KernelFile.parse(kernel_of(f"at = {expression}")).kernel("k")
    (assigned,) = kernel.node.body
    assert isinstance(assigned, ast.Assign)
    found = kernel.dependences.of(assigned.value)
    assert found is not None and sorted(found.axes, key=str) == sorted(axes, key=str)


def test_values_of_different_types_are_told_apart() -> None:
    values = [1, 1.0, True, "float16", DType("float16"), None, (1,), (True,), [1], Block((), INT32), Block((), INT32)]
    assert len({told_apart(value) for value in values}) == len(values)
    assert told_apart((1, "a")) == told_apart((1, "a"))


def test_what_takes_too_much_room_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfcast.triton.program.remembered._MOST", 20_000)
    remembered = Remembered()
    for number in range(3):
        remembered.keep(number, Outcome(of_values(np.arange(1024)), (), 1))
    assert [remembered.outcome(number) is not None for number in range(3)] == [False, False, True]
    assert remembered.block("x", lambda: Block((), INT32)) is remembered.block("x", lambda: Block((), INT32))
