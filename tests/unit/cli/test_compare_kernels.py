"""`perfcast compare` of Triton kernels."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.engine import StandInModel
from tests.unit.triton.sources import MATMUL

SOURCE = """
import torch
import triton
import triton.language as tl


@triton.jit
def plain(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=at < n) * 2, mask=at < n)


@triton.jit
def looping(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    for start in range(0, 4):
        at = (tl.program_id(0) * 4 + start) * BLOCK + tl.arange(0, BLOCK)
        tl.store(out_ptr + at, tl.load(x_ptr + at, mask=at < n) * 2, mask=at < n)


@triton.jit
def renamed(source_ptr, target_ptr, count, BLOCK: tl.constexpr, SHIFT: tl.constexpr = 0):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target_ptr + at, tl.load(source_ptr + at, mask=at < count) + SHIFT, mask=at < count)


@triton.jit
def part(x):
    return x + 1


@triton.jit
def whole(x_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + at, part(tl.load(x_ptr + at, mask=at < n)), mask=at < n)


def run(x):
    out = torch.empty_like(x)
    n = x.numel()
    plain[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024, num_warps=8)
    whole[(triton.cdiv(n, 1024),)](out, n, BLOCK=1024)


run(torch.randn(1_000_000, device="cuda"))
"""
LAUNCH = (
    "x_ptr: float32[1e6]; out_ptr: float32[1e6]; n: int = 1e6; BLOCK: constexpr = 1024; grid: 977; num_warps: 8; "
    "num_stages: 3"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kernels.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.fixture
def unlike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of kernels with loops the model says twice the registers, and 64 KiB of shared memory."""
    of_all = StandInModel.median

    def median(text, prompt):
        known = of_all(text, prompt)
        factor = {"registers": 2, "shared_memory": 8}.get(prompt.metric, 1)
        return known * factor if "for " in text else known

    monkeypatch.setattr(StandInModel, "median", staticmethod(median))


def compared(run, *arguments: object) -> dict:
    result = run("compare", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_table_says_whose_is_less_and_that_times_are_bounds(run, file, unlike):
    result = run("compare", f"{file}::plain", "::looping", "--gpu", "H100")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:5] == [
        f"A  {file}::plain",
        f"B  {file}::looping",
        f"both for {LAUNCH}, from the launch on line 40",
        "on H100",
        "",
    ]
    # The cells of a row are two blanks or more apart.
    assert [re.split(r"\s{2,}", line.strip()) for line in lines[5:10]] == [
        ["A", "B", "less"],
        ["Registers a thread", "64 regs [38-108]", "128 regs [76-215]", "A, 89%"],
        ["Shared memory a block", "8 KiB [4.8-13]", "64 KiB [38-110]", "A, 99%"],
        ["Occupancy", "50% (registers)", "25% (registers)", "B"],
        ["Time, at least", "≥4.4 µs (memory)", "≥4.4 µs (memory)", "alike"],
    ]
    assert lines[10:] == ["", "Times are the roofline's bounds (at least), no forecasts."]


def test_what_both_have_in_common_is_said_once(run, file):
    for pair in (("plain", "looping"), ("looping", "plain")):
        lines = run("compare", f"{file}::{pair[0]}", f"::{pair[1]}").stdout.splitlines()
        assert lines[2] == f"both for {LAUNCH}, from the launch on line 40"


def test_json(run, file, unlike):
    answer = compared(run, f"{file}::looping", "::plain", "--gpu", "H100")
    assert (answer["a"], answer["b"], answer["kind"]) == (f"{file}::looping", f"{file}::plain", "kernel")
    assert answer["device"] == "H100"
    assert answer["workload"] == answer["launches"]["a"]["workload"] == {"text": LAUNCH, "origin": "launch of B"}
    assert answer["launches"]["b"]["workload"] == {"text": LAUNCH, "origin": "launch on line 40"}
    assert set(answer["metrics"]) == {"registers", "shared_memory"}
    assert answer["metrics"]["registers"]["ratio"]["p50"] == pytest.approx(2, rel=1e-3)
    assert answer["less"] == {"registers": "b", "shared_memory": "b", "occupancy": "a", "roofline_bound": None}
    assert answer["launches"]["b"]["occupancy"]["is_forecast"] is True
    bound = answer["launches"]["b"]["roofline_bound"]
    assert bound["bytes"] == 8e6 and bound["limited_by"] == "memory"
    assert bound["seconds"] == pytest.approx(8e6 / 3.35e12 + 2e-6, rel=1e-3)
    assert (answer["sizes"], answer["outside"]) == ([], {})
    assert answer["notes"] == ["Times are the roofline's bounds (at least), no forecasts."]


def test_times_are_compared_on_a_gpu_that_the_model_knows_times_of(run, file):
    answer = compared(run, f"{file}::plain", "::looping")
    assert answer["device"] == "A100-80GB" and "gpu_time" in answer["metrics"]
    # The stand-in says the same of both.
    assert answer["less"]["gpu_time"] is None
    assert answer["notes"] == ["Forecast times were learned from launches measured on this GPU."]
    lines = run("compare", f"{file}::plain", "::looping").stdout.splitlines()
    row = next(line.strip() for line in lines if "GPU time" in line)
    assert re.split(r"\s{2,}", row) == ["GPU time", "20 µs [12-34]", "20 µs [12-34]", "alike"]


def test_a_gpu_that_the_model_does_not_know_has_estimates(run, file):
    answer = compared(run, f"{file}::plain", "::looping", "--gpu", "T4")
    assert answer["metrics"] == {}
    assert answer["launches"]["a"]["registers_estimate"] > 0
    assert answer["launches"]["a"]["occupancy"]["is_forecast"] is False
    assert "What is marked 'est.' is estimated from the source." in answer["notes"]
    assert "est. 30 regs" in run("compare", f"{file}::plain", "::looping", "--gpu", "T4").stdout


def test_a_kernel_that_nobody_launches_is_launched_as_the_other_one_in_its_own_words(run, file):
    answer = compared(run, f"{file}::plain", "::renamed")
    assert answer["launches"]["b"]["workload"] == {
        "text": "source_ptr: float32[1e6]; target_ptr: float32[1e6]; count: int = 1e6; BLOCK: constexpr = 1024; "
        "SHIFT: constexpr = 0; grid: 977; num_warps: 8; num_stages: 3",
        "origin": "launch of A",
    }
    assert answer["less"]["roofline_bound"] is None and len(answer["notes"]) == 1


def test_different_work_is_told(run, file):
    answer = compared(run, f"{file}::plain", "::whole")
    assert answer["launches"]["b"]["workload"]["origin"] == "launch on line 41"
    assert "The two are launched on tensors of different shapes" in answer["notes"][1]
    assert run("compare", f"{file}::plain", "::whole").stdout.count(" for x_ptr: ") == 2


def test_a_kernel_with_configurations_keeps_its_own_launch(run, file, tmp_path):
    other = tmp_path / "matmul.py"
    other.write_text(MATMUL)
    answer = compared(run, f"{file}::plain", f"{other}::matmul_kernel", "--gpu", "H100")
    assert answer["launches"]["b"]["workload"]["origin"] == "default"


def test_a_given_launch_is_that_of_both(run, file):
    given = "x_ptr: float16[4096]; out_ptr: float16[4096]; n: int = 4096; BLOCK: constexpr = 512; grid: 8; num_warps: 2"
    answer = compared(run, f"{file}::plain", "::renamed", "--workload", given)
    text = f"{given}; num_stages: 3"
    assert answer["launches"]["a"]["workload"] == {"text": text, "origin": "given"}
    assert answer["launches"]["b"]["workload"]["text"].startswith(
        "source_ptr: float16[4096]; target_ptr: float16[4096];"
    )
    assert answer["launches"]["b"]["workload"]["origin"] == "given"


def test_without_a_grid_there_is_no_bound(run, tmp_path):
    path = tmp_path / "loose.py"
    path.write_text(SOURCE[: SOURCE.index("def run")])
    answer = compared(run, f"{path}::plain", "::looping")
    assert answer["launches"]["a"]["roofline_bound"] is None and answer["less"]["roofline_bound"] is None
    assert "not known" in run("compare", f"{path}::plain", "::looping").stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["::run"], "compare: run is no Triton kernel: kernels are compared with kernels"),
        (["::part"], "::part: called by kernels"),
        (["::looping", "--gpu", "H300"], "--gpu: unknown device 'H300'; the nearest known is 'H200'"),
        (["::looping", "--sizes", "100"], "--sizes: kernels are compared at one launch"),
        (["::looping", "--device", "Test CPU"], "--device: kernels are compared at one launch"),
        (
            ["::looping", "--workload", "a: float32[4]; b: float32[4]; c: float32[4]"],
            "plain has no parameter for 'c: f",
        ),
    ],
)
def test_bad_input(run, file, arguments, reason):
    result = run("compare", f"{file}::plain", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr


def test_functions_need_a_known_gpu_too(run, file):
    result = run("compare", f"{file}::run", "::run", "--gpu", "H300")
    assert result.exit_code == 2 and "--gpu: unknown device 'H300'" in result.stderr


def test_with_what_git_has(run, file, unlike):
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=file.parent, check=True)
    file.write_text(SOURCE.replace("range(0, 4)", "range(0, 8)").replace("* 4 +", "* 8 +"), encoding="utf-8")
    answer = compared(run, f"{file}::looping", "--at", "HEAD")
    assert (answer["a"], answer["b"]) == (f"{file}::looping", f"{file}@HEAD::looping")
    assert answer["less"]["registers"] is None
