"""Records of what others measured."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from triton_stand_ins import ADD
from typer.testing import CliRunner

from model_export.corpus.reserved import ReservedPrograms, token_runs
from model_export.corpus.triton import kernelbench, records, tritonbench
from model_export.corpus.triton.command import app
from model_export.corpus.triton.harness import Harness
from model_export.corpus.triton.records import read_shards, record, split_of, write_shards
from model_export.corpus.triton.tasks import compiling
from model_export.corpus.triton.workers import Worker
from perfcast.triton import Launch
from perfcast.triton.kernels.launch import DTYPE_BYTES
from perfcast.workload import parse

NOBODY = ReservedPrograms(frozenset())


#: Wrappers around the kernel of ADD, and what becomes of their points: a part of the workload, or why there is none.
WRAPPERS = {
    "plain": (ADD, "x_ptr: float32[4096]; out_ptr: float32[4096]; n: int = 4096; BLOCK: constexpr = 64; grid: 64"),
    "gpu": (
        """import torch
TESLA = "Tesla" in torch.cuda.get_device_name(0)
"""
        + ADD.replace("empty_like(x)", 'empty(x.shape, dtype=torch.float16, device="cuda")').replace(
            "    n = x.numel()",
            """    assert x.is_cuda and x.device.type == "cuda" and not TESLA
    assert torch.cuda.get_device_capability() == (8, 0)
    with torch.cuda.device(x.device.index):
        n = torch.empty(x.shape, device=x.device).numel()""",
        ),
        "x_ptr: float32[4096]; out_ptr: float16[4096]; n: int = 4096",
    ),
    "views": (ADD.replace("x.numel()", "x.contiguous().view(-1, 2).t().shape[1]"), "n: int = 2048"),
    "outer": (ADD + "\n\ndef plus_one(x):\n    return add(x.view(-1))\n", "x_ptr: float32[4096]"),
    "autograd": (
        ADD.replace("def add(x)", "def launch(x, y)")
        + """

class Add(torch.autograd.Function):
    @staticmethod
    def forward(ctx, given, scale=None):
        return launch(given, scale)


add = Add.apply
""",
        "x_ptr: float32[4096]",
    ),
    "zeros": (ADD.replace("empty_like", "zeros_like"), "the wrapper computes with PyTorch too"),
    "twice": (ADD + "\n\ndef twice(x):\n    return add(add(x))\n", "the wrapper launches several kernels"),
    "never": (
        ADD.replace("    n = x.numel()", "    n = x.numel()\n    if n > 9: return x"),
        "the wrapper launches no kernel",
    ),
    "empty": (ADD.replace('triton.cdiv(n, meta["BLOCK"])', "n // 5000"), "the launch is of no program"),
    "tuned": (
        ADD.replace(
            "@triton.jit",
            "@triton.autotune([triton.Config({'BLOCK': 64}), triton.Config({'BLOCK': 32})], key=['n'])\n@triton.jit",
        ).replace("BLOCK=64, num_warps=4", ""),
        "an autotuner chose the configuration",
    ),
    "data": (ADD.replace("x.numel()", "int(x[0].item())"), "the wrapper cannot be followed"),
    "gone": ("import nowhere_to_be_found\n" + ADD, "the module cannot be loaded"),
    "other": (ADD.replace("def add(x)", "def add(x, y)"), "no function that launches a kernel takes such inputs"),
    "none": ("x = 1", "the file has no kernel"),
    "bad": ("(", "the file does not parse"),
}


def write(folder: Path, sources: dict[str, str], points: list[dict[str, Any]]) -> Path:
    """A benchmark of files that have all the same results."""
    entries = [{"file": f"{name}.py", "output": source} for name, source in sources.items()]
    (folder / "TritonBench_G_v1.json").write_text(json.dumps(entries))
    (folder / "golden_results").mkdir()
    for name in sources:
        (folder / "golden_results" / f"{name}.json").write_text(json.dumps(points))
    return folder


def point(*sizes: Any, elements: int = 4096, width: float = 4) -> dict[str, Any]:
    """10 µs in which inputs of so many elements are read and as many written, `width` bytes each."""
    return {"input_size": list(sizes), "ms": 0.01, "GB/s": 2 * width * elements / 1e4, "TFLOPS": 0.1}


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    return write(tmp_path, {"add": ADD}, [point([4096]), point([64, 100], elements=6400, width=1)])


def test_golden_results_become_records_of_the_launch(golden: Path) -> None:
    (first, second), dropped = tritonbench.records(golden, NOBODY)
    assert not dropped
    assert first["unit"] == "add_kernel" and first["gpu_time"] == pytest.approx(1e-5)
    assert first["device"] == "NVIDIA A100-SXM4-80GB (inferred)"
    assert first["workload"] == (
        "x_ptr: float32[4096]; out_ptr: float32[4096]; n: int = 4096; BLOCK: constexpr = 64; grid: 64; "
        "num_warps: 4; num_stages: 3"
    )
    assert second["workload"].startswith("x_ptr: float16[64, 100]; out_ptr: float16[64, 100]; n: int = 6400")
    assert Launch.of(parse(second["workload"])).grid == (100,)
    assert "source" not in first and first["kernel"] == "tritonbench-add"


def test_points_are_records_where_the_time_is_that_of_one_known_launch(tmp_path: Path) -> None:
    write(tmp_path, {name: source for name, (source, _) in WRAPPERS.items()}, [point([4096])])
    found, dropped = tritonbench.records(tmp_path, NOBODY)
    workloads = {row["kernel"].removeprefix("tritonbench-"): row["workload"] for row in found}
    followed = ("plain", "gpu", "views", "outer", "autograd")
    assert set(workloads) == set(followed)
    for name in followed:
        assert WRAPPERS[name][1] in workloads[name]
    assert dropped == Counter(reason for name, (_, reason) in WRAPPERS.items() if name not in followed)


def test_points_without_a_shape_are_counted(golden: Path) -> None:
    (golden / "golden_results" / "add.json").write_text(json.dumps([point([4096]), point([])]))
    found, dropped = tritonbench.records(golden, NOBODY)
    assert len(found) == 1 and dropped == {"an input's shape is not given": 1}


def test_a_file_whose_call_is_known_is_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = ADD.replace("def add(x)", "def add(x, index, shape, like, rows, flag=False)").replace(
        "    n = x.numel()",
        """    assert flag is True and shape == (2, 3) and rows == 64
    assert index.shape == (7,) and index.dtype == torch.int64
    assert like.shape == (64,) and like.dtype == torch.float32
    n = x.numel()""",
    )
    call = tritonbench.Call(
        types=[None, "int64", "bfloat16"],
        function="add",
        inputs={"x": 2, "index": 1, "shape": 0},
        values={"flag": True},
        sizes={"rows": (2, 0)},
        like={"like": (2, 1, "float32")},
    )
    stacked = tritonbench.Call(types=["bool"], function="add", inputs={"x": 0}, stacked=True)
    nothing = tritonbench.Call(types=["float32"], function=None)
    monkeypatch.setattr(tritonbench, "calls", lambda: {"one": call, "two": stacked, "three": nothing})
    later = source + "\n\ndef inferred(a, b, c):\n    return add(a)\n"
    write(
        tmp_path, {"one": later, "two": ADD, "three": ADD, "token_attn_mistral": ADD}, [point([2, 3], [7], [64, 100])]
    )
    (tmp_path / "golden_results" / "two.json").write_text(json.dumps([point([64, 100], [64, 100])]))
    (first, second), dropped = tritonbench.records(tmp_path, NOBODY)
    assert first["workload"].startswith("x_ptr: bfloat16[64, 100]; out_ptr: bfloat16[64, 100]; n: int = 6400")
    assert second["workload"].startswith("x_ptr: bool[2, 64, 100]; out_ptr: bool[2, 64, 100]; n: int = 12800")
    assert dropped == {"what was timed is not one function of the file": 1, "the kernel divides by zero": 1}
    program = next(one for one in tritonbench.programs(tmp_path, NOBODY) if one.key == "tritonbench-one")
    assert program.cases[0].dtype == "bfloat16"
    with pytest.raises(AssertionError, match="indices"):
        Harness(program, tmp_path).inputs(program.cases[0], "cpu")


def test_calls_are_of_tensors_that_torch_and_the_workload_language_know() -> None:
    calls = tritonbench.calls()
    assert len(calls) == 164 and sum(call.function is not None for call in calls.values()) == 158
    for call in calls.values():
        assert {*call.types, *(name for *_, name in call.like.values())} - {None} <= set(DTYPE_BYTES)
        assert max([0, *call.inputs.values()]) < len(call.types)


def test_a_wrapper_that_hangs_ends_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tritonbench, "FOLLOWING_SECONDS", 5.0)
    hanging = ADD.replace("x.numel()", "x.numel()\n    while n == 8: pass")
    found, dropped = tritonbench.records(write(tmp_path, {"add": hanging}, [point([8]), point([9])]), NOBODY)
    assert [row["workload"][:17] for row in found] == ["x_ptr: float32[9]"]
    assert dropped == {"the wrapper cannot be followed": 1}


def test_tensors_reinterpreted_by_triton_have_torchs_names(tmp_path: Path) -> None:
    source = ADD.replace("(x, out, n,", "(triton.reinterpret(x, tl.float16), triton.reinterpret(out, tl.float8e5), n,")
    ((row, *_), _) = tritonbench.records(write(tmp_path, {"add": source}, [point([4096])]), NOBODY)
    assert row["workload"].startswith("x_ptr: float16[4096]; out_ptr: float8_e5m2[4096]; n: int")
    parse(row["workload"])


def test_golden_results_of_reserved_files_stay_out(golden: Path) -> None:
    found, dropped = tritonbench.records(golden, ReservedPrograms(frozenset(token_runs(ADD))))
    assert found == [] and dropped == {"the file is reserved for testing": 2}


def test_the_command_says_how_many_points_gave_no_record_and_why(golden: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "kernelbench").mkdir(parents=True)
    (data / "tritonbench").mkdir()
    (data / "reserved.json").write_text('{"runs": []}')
    write(data / "tritonbench", {"add": ADD, "none": "x = 1"}, [point([4096]), point([64])])
    run = CliRunner().invoke(app, ["triton-public", "--data", str(data), "--out", str(tmp_path / "out")])
    assert run.output.startswith("2 records of TritonBench, 0 of KernelBench in ")
    assert run.output.endswith("2 points of TritonBench gave none: the file has no kernel\n")
    assert len(read_shards(tmp_path / "out", "tritonbench")) == 2


def test_a_file_becomes_a_program_where_its_points_fit_a_function(golden: Path) -> None:
    points = [point([size], elements=size) for size in (64, 100, 200)]
    (golden / "golden_results" / "add.json").write_text(json.dumps(points))
    (program,) = tritonbench.programs(golden, NOBODY)
    assert (program.entry, program.unit, program.reference) == ("add", "add_kernel", "")
    worker = Worker(compiling)
    (first,) = worker.run({"program": program.described(), "plan": [(1, 2, 80)]}, 60)
    worker.close()
    assert first["error"] is None and first["registers"] > 0
    assert first["workload"].startswith("x_ptr: float32[100]; out_ptr: float32[100]; n: int = 100; BLOCK: constexpr")
    assert first["workload"].endswith("num_warps: 4; num_stages: 3")
    assert list(tritonbench.programs(golden, ReservedPrograms(frozenset(token_runs(ADD))))) == []
    two = [{**one, "input_size": [[64], [64]]} for one in points]
    (golden / "golden_results" / "add.json").write_text(json.dumps(two))
    assert list(tritonbench.programs(golden, NOBODY)) == []


def test_module_timings_name_problem_mode_and_gpu(tmp_path: Path) -> None:
    for folder, mode in (("A", "torch"), ("A", "torch_compile_inductor_default"), ("old", "torch")):
        path = tmp_path / "timing" / folder / f"baseline_time_{mode}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        problems = {"1_Relu_.py": {"mean": 0.25, "hardware": "NVIDIA L4"}, "2_Failed.py": None}
        path.write_text(json.dumps({"level1": problems}))
    eager, compiled = kernelbench.records(tmp_path)
    assert (eager["kernel"], eager["device"], eager["gpu_time"]) == (
        "kernelbench-level1/1_Relu-eager",
        "NVIDIA L4",
        0.00025,
    )
    assert compiled["kernel"].endswith("-compile_inductor_default")
    assert eager["split"] == compiled["split"] == split_of("kernelbench/level1/1_Relu")


def test_records_are_cut_into_shards_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "SHARD_ROWS", 2)
    rows = [record(family="f", kernel=str(number), registers=float(number)) for number in range(5)]
    assert [path.name for path in write_shards(tmp_path, "times", rows)] == [
        "times-0000.parquet",
        "times-0001.parquet",
        "times-0002.parquet",
    ]
    assert read_shards(tmp_path, "times") == rows
    write_shards(tmp_path, "times", rows[:1])
    assert read_shards(tmp_path, "times") == rows[:1]


def test_every_split_has_its_share() -> None:
    splits = [split_of(f"family {number}") for number in range(2000)]
    for split, share in records.SHARES.items():
        assert abs(splits.count(split) / 20 - share) < 3
