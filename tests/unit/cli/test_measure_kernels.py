"""`perfcast measure` of Triton kernels, on Triton's interpreter in place of a GPU."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perfcast.forecast.measurements.store import default_path
from perfcast.measure.gpu import process
from tests.unit.measure.gpu.commands import COMPILE_ONLY, interpreted
from tests.unit.triton.sources import ADD, MATMUL

pytest.importorskip("triton")

HOST = """

add(torch.ones(3000), torch.ones(3000))
"""
LAUNCH = (
    "x_ptr: float32[3000]; y_ptr: float32[3000]; out_ptr: float32[3000]; n_elements: int = 3000; "
    "BLOCK: constexpr = 1024; grid: 3; num_warps: 8; num_stages: 3"
)
SMALL = (
    "a_ptr: float16[64, 32]; b_ptr: float16[32, 64]; c_ptr: float16[64, 64]; M: int = 64; N: int = 64; K: int = 32; "
    "stride_am: int = 32; stride_ak: int = 1; stride_bk: int = 64; stride_bn: int = 1; stride_cm: int = 64; "
    "stride_cn: int = 1; grid: 1, 1"
)
LOOSE = """
import triton
import triton.language as tl

@triton.jit
def fill(out_ptr, n, factor, BLOCK: tl.constexpr, MODE: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, factor, mask=at < n)
"""
GIVEN = "x_ptr: float32[64]; y_ptr: int32[64]; out_ptr: float32[64]; n_elements: int = 64; BLOCK: constexpr = 64"


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(process, "COMMAND", interpreted())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kernels.py"
    path.write_text(ADD + HOST, encoding="utf-8")
    return path


def test_a_line_has_what_was_measured_beside_what_was_forecast(run, file):
    result = run("measure", f"{file}::add_kernel")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.rstrip() == (
        "def add_kernel  time 1.5 ms on NVIDIA H100 80GB HBM3, at least 2 µs (roofline)  "
        "40 regs, forecast 64 regs [38-108]  spilled 2 regs  shared 1 KiB, forecast 8 KiB [4.8-13]  "
        f"({LAUNCH}, from the launch on line 21)"
    )


def test_json(run, file):
    answer = json.loads(run("measure", f"{file}::add_kernel", "--json").stdout)
    assert (answer["name"], answer["line"], answer["kind"]) == ("add_kernel", 8, "kernel")
    assert answer["workload"] == {"text": LAUNCH, "origin": "launch on line 21"}
    assert answer["device"] == "NVIDIA H100 80GB HBM3"
    assert answer["measured"] == {
        "gpu_time": {"unit": "s", "value": 1.5e-3},
        "registers": {"unit": "regs", "value": 40},
        "spills": {"unit": "regs", "value": 2},
        "shared_memory": {"unit": "B", "value": 1024},
    }
    assert set(answer["forecasts"]) == {"registers", "shared_memory"}
    assert answer["roofline_bound"]["unit"] == "s" and 2e-6 < answer["roofline_bound"]["value"] < 2.1e-6
    assert "note" not in answer


def test_measurements_of_kernels_are_not_kept(run, file):
    run("measure", f"{file}::add_kernel")
    assert not default_path().exists()
    assert "✓" not in run("predict", f"{file}::add_kernel").stdout


def test_a_given_launch(run, file):
    result = run("measure", f"{file}::add_kernel", "--workload", f"{GIVEN}; grid: 1; num_warps: 2")
    assert f"({GIVEN}; grid: 1; num_warps: 2; num_stages: 3, as given)" in result.stdout
    assert result.stderr == f"perfcast: {file}::add_kernel: nothing tells the numbers in y_ptr: zeros were taken\n"


def test_an_autotuned_kernel_runs_in_the_configuration_that_is_forecast(run, tmp_path):
    path = tmp_path / "matmul.py"
    path.write_text(MATMUL)
    result = run("measure", f"{path}::matmul_kernel", "--workload", SMALL)
    predicted = run("predict", f"{path}::matmul_kernel", "--gpu", "H100", "--workload", SMALL)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.split("  (")[1] == predicted.stdout.split("  (")[1]
    assert "BLOCK_M: constexpr = " in result.stdout


def test_guessed_tensors_are_told(run, tmp_path):
    path = tmp_path / "fill.py"
    path.write_text(LOOSE)
    given = "n: int = 64; factor: float = 2.0; MODE: constexpr = 1; BLOCK: constexpr = 64; grid: 1"
    result = run("measure", f"{path}::fill", "--workload", given)
    assert result.exit_code == 0
    assert result.stderr == f"perfcast: {path}::fill: the tensors out_ptr are guessed by the names of parameters\n"


def test_a_kernel_of_which_nothing_can_be_counted_is_measured(run, tmp_path):
    path = tmp_path / "odd.py"
    shift = "\nSHIFT = tl.constexpr(len(__file__))\n"
    path.write_text(ADD.replace("x + y, mask", "x + y + SHIFT, mask") + shift + HOST)
    result = run("measure", f"{path}::add_kernel", "--json")
    answer = json.loads(result.stdout)
    assert answer["workload"] == {"text": LAUNCH, "origin": "launch on line 21"}
    assert answer["measured"]["gpu_time"]["value"] == 1.5e-3
    assert answer["forecasts"] == {} and "roofline_bound" not in answer
    assert answer["note"].startswith("nothing is forecast: line 14: the value of 'SHIFT' is not known")


@pytest.mark.parametrize(
    ("name", "architecture", "forecasts", "bound"),
    [
        ("NVIDIA H200", "sm_90", {"registers", "shared_memory"}, True),
        ("NVIDIA A100-SXM4-80GB", "sm_80", {"registers", "shared_memory", "gpu_time"}, True),
        ("Tesla T4", "sm_75", set(), True),
        ("NVIDIA GH200 480GB", "sm_90", {"registers", "shared_memory"}, False),
        ("NVIDIA A100X", "sm_80", {"registers", "shared_memory"}, False),
        ("NVIDIA Thor", "sm_110", set(), False),
        ("AMD Instinct MI300X", "gfx942", set(), False),
    ],
)
def test_a_gpu_has_what_is_known_of_it_and_no_more(run, file, monkeypatch, name, architecture, forecasts, bound):
    monkeypatch.setattr(process, "COMMAND", interpreted(name, architecture))
    result = run("measure", f"{file}::add_kernel", "--json")
    answer = json.loads(result.stdout)
    assert answer["device"] == name and answer["measured"]["gpu_time"]["value"] == 1.5e-3
    assert set(answer["forecasts"]) == forecasts
    assert ("roofline_bound" in answer) is bound
    assert (f"no bound is known for {name}" in result.stderr) is not bound


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("out_ptr: float32[64]; n: int = 64; factor: float = 2.0; grid: 1", "the constexpr MODE has no value"),
        ("n: int = 64; factor: float = 2.0; MODE: constexpr = 1; grid: 1; out_ptr: list[int] * 9",
         "out_ptr: list[int] * 9: a tensor is expected"),
        ("out_ptr: float32[64]; n: int = 64; MODE: constexpr = 1; grid: 1", "nothing tells what factor is"),
        ("factor: float = 2.0; MODE: constexpr = 1; grid: 1; n: str * 5", "nothing tells what out_ptr is"),
        ("out_ptr: float32[64]; n: int = 64; factor: float = 2.0; MODE: constexpr = 1", "the grid is not known"),
        ("out: float32[64]", "fill has no parameter 'out'"),
        ("out_ptr: float32[", "--workload: "),
    ],
)  # fmt: skip
def test_a_launch_that_cannot_be_told(run, tmp_path, given, reason):
    path = tmp_path / "fill.py"
    path.write_text(LOOSE)
    result = run("measure", f"{path}::fill", "--workload", given)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr and result.stderr.count("\n") == 1


def test_a_kernel_that_does_not_compile(run, tmp_path, monkeypatch):
    monkeypatch.setattr(process, "COMMAND", COMPILE_ONLY)
    path = tmp_path / "wrong.py"
    path.write_text(ADD.replace("x + y, mask", "(x + y).no_such_thing, mask"))
    result = run("measure", f"{path}::add_kernel", "--workload", GIVEN + "; grid: 1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "::add_kernel: compiling: CompilationError: AttributeError(\"'tensor' object has no" in result.stderr


def test_without_a_gpu(run, file, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    result = run("measure", f"{file}::add_kernel")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"perfcast: {file}::add_kernel: PyTorch sees no GPU on this machine\n"
