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
