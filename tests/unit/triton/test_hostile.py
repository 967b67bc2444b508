"""Files that would run for ever, or fill the memory, if anything of them were run."""

from __future__ import annotations

import pytest

from perfcast.triton import KernelError, KernelFile, Launch, count, plan
from perfcast.workload import parse

KERNEL = """
import itertools, triton
import triton.language as tl
{before}
@triton.autotune(configs=[triton.Config({{'B': 64}})], key=[])
@triton.jit
def k(x_ptr, n, B: tl.constexpr):
    {body}
    tl.store(x_ptr + tl.arange(0, B), n)
{after}
"""


@pytest.mark.parametrize(
    "before",
    [
        "for i in range(10**12):\n    for j in range(10**12):\n        for l in range(10**12):\n            pass",
        "while True:\n    pass",
        "a = list(enumerate(range(10**12)))\nb = list(itertools.product(range(10**9), range(10**9)))",
        "a = any(range(10**12)) and reversed(range(10**12))",
        "def f(n):\n    return f(n + 1) + f(n + 2)\nx = f(0)",
        "x = 2\nfor i in range(1000):\n    x = x * x",
        "x = 'a' * 10**12 + str(10**10**10)",
        "f = lambda g: g(g)\nf(f)",
    ],
)
def test_a_kernel_is_found_below_what_never_ends(before: str) -> None:
    kernel = KernelFile.parse(KERNEL.format(before=before, body="pass", after="")).kernel("k")
    assert [parameter.name for parameter in kernel.parameters] == ["x_ptr", "n", "B"]


@pytest.mark.parametrize(
    "body",
    [
        "x = 1 << (1 << 40)",
        "x = 10 ** 10 ** 10",
        "x = (0,) * 10**12",
        "x = tl.arange(0, 65536)[:, None] + tl.arange(0, 65536)[None, :] + tl.arange(0, 1 << 40)",
        "for i in range(0, 10**15):\n        for j in range(0, 4):\n            n = n * n + 10**30",
        "x = tl.zeros((1 << 30, 1 << 30), tl.float32) + 1",
    ],
)
def test_a_kernel_of_endless_numbers_and_blocks_is_given_up(body: str) -> None:
    kernel = KernelFile.parse(KERNEL.format(before="", body=body, after="")).kernel("k")
    with pytest.raises(KernelError, match="line"):
        count(kernel, Launch.of(parse("x_ptr: int32[64]; n: int = 3; B: constexpr = 64; grid: 1")))


def test_a_grid_without_end_leaves_the_grid_unknown() -> None:
    after = "k[lambda META: (10 ** 10 ** 10 * META['B'],)](1, 2)"
    file = KernelFile.parse(KERNEL.format(before="", body="pass", after=after))
    kernel = file.kernel("k")
    assert kernel.configs is not None
    assert plan(file, kernel).launch(kernel.configs[0]).grid is None
