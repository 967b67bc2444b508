"""What Triton does not compile has a reason in place of counts."""

from __future__ import annotations

import pytest

from perfcast.triton import Counts, KernelError, KernelFile, Launch, count, plan
from perfcast.workload import parse

HEAD = "import triton\nimport triton.language as tl\nfrom triton.language.extra import libdevice\n\n@triton.jit\n"
WORKLOAD = "x_ptr: float32[4096]; y_ptr: float32[4096]; n: int = 64; B: constexpr = 64; grid: 4"


def counted(body: str, workload: str = WORKLOAD) -> Counts:
    lines = "".join(f"    {line}\n" for line in body.strip().split("\n"))
    kernel = KernelFile.parse(f"{HEAD}def k(x_ptr, y_ptr, n, B: tl.constexpr):\n{lines}").kernel("k")
    return count(kernel, Launch.of(parse(workload)))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("for i in range(n):\n    tl.store(x_ptr, i)\n    if i == 3:\n        break", "compiles no break"),
        ("for i in range(n):\n    if i == 3:\n        continue\n    tl.store(x_ptr, i)", "compiles no continue"),
        ("for i in range(n):\n    if tl.load(x_ptr + i) > 0:\n        return", "no return within a loop"),
        ("while n > 0:\n    n -= 1\n    break", "compiles no break"),
    ],
)
def test_loops_are_left_by_their_end_alone(body: str, reason: str) -> None:
    with pytest.raises(KernelError, match=reason):
        counted(body)


def test_what_a_constant_leaves_out_is_not_compiled() -> None:
    assert counted("for i in range(n):\n    tl.store(x_ptr + i, 0.0)\n    if B == 32:\n        break").stored


@pytest.mark.parametrize(
    "body",
    [
        # What a constant leaves out of a branch, or of a condition.
        "for i in range(n):\n    tl.store(x_ptr + i, 0.0)\n    if i == 3:\n        if B == 32:\n            break",
        "for i in range(n):\n    tl.store(x_ptr + i, 0.0)\n    if B == 32 and i > 3:\n        break",
        # Rounds that are laid out when it is compiled are no loop.
        "for i in tl.static_range(4):\n    tl.store(x_ptr + i, 0.0)\n    if i == 2:\n        return",
        "for i in tl.static_range(4):\n    if i + n > 100:\n        return\n    tl.store(x_ptr + i, 0.0)",
        # Numbers remain numbers.
        "x = 0\nfor i in range(n):\n    x = x + tl.abs(i - 3)\ntl.store(x_ptr, x)",
        "x = tl.load(x_ptr + tl.arange(0, B))\ntl.store(y_ptr + tl.arange(0, B), x, mask=(x > 0).logical_and(x < n))",
        "x = tl.load(x_ptr)\nif not x.dtype.is_fp8e4nv() and not x.dtype.is_fp8e5():\n    tl.store(x_ptr, x)",
        "x = tl.inline_asm_elementwise('mov.b32 $0, $1;', '=r,r', [n], tl.int32, True, 1)\ntl.store(x_ptr, x)",
        "x = tl.inline_asm_elementwise(asm='', constraints='=r,r', args=[n], dtype=tl.int32, is_pure=True, pack=1)\n"
        "tl.store(x_ptr, x)",
        "tl.store(x_ptr + tl.arange(0, triton.next_power_of_2(B)), triton.cdiv(n, B))",
    ],
)
def test_what_compiles_is_counted(body: str) -> None:
    assert counted(body).stored


def test_types_that_nobody_told_fit() -> None:
    text = f"{HEAD}def k(x_ptr, y_ptr, n, B: tl.constexpr = 64):\n    x = 0\n    for i in range(n):\n"
    file = KernelFile.parse(f"{text}        x += tl.load(x_ptr + i)\n    tl.store(y_ptr, x)\n")
    planned = plan(file, file.kernel("k"))
    assert count(file.kernel("k"), planned.launch(planned.own_config())).loaded
    with pytest.raises(KernelError, match="Triton needs one type"):
        count(file.kernel("k"), Launch.of(parse(WORKLOAD)))


def test_a_static_assertion_that_fails_says_its_message() -> None:
    with pytest.raises(KernelError, match="static_assert fails: too few"):
        counted("tl.static_assert(B >= 128, 'too few')\ntl.store(x_ptr, 0.0)")
    assert counted("tl.static_assert(B >= 64, 'too few')\ntl.store(x_ptr, 0.0)").stored


@pytest.mark.parametrize(
    ("asked", "holds"),
    [("is_fp32", True), ("is_floating", True), ("is_fp16", False), ("is_int", False), ("is_fp8", False)],
)
def test_element_types_answer_what_they_are(asked: str, holds: bool) -> None:
    body = f"x = tl.load(x_ptr)\nif x.dtype.{asked}():\n    tl.store(x_ptr, x)\nelse:\n    tl.store(y_ptr, x)"
    assert set(counted(body).stored) == ({"x_ptr"} if holds else {"y_ptr"})


@pytest.mark.parametrize(
    "body",
    [
        "tl.store(x_ptr + tl.arange(0, n), 0.0)",
        "half = n // 2\ntl.store(x_ptr + tl.arange(0, half), 0.0)",
        "tl.store(x_ptr + tl.arange(0, B), tl.zeros((n,), tl.float32))",
        "tl.store(x_ptr + tl.arange(0, B), tl.full(shape=[tl.cdiv(n, 2)], value=0.0, dtype=tl.float32))",
    ],
)
def test_blocks_are_as_long_as_constants_say(body: str) -> None:
    with pytest.raises(KernelError, match="not known when the kernel is compiled"):
        counted(body)


def test_a_number_that_is_one_is_compiled_as_a_constant() -> None:
    assert counted("tl.store(x_ptr + tl.arange(0, n), 0.0)", WORKLOAD.replace("n: int = 64", "n: int = 1")).stored


@pytest.mark.parametrize(
    ("before", "round_of_it"),
    [
        ("total = 0.0", "total += tl.load(x_ptr + i + tl.arange(0, B))"),
        ("total = 0", "total += tl.sum(tl.load(x_ptr + i + tl.arange(0, B)))"),
        ("total = tl.zeros((B,), tl.float32)", "total = tl.sum(tl.load(x_ptr + i + tl.arange(0, B)))"),
    ],
)
def test_what_a_loop_carries_on_keeps_its_type(before: str, round_of_it: str) -> None:
    with pytest.raises(KernelError, match="Triton needs one type"):
        counted(f"{before}\nfor i in range(0, n * 64, B):\n    {round_of_it}\ntl.store(y_ptr, total)")
    # Rounds that are laid out when it is compiled, and what nobody reads below the loop, may have types of their own.
    assert counted(f"{before}\nfor i in tl.static_range(0, 128, B):\n    {round_of_it}\ntl.store(y_ptr, total)").loaded
    assert counted(f"{before}\nfor i in range(0, n * 64, B):\n    {round_of_it}\ntl.store(y_ptr, 0.0)").loaded


def test_a_block_that_is_too_large_says_so() -> None:
    with pytest.raises(KernelError, match="4,194,304 elements, Triton allows 1,048,576"):
        counted("tl.store(x_ptr + tl.arange(0, 4194304), 0.0)")
    with pytest.raises(KernelError, match="16,777,216 elements"):
        counted("at = tl.arange(0, 4096)\ntl.store(x_ptr + at[:, None] + at[None, :], 0.0)")


def test_shapes_that_do_not_fit_are_named() -> None:
    with pytest.raises(KernelError, match=r"blocks of \(64,\) and \(128,\)"):
        counted("tl.store(x_ptr + tl.arange(0, B), tl.load(x_ptr + tl.arange(0, B)) + tl.arange(0, 2 * B))")


def test_a_matrix_product_has_an_inner_length_of_its_own() -> None:
    body = "at = tl.arange(0, {n})\nx = tl.load(x_ptr + at[:, None] * 64 + at[None, :])\n"
    body += "tl.store(y_ptr, tl.sum(tl.dot(x, x)))"
    with pytest.raises(KernelError, match="inner length of float32 is 8 or more"):
        counted(body.format(n=4))
    assert counted(body.format(n=8)).products


def test_a_function_of_the_language_that_is_not_known_is_not_taken_for_another() -> None:
    with pytest.raises(KernelError, match=r"tl\.no_such_thing is not followed"):
        counted("tl.store(x_ptr + tl.arange(0, B), tl.no_such_thing(tl.load(x_ptr + tl.arange(0, B))))")
    with pytest.raises(KernelError, match="no_such_thing is not followed"):
        counted("tl.store(x_ptr + tl.arange(0, B), tl.load(x_ptr + tl.arange(0, B)).no_such_thing())")
    # Those of libraries work element by element.
    assert counted("tl.store(x_ptr + tl.arange(0, B), libdevice.asinh(tl.load(x_ptr + tl.arange(0, B))))").flops == 64
