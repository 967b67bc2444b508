"""Records of kernels joined with the texts that they are about."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from model_export.corpus.records import CorpusError
from model_export.corpus.triton.joined import FOLDER, kernel_records, kernel_texts, timed_devices
from model_export.corpus.triton.records import TIMES, record, write_kernels, write_shards
from model_export.training.inputs import Corpus
from tests.unit.triton.sources import ADD, MATMUL, SOFTMAX

LAUNCH = "x_ptr: float32[64]; BLOCK: constexpr = 64; grid: 1; num_warps: 4; num_stages: 3"
BENCHED = f"{ADD}\n{SOFTMAX}"


def sha256(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()


def row(kernel: str, source: str, unit: str, **values: Any) -> dict[str, Any]:
    given = {"origin": "own", "family": f"family-{kernel}", "workload": LAUNCH, "device": "sm_90", "registers": 32.0}
    return record(kernel=kernel, source_sha256=sha256(source), unit=unit, **{**given, **values})


def bench_row(source: str, unit: str, **values: Any) -> dict[str, Any]:
    given = {"origin": "tritonbench", "device": "NVIDIA A100-SXM4-80GB (inferred)", "registers": None}
    return row("softmax.py", source, unit, gpu_time=1e-5, **{**given, **values})


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Of records and of public data: two own kernels and a file of the benchmark with two kernels."""
    records, data = tmp_path / "records", tmp_path / "data"
    own = [
        row("add", ADD, "add_kernel"),
        row("add", ADD, "add_kernel", device="sm_80", registers=40.0),
        row("matmul", MATMUL, "matmul_kernel"),
        row("matmul", MATMUL, "matmul_kernel", workload="x_ptr: float32[64]"),
        row("matmul", MATMUL, "matmul_kernel", workload="x_ptr: float32["),
    ]
    write_shards(records / FOLDER, "resources", own)
    benched = [bench_row(BENCHED, "softmax_kernel"), bench_row(BENCHED, "add_kernel")]
    write_shards(records / FOLDER, "tritonbench", benched)
    kernels = [
        {"kernel": name, "origin": "own", "family": f"family-{name}", "source": source, "source_sha256": sha256(source)}
        | {"unit": f"{name}_kernel", "licence": "Apache-2.0"}
        for name, source in (("add", ADD), ("matmul", MATMUL))
    ]
    write_kernels(records / FOLDER, kernels)
    (data / "tritonbench" / "golden_results").mkdir(parents=True)
    listed = [{"file": "softmax.py", "output": BENCHED}]
    (data / "tritonbench" / "TritonBench_G_v1.json").write_text(json.dumps(listed))
    (data / "reserved.json").write_text(json.dumps({"runs": []}))
    return records, data


def test_times_that_were_measured_here_join_without_the_resources_of_their_older_compiler(
    folders: tuple[Path, Path],
) -> None:
    records, _ = folders
    timed = row("add", ADD, "add_kernel", device="NVIDIA H200", gpu_time=5e-6, registers=30.0, family="as it was")
    write_shards(records / FOLDER, TIMES, [timed])
    (found,) = [one for one in kernel_records(records) if one["device"] == "H200"]
    assert (found["gpu_time"], found["registers"]) == (5e-6, None)
    # Of the kernels' table.
    assert found["problem"] == "family-add"
    assert timed_devices(records) == ["H200"]


def test_a_record_has_what_later_stages_read_and_its_family_is_its_problem(folders: tuple[Path, Path]) -> None:
    first = kernel_records(folders[0])[0]
    assert (first["program"], first["problem"], first["device"]) == ("add", "family-add", "sm_90")
    assert (first["registers"], first["gpu_time"], first["spills"]) == (32.0, None, None)
    assert first["split"] in {"train", "validation", "calibration", "test"}


def test_records_without_a_launch_that_can_be_read_are_left_out(folders: tuple[Path, Path]) -> None:
    assert [one["program"] for one in kernel_records(folders[0])].count("matmul") == 1


def test_a_gpu_has_the_name_that_forecasts_are_asked_by(folders: tuple[Path, Path]) -> None:
    assert [one["device"] for one in kernel_records(folders[0])] == ["sm_90", "sm_80", "sm_90", *["A100-80GB"] * 2]


def test_each_kernel_of_a_file_of_others_is_a_program_of_its_own(folders: tuple[Path, Path]) -> None:
    found = kernel_texts(*folders)
    assert set(found) == {"add", "matmul", "softmax.py:softmax_kernel", "softmax.py:add_kernel"}
    assert found["softmax.py:softmax_kernel"].startswith("@triton.jit\ndef softmax_kernel(")
    assert found["matmul"].startswith("@triton.jit\ndef matmul_kernel("), "its configurations are no part of it"


def test_public_sources_that_are_not_at_hand_leave_their_kernels_without_a_text(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    assert set(kernel_texts(folders[0], tmp_path / "nowhere")) == {"add", "matmul"}


def test_reserved_sources_leave_their_kernels_without_a_text(folders: tuple[Path, Path]) -> None:
    from model_export.corpus.reserved import token_runs

    (folders[1] / "reserved.json").write_text(json.dumps({"runs": token_runs(BENCHED)}))
    assert set(kernel_texts(*folders)) == {"add", "matmul"}


def test_a_source_that_changed_since_is_not_joined(folders: tuple[Path, Path]) -> None:
    listed = [{"file": "softmax.py", "output": BENCHED + "\n# changed"}]
    (folders[1] / "tritonbench" / "TritonBench_G_v1.json").write_text(json.dumps(listed))
    assert set(kernel_texts(*folders)) == {"add", "matmul"}


def test_a_unit_that_the_source_lacks_is_left_out(folders: tuple[Path, Path]) -> None:
    write_shards(folders[0] / FOLDER, "tritonbench", [bench_row(BENCHED, "elsewhere")])
    assert "softmax.py:elsewhere" not in kernel_texts(*folders)


def test_a_corpus_of_kernels_holds_the_records_that_have_a_text(folders: tuple[Path, Path], tmp_path: Path) -> None:
    whole = Corpus.of_kernels(*folders)
    part = Corpus.of_kernels(folders[0], tmp_path / "nowhere")
    assert (len(whole.labels), len(whole.records)) == (5, 5)
    assert (len(part.labels), len(part.records)) == (3, 3)
    assert sum(len(whole.split(name)) for name in ("train", "validation", "calibration", "test")) == 5


def test_a_corpus_without_any_kernel_is_an_error(folders: tuple[Path, Path], tmp_path: Path) -> None:
    for name in ("resources", "tritonbench"):
        write_shards(folders[0] / FOLDER, name, [])
    with pytest.raises(CorpusError, match="no source of its 0 records of kernels was found"):
        Corpus.of_kernels(*folders)
