"""Records of what others measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from triton_stand_ins import ADD

from model_export.corpus.reserved import ReservedPrograms, token_runs
from model_export.corpus.triton import kernelbench, records, tritonbench
from model_export.corpus.triton.records import read_shards, record, split_of, write_shards
from model_export.corpus.triton.tasks import compiling
from model_export.corpus.triton.workers import Worker

NOBODY = ReservedPrograms(frozenset())


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    entries = [
        {"file": name, "output": text} for name, text in (("add.py", ADD), ("none.py", "x = 1"), ("bad.py", "("))
    ]
    (tmp_path / "TritonBench_G_v1.json").write_text(json.dumps(entries))
    results = tmp_path / "golden_results"
    results.mkdir()
    points = [
        {"input_size": [[4096], [4096]], "ms": 0.01, "GB/s": 4.9152, "TFLOPS": 0.1},
        {"input_size": [[1024, 64], [], 1e-5, 3, True], "ms": 0.02, "GB/s": 9.8304, "TFLOPS": 0.1},
    ]
    for name in ("add", "none", "bad"):
        (results / f"{name}.json").write_text(json.dumps(points))
    return tmp_path


def test_golden_results_are_joined_by_hash_and_name_the_inferred_gpu(golden: Path) -> None:
    first, second = tritonbench.records(golden, NOBODY)
    assert first["unit"] == "add_kernel" and first["gpu_time"] == pytest.approx(1e-5)
    assert first["device"] == "NVIDIA A100-SXM4-80GB (inferred)"
    assert first["workload"] == "float32[4096]; float32[4096]"
    assert second["workload"] == "float16[1024, 64]; float = 1e-05; int = 3; bool = True"
    assert "source" not in first


def test_golden_results_of_reserved_files_stay_out(golden: Path) -> None:
    assert list(tritonbench.records(golden, ReservedPrograms(frozenset(token_runs(ADD))))) == []


def test_a_file_becomes_a_program_where_its_points_fit_a_function(golden: Path) -> None:
    points = [{"input_size": [[size]], "ms": 0.01, "GB/s": 0.8 * size / 1e3, "TFLOPS": 0.1} for size in (64, 100, 200)]
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
    two = [{**point, "input_size": [[64], [64]]} for point in points]
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
