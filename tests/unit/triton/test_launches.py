"""What kernels are launched with: from comments, launch sites, the caller, or by default."""

from __future__ import annotations

import pytest

from perfcast.triton import Config, KernelError, KernelFile, Launch, Tensor, plan
from perfcast.workload import parse
from tests.unit.triton.sources import ADD, INDUCTOR, MATMUL, SOFTMAX

CALLED = ADD + "\nx = torch.rand(98432, device='cuda')\nadd(x, torch.rand((98432,), device='cuda'))\n"


def launch_text(text: str, name: str, **wanted: object) -> str:
    file = KernelFile.parse(text)
    kernel = file.kernel(name)
    planned = plan(file, kernel, **wanted)  # type: ignore[arg-type]
    config = kernel.configs[0] if kernel.configs else planned.own_config()
    return str(planned.launch(config).workload(tuple(kernel.roles)))


def test_a_launch_and_its_workload_text_say_the_same() -> None:
    text = (
        "x_ptr: bfloat16[64, 64]; n: int = 4096; scale: float = 0.5; bias: None; BLOCK: constexpr = 128; "
        "CAUSAL: constexpr = True; grid: 32, 4; num_warps: 8; num_stages: 2; num_ctas: 2; maxnreg: 128"
    )
    launch = Launch.of(parse(text))
    assert launch.tensors == {"x_ptr": Tensor("bfloat16", (64, 64))}
    assert launch.config == Config((("BLOCK", 128), ("CAUSAL", True)), 8, 2, 2, 128)
    assert launch.programs == 128
    assert str(launch.workload(("x_ptr", "n", "scale", "bias"))) == text


def test_a_wrapper_that_the_file_calls_gives_tensors_numbers_grid_and_warps() -> None:
    assert launch_text(CALLED, "add_kernel") == (
        "x_ptr: float32[98432]; y_ptr: float32[98432]; out_ptr: float32[98432]; n_elements: int = 98432; "
        "BLOCK: constexpr = 1024; grid: 97; num_warps: 8; num_stages: 3"
    )
    file = KernelFile.parse(CALLED)
    line = 1 + CALLED[: CALLED.index("add_kernel[grid]")].count("\n")
    assert plan(file, file.kernel("add_kernel")).origin == f"launch on line {line}"


def test_strides_shapes_and_block_sizes_follow_from_the_tensor() -> None:
    assert launch_text(SOFTMAX, "softmax_kernel") == (
        "out_ptr: float16[1823, 781]; in_ptr: float16[1823, 781]; in_stride: int = 781; out_stride: int = 781; "
        "n_cols: int = 781; BLOCK: constexpr = 1024; grid: 1823; num_warps: 4; num_stages: 3"
    )


def test_the_largest_of_several_launches_counts() -> None:
    text = ADD + "\nfor n in (2**10, 2**14, 2**12):\n    add(torch.rand(n), torch.rand(n))\n"
    assert "float32[16384]" in launch_text(text, "add_kernel")


def test_sizes_by_name_reach_tensors_whose_shapes_are_unpacked_under_these_names() -> None:
    text = launch_text(MATMUL, "matmul", sizes={"M": 512, "N": 256, "K": 128})
    assert text.startswith("a_ptr: float16[512, 128]; b_ptr: float16[128, 256]; c_ptr: float16[512, 256]; M: int = 512")
    assert "grid: 8, 4;" in text


def test_a_comment_above_the_kernel_wins_over_launches() -> None:
    text = CALLED.replace(
        "@triton.jit", "# perfcast: x_ptr: float16[64]; n_elements: int = 64; BLOCK: constexpr = 32\n@triton.jit"
    )
    assert launch_text(text, "add_kernel").startswith("x_ptr: float16[64]; y_ptr: float32[98432]")
    file = KernelFile.parse(text)
    assert plan(file, file.kernel("add_kernel")).origin == "comment"


def test_without_a_launch_shapes_and_strides_go_by_names_and_the_grid_is_the_callers() -> None:
    alone = MATMUL[: MATMUL.index("def matmul(a, b)")]
    text = launch_text(
        alone, "matmul_kernel", sizes={"M": 512, "N": 256, "K": 128}, grid="cdiv(M, BLOCK_M), cdiv(N, BLOCK_N)"
    )
    assert text.startswith("a_ptr: float16[512, 128]; b_ptr: float16[128, 256]; c_ptr: float16[512, 256];")
    assert "stride_am: int = 128; stride_ak: int = 1;" in text
    assert "grid: 8, 4;" in text
    assert "grid" not in launch_text(alone, "matmul_kernel", sizes={"M": 512, "N": 256, "K": 128})


def test_what_nothing_tells_has_a_default_size_and_says_so() -> None:
    file = KernelFile.parse(ADD)
    found = plan(file, file.kernel("add_kernel"))
    assert found.origin == "default"
    assert found.launch(found.own_config()).tensors["x_ptr"] == Tensor("float32", (1024,))


def test_heuristics_are_evaluated_for_the_configuration() -> None:
    text = ADD.replace(
        "@triton.jit", "@triton.heuristics({'EVEN': lambda args: args['n_elements'] % args['BLOCK'] == 0})\n@triton.jit"
    )
    text = text.replace("BLOCK: tl.constexpr)", "BLOCK: tl.constexpr, EVEN: tl.constexpr)")
    assert "EVEN: constexpr = True" in launch_text(text, "add_kernel", workload=parse("n_elements: int = 2048"))
    assert "EVEN: constexpr = False" in launch_text(text, "add_kernel", workload=parse("n_elements: int = 2049"))


def test_inductors_files_tell_shapes_and_types() -> None:
    file = KernelFile.parse(INDUCTOR)
    kernel = file.kernel("triton_poi_fused_relu_0")
    launch = plan(file, kernel).launch(Config.of({"XBLOCK": 256}))
    assert launch.tensors == {"in_ptr0": Tensor("bfloat16", (64, 64)), "out_ptr0": Tensor("float32", (64, 64))}
    assert launch.scalars == {"xnumel": 4096}
    assert launch.grid == (16,)


def test_a_constexpr_without_value_and_a_wrong_name_are_said() -> None:
    file = KernelFile.parse(ADD.replace(", BLOCK=1024", ""))
    kernel = file.kernel("add_kernel")
    with pytest.raises(KernelError, match="the constexpr BLOCK has no value"):
        plan(file, kernel).launch(Config())
    with pytest.raises(KernelError, match="no parameter 'Q'"):
        plan(file, kernel, sizes={"Q": 4})
    with pytest.raises(KernelError, match="no parameter 'z'"):
        plan(file, kernel, workload=parse("z: int = 4"))


def test_methods_of_an_autograd_function_launch_too() -> None:
    text = ADD.replace(
        "def add(x, y):", "class Add(torch.autograd.Function):\n  @staticmethod\n  def forward(ctx, x, y):"
    )
    text += "\nadd = Add.apply\nadd(torch.ones(512, dtype=torch.bfloat16), torch.ones(512))\n"
    assert "x_ptr: bfloat16[512]; y_ptr: float32[512]; out_ptr: bfloat16[512]" in launch_text(text, "add_kernel")


CONCRETE = """
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(a, b, M, N, K, BM: tl.constexpr):
    tl.store(a + tl.arange(0, BM), tl.load(b + tl.arange(0, BM)))

def run(a, b):
    (M, K), (_, N) = a.shape, b.shape
    kernel[(triton.cdiv(M, 32), N)](a, b, M, N, K, BM=32)

x = torch.randn(256, 128, device="cuda")
run(x, torch.randn(128, 64, device="cuda"))
"""


def test_sizes_that_are_given_reach_tensors_and_grid_where_the_file_has_its_own() -> None:
    file = KernelFile.parse(CONCRETE)
    kernel = file.kernel("kernel")
    own = plan(file, kernel)
    assert own.launch(own.own_config()).grid == (8, 64)
    given = plan(file, kernel, sizes={"M": 1024, "N": 512, "K": 1024})
    launch = given.launch(given.own_config())
    assert (launch.tensors["a"].shape, launch.grid) == ((1024, 1024), (32, 512))
    assert launch.scalars == {"M": 1024, "N": 512, "K": 1024}


def test_a_size_that_is_not_given_is_that_of_the_file() -> None:
    file = KernelFile.parse(CONCRETE)
    planned = plan(file, file.kernel("kernel"), sizes={"M": 1024})
    launch = planned.launch(planned.own_config())
    assert (launch.tensors["a"].shape, launch.grid) == ((1024, 128), (32, 64))


CLASS = """
import functools
import torch
import triton
import triton.language as tl

@triton.jit
def scale_kernel(x_ptr, y_ptr, factor, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < n) * factor, mask=at < n)

@triton.jit
def unscale_kernel(grad_ptr, x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(grad_ptr + at, mask=at < n) * tl.load(x_ptr + at, mask=at < n), mask=at < n)

class Scale(torch.autograd.Function):
    @staticmethod
    def forward({forward}):
        y = torch.empty_like(x)
        scale_kernel[(triton.cdiv(x.numel(), 256),)](x, y, factor, x.numel(), BLOCK=256)
        {keep}
        return y
    {setup}
    @staticmethod
    def backward(ctx, grad):
        {kept}
        out = torch.empty_like(x, dtype=torch.float32)
        unscale_kernel[(triton.cdiv(x.numel(), ctx.block),)](grad, x, out, x.numel(), BLOCK=ctx.block)
        return out, None

Scale.apply(torch.randn(1000, dtype=torch.float16, device="cuda"), 3.0).sum().backward()
"""


@pytest.mark.parametrize(
    ("forward", "keep", "setup", "kept"),
    [
        ("ctx, x, factor", "ctx.save_for_backward(x); ctx.block = 128", "", "x, = ctx.saved_tensors"),
        ("ctx, x, factor", "ctx.x, ctx.block = x, 128", "", "x = ctx.x"),
        (
            "x, factor",
            "pass",
            "@staticmethod\n    def setup_context(ctx, inputs, output):\n        (ctx.x, _), ctx.block = inputs, 128",
            "x = ctx.x",
        ),
    ],
)
def test_a_backward_pass_is_launched_on_what_the_forward_pass_kept(
    forward: str, keep: str, setup: str, kept: str
) -> None:
    text = CLASS.format(forward=forward, keep=keep, setup=setup, kept=kept)
    assert launch_text(text, "unscale_kernel") == (
        "grad_ptr: float16[1000]; x_ptr: float16[1000]; out_ptr: float32[1000]; n: int = 1000; "
        "BLOCK: constexpr = 128; grid: 8; num_warps: 4; num_stages: 3"
    )


def test_a_partial_of_torchs_function_makes_tensors_and_one_of_the_files_calls_it() -> None:
    text = ADD + (
        "\nimport functools\nhalf = functools.partial(torch.rand, device='cuda', dtype=torch.float16)\n"
        "twice = functools.partial(add, half(640))\ntwice(half(640))\n"
    )
    assert launch_text(text, "add_kernel").startswith("x_ptr: float16[640]; y_ptr: float16[640]; out_ptr: float16[640]")


def test_a_launch_keeps_what_is_told_where_some_arguments_cannot_be() -> None:
    text = ADD.replace("out, n_elements, BLOCK=1024", "*rest(x), BLOCK=512")
    assert "BLOCK: constexpr = 512" in launch_text(text, "add_kernel")


@pytest.mark.parametrize(
    ("launch", "flaw"),
    [
        ("add_kernel[grid](x, y, out, n_elements)", "the launch on line 21 gives no BLOCK"),
        ("add_kernel[grid](x, y, BLOCK=64)", "the launch on line 21 gives no out_ptr and no n_elements"),
        ("add_kernel[grid](x, y, out, n_elements, **meta)", ""),
        ("add_kernel[grid](*args, BLOCK=64)", ""),
        ("add_kernel[grid](x, y, out, n_elements, BLOCK=64)", ""),
    ],
)
def test_a_launch_that_lacks_an_argument_is_flawed(launch: str, flaw: str) -> None:
    text = ADD.replace("add_kernel[grid](x, y, out, n_elements, BLOCK=1024, num_warps=8)", launch)
    file = KernelFile.parse(text)
    kernel = file.kernel("add_kernel")
    assert plan(file, kernel).flaw == flaw
    # Who says it all needs no launch.
    said = "x_ptr: float32[64]; y_ptr: float32[64]; out_ptr: float32[64]; n_elements: int = 64; BLOCK: constexpr = 64"
    assert plan(file, kernel, workload=parse(said)).flaw == ""


def test_a_whole_launch_is_taken_before_one_that_lacks_an_argument() -> None:
    text = CALLED + "\nadd_kernel[(9,)](torch.rand(10**6), torch.rand(10**6), torch.rand(10**6))\n"
    assert "n_elements: int = 98432" in launch_text(text, "add_kernel")


def test_a_comment_may_say_grid_and_texts_as_plain_values() -> None:
    text = ADD.replace("BLOCK: tl.constexpr", "MODE: tl.constexpr, BLOCK: tl.constexpr").replace(
        "@triton.jit",
        "# perfcast: x_ptr: float32[64]; n_elements = 64; BLOCK = 32; MODE = 'fast'; grid = 2\n@triton.jit",
    )
    said = launch_text(text, "add_kernel")
    assert "MODE: constexpr = 'fast'; BLOCK: constexpr = 32; grid: 2;" in said


def test_a_constant_of_the_kernel_may_be_called_as_an_option_of_launches_is() -> None:
    workload = "x_ptr: float32[64]; num_stages: constexpr = 4; num_warps: 8"
    assert Launch.of(parse(workload)).config == Config((("num_stages", 4),), 8, 3)
