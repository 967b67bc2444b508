"""Kernels that torch's Inductor writes, without a GPU, as kernels of the corpus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.corpus.triton import resources
from model_export.corpus.triton.inductor import collection, recorded
from model_export.corpus.triton.inductor.families import families_of
from model_export.corpus.triton.inductor.kernels import kernels, kernels_of
from model_export.corpus.triton.inductor.samples import sample
from model_export.corpus.triton.program import KernelProgram
from model_export.corpus.triton.records import read_shards, record, write_kernels, write_shards
from model_export.corpus.triton.workers import Deadline, WorkerLost
from perfcast.source import SourceFile
from perfcast.triton import KernelFile
from tests.unit.triton.inductor_sources import MODULE

SUM, MUL = "triton_per_fused_sum_0", "triton_poi_fused_mul_1"


def programs(text: str = MODULE) -> dict[str, KernelProgram]:
    return {program.unit: program for program in kernels_of(text)}


def written(journal: Path, modules: int, seconds: float | None = None) -> tuple[int, int]:
    log = Journal(journal)
    try:
        return collection.collect(log, modules=modules, seed=0, deadline=Deadline(seconds))
    finally:
        log.close()


def test_inductor_writes_kernels_without_a_gpu_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    journal = tmp_path / "inductor.jsonl"
    assert written(journal, 2) == (2, 0)
    found = list(kernels(collection.texts(journal), most_alike=3))
    assert found and all(KernelFile.parse(program.source).kernel(program.unit) for program in found)
    before = journal.read_bytes()
    assert written(journal, 2) == (0, 0) and written(journal, 3, seconds=0) == (0, 0)
    assert journal.read_bytes() == before


class Failing:
    """A worker that is lost at the first module, and says of the second one what is wrong."""

    def __init__(self, task: object, environment: dict[str, str]) -> None:
        pass

    def run(self, job: dict[str, Any], silence: float) -> Iterator[dict[str, Any]]:
        if job["number"] == 0:
            raise WorkerLost("the process ended with SIGABRT")
        yield {"files": [MODULE] if job["number"] == 2 else [], "error": None if job["number"] == 2 else "Refused: no"}

    def close(self) -> None:
        pass


def test_a_module_that_inductor_cannot_write_for_is_logged_and_the_others_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collection, "Worker", Failing)
    assert written(tmp_path / "journal.jsonl", 3) == (1, 2)
    errors = [line["error"] for line in read_journal(tmp_path / "journal.jsonl")]
    assert errors == ["WorkerLost: the process ended with SIGABRT", "Refused: no", None]
    assert list(collection.texts(tmp_path / "journal.jsonl")) == [MODULE]


def test_modules_are_the_same_in_each_run_and_of_many_kinds() -> None:
    keys = [sample(number, 0).key for number in range(200)]
    assert keys == [sample(number, 0).key for number in range(200)] and len(set(keys)) == 200
    assert sum(key.endswith("chain") for key in keys) == 100
    assert len({key.rpartition("-")[2] for key in keys}) > 40
    assert {sample(number, 0).dynamic for number in range(20)} == {True, False}


def test_a_kernel_is_launched_as_its_file_launches_it() -> None:
    found = programs()
    assert list(found) == [SUM, MUL]
    total = found[SUM]
    assert "triton_heuristics.persistent_reduction(" not in total.source and "set_driver_to_gpu" not in total.source
    assert f'    grid = lambda meta: (triton.cdiv(meta["xnumel"], meta["XBLOCK"]),)\n    {SUM}[grid](' in total.source
    assert total.inputs.splitlines() == [
        "in_ptr0 = torch.empty((100, 400), dtype=torch.float16, device=device)",
        "out_ptr0 = torch.empty((100,), dtype=torch.float32, device=device)",
    ]
    first, *others = total.configs
    assert (first.constants, first.num_warps) == ({"XBLOCK": 1}, 4)
    assert {config.num_warps for config in others} == {2, 4, 8} and len(set(total.configs)) == len(total.configs)


def test_the_model_reads_the_same_text_in_the_corpus_and_in_the_editor() -> None:
    outer, program = SourceFile.parse(MODULE), programs()[SUM]
    inner = SourceFile.parse(program.source)
    assert inner.normal_form(inner.unit(SUM)) == outer.normal_form(outer.unit(SUM))


@pytest.mark.parametrize(
    "text",
    [
        MODULE.replace("'grid_type': 'Grid1D', 'num_load'", "'grid_type': 'SplitScanGrid', 'num_load'"),
        MODULE.replace("xnumel, XBLOCK : tl", "xnumel, RSPLIT: tl.constexpr, XBLOCK : tl"),
        MODULE.replace("@triton_heuristics.pointwise(", "@triton_heuristics.unheard_of("),
    ],
)
def test_a_kernel_that_is_launched_otherwise_is_left_out(text: str) -> None:
    assert list(programs(text)) == [SUM]


def test_of_kernels_that_differ_in_numbers_alone_a_few_are_taken_and_each_once() -> None:
    texts = [MODULE, MODULE.replace("triton_poi_fused_mul_1", "triton_poi_fused_mul_7")]
    texts += [MODULE.replace("tmp0 * 2.0", f"tmp0 * {number}.0") for number in range(3, 9)]
    found = list(kernels(texts, most_alike=3))
    assert sum(program.unit == SUM for program in found) == 1
    assert [number for number in (2, 3, 4, 5) if any(f"tmp0 * {number}.0" in one.source for one in found)] == [2, 3, 4]


def test_kernels_that_are_nearly_the_same_are_of_one_family() -> None:
    original = programs()
    renumbered = programs(MODULE.replace("tmp0", "tmp8").replace("400", "512"))
    other = programs(MODULE.replace("tmp0 * 2.0", "tl.exp(tl.where(tmp0 > 0, tl.sqrt(tmp0 + 1), tmp0 * tmp0)) / 3"))
    families = {
        name: families_of([(one.source, one.unit) for one in (original[unit], changed[unit], original[SUM])])
        for name, unit, changed in (("same", SUM, renumbered), ("other", MUL, other))
    }
    assert families["same"][0] == families["same"][1] == families["same"][2]
    assert len(set(families["other"])) == 3
    assert all(family.startswith("inductor/") for family in families["other"])


def test_they_are_compiled_and_written_as_records_with_their_sources(tmp_path: Path) -> None:
    log = Journal(tmp_path / "journal.jsonl")
    resources.collect(programs().values(), log, workers=1, configs=1, architectures=1, deadline=Deadline(None))
    log.close()
    assert resources.pack(tmp_path / "journal.jsonl", tmp_path) == (2, 2, 0)
    rows = {row["unit"]: row for row in read_shards(tmp_path, "resources")}
    assert rows[SUM]["workload"].startswith("in_ptr0: float16[100, 400]; out_ptr0: float32[100]; xnumel: int = 100;")
    assert rows[SUM]["shared_memory"] > 0 and rows[MUL]["shared_memory"] == 0
    assert {row["origin"] for row in rows.values()} == {"inductor"}
    stored = pq.read_table(tmp_path / "kernels.parquet").to_pylist()
    assert {row["unit"]: row["source"] for row in stored} == {name: one.source for name, one in programs().items()}
    assert all(row["family"].startswith("inductor/") for row in stored)


def test_kernels_can_be_launched_again_from_their_records(tmp_path: Path) -> None:
    program = programs()[MUL]
    launches = [
        "in_ptr0: float32[64, 64]; in_ptr1: float32[64]; out_ptr0: float32[64, 64]; xnumel: int = 4096; "
        f"XBLOCK: constexpr = {block}; grid: {4096 // block}; num_warps: 4; num_stages: 1"
        for block in (128, 256)
    ]
    other = launches[0].replace("in_ptr1: float32[64]", "in_ptr1: int64[64]")
    rows = [
        record(**resources.identity(program) | {"family": "inductor/a"}, workload=workload, device="sm_90", registers=8)
        for workload in launches
    ]
    indexed = resources.identity(program) | {"kernel": "with indices", "family": "inductor/b"}
    write_shards(tmp_path, "resources", [*rows, record(**indexed, workload=other, device="sm_90", registers=8)])
    kept = [resources.kernel_row(program) | {"family": "inductor/a"}]
    write_kernels(tmp_path, [*kept, kept[0] | {"kernel": "with indices", "family": "inductor/b"}])
    # What indices hold is not known, so such a kernel is not run.
    (found,) = recorded.programs(tmp_path)
    assert (found.key, found.unit, found.source, found.family) == (
        program.key, program.unit, program.source, "inductor/a",
    )  # fmt: skip
    assert [config.constants["XBLOCK"] for config in found.configs] == [128, 256]
    assert found.inputs.splitlines()[1] == "in_ptr1 = randn(*(64,), dtype=torch.float32)"
