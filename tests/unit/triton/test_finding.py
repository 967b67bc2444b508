"""Kernels in files: under any name of Triton's, with what their decorators say."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.triton import Config, KernelError, KernelFile, Role
from tests.unit.triton.sources import ADD, MATMUL

HEAD = "import triton.language as tl\n"


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("import triton", "@triton.jit"),
        ("import triton as tr", "@tr.jit"),
        ("from triton import jit", "@jit"),
        ("from triton import jit as compiled", "@compiled"),
        ("import triton", "@triton.jit(do_not_specialize=['n'])"),
        ("from triton.runtime.jit import jit", "@jit"),
        ("import triton.runtime.jit", "@triton.runtime.jit.jit"),
        ("import triton\njit = triton.jit", "@jit"),
    ],
)
def test_a_kernel_is_found_under_whatever_name_jit_has(imports: str, decorator: str) -> None:
    text = (
        f"{HEAD}{imports}\n\n{decorator}\ndef k(x_ptr, n, B: tl.constexpr):\n    tl.store(x_ptr + tl.arange(0, B), n)\n"
    )
    assert [kernel.name for kernel in KernelFile.parse(text).kernels] == ["k"]
    assert SourceFile.parse(text).unit("k").kind == "kernel"


def test_a_function_that_another_jit_decorates_is_no_kernel() -> None:
    text = "from numba import jit\nimport triton\n@jit\ndef f(n):\n    return n\n"
    assert not KernelFile.parse(text).kernels


def test_parameters_are_told_apart_by_what_is_done_with_them() -> None:
    kernel = KernelFile.parse(MATMUL).kernel("matmul_kernel")
    assert kernel.named(Role.POINTER) == ("a_ptr", "b_ptr", "c_ptr")
    assert kernel.named(Role.CONSTEXPR) == ("BLOCK_M", "BLOCK_N", "BLOCK_K")
    assert kernel.named(Role.SCALAR)[:3] == ("M", "N", "K")


def test_a_pointer_handed_to_a_helper_kernel_is_a_pointer_and_the_helper_no_kernel_to_launch() -> None:
    text = f"""{HEAD}import triton
@triton.jit
def read(base, offsets):
    return tl.load(base + offsets)

@triton.jit
def outer(X, Y, n, B: tl.constexpr):
    tl.store(Y + tl.arange(0, B), read(X, tl.arange(0, B)))

outer[(1,)](1, 2, 3, B=64)
"""
    file = KernelFile.parse(text)
    assert file.kernel("outer").named(Role.POINTER) == ("X", "Y")
    assert {kernel.name: kernel.is_helper for kernel in file.kernels} == {"read": True, "outer": False}
    assert list(file.kernel("outer").helpers) == ["read"]


TUNED = f"""{HEAD}import itertools, triton
SIZES = [64, 128]
{{before}}
@triton.autotune(configs={{configs}}, key=['n'])
@triton.jit
def k(x_ptr, n, B: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, B), n)
"""

ALL = "ALL = [triton.Config({'B': b}, 2) for b in [32, *SIZES]]\n"
APPENDED = """
def made():
    found = []
    for b in SIZES:
        found.append(triton.Config({'B': b}, 2))
    return found
"""
CHOSEN = """
def chosen():
    if on_hip():
        raise RuntimeError
    return [triton.Config({'B': b}, 2) for b in SIZES]
"""


@pytest.mark.parametrize(
    ("configs", "before"),
    [
        ("[triton.Config({'B': 64}, num_warps=2), triton.Config({'B': 128}, num_warps=2)]", ""),
        ("[triton.Config({'B': b}, num_warps=2) for b in SIZES]", ""),
        ("[triton.Config(dict(B=b), 2) for b, in itertools.product(SIZES)]", ""),
        ("[triton.Config(kwargs={'B': b}, num_warps=w) for b in SIZES for w in (2, 4) if w * 32 <= b and w < 4]", ""),
        ("made()", APPENDED),
        ("chosen()", CHOSEN),
        ("KEPT", f"{ALL}KEPT = [c for c in ALL if c.kwargs['B'] > 32]"),
        ("list(filter(keep, ALL))", f"{ALL}def keep(c):\n    return c.kwargs['B'] >= 64 and c.num_warps == 2"),
        ("[A] + [B_]", "A = triton.Config({'B': 64}, num_warps=2)\nB_ = triton.Config({**{'B': 128}}, num_warps=2)"),
    ],
)  # fmt: skip
def test_configurations_are_told_without_running_the_file(configs: str, before: str) -> None:
    kernel = KernelFile.parse(TUNED.format(configs=configs, before=before)).kernel("k")
    assert kernel.configs == (Config.of({"B": 64}, {"num_warps": 2}), Config.of({"B": 128}, {"num_warps": 2}))
    assert kernel.key == ("n",)


def test_configurations_that_only_running_tells_are_not_guessed() -> None:
    text = TUNED.format(configs="load_configs('best.json')", before="from mine import load_configs")
    assert KernelFile.parse(text).kernel("k").configs is None


def test_a_configuration_list_without_end_is_given_up() -> None:
    text = TUNED.format(configs="[triton.Config({'B': b}) for b in range(10**9)]", before="")
    assert KernelFile.parse(text).kernel("k").configs is None


def test_a_name_that_is_no_kernel_is_answered_with_what_is_near() -> None:
    file = KernelFile.parse(ADD)
    assert file.kernel("add").name == "add_kernel"
    with pytest.raises(KernelError, match="did you mean 'add_kernel'"):
        file.kernel("ad_kernel")
    with pytest.raises(KernelError, match="no Triton kernel in the file"):
        KernelFile.parse("def f():\n    pass\n").kernel("g")
    with pytest.raises(KernelError, match="is a Python function"):
        KernelFile.parse(ADD + "\ndef helper():\n    return 1\n").kernel("helper")
