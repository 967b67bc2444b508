"""Kernels compiled without a GPU, resumably."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
from triton_stand_ins import ADD, add_program

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.corpus.triton.compilation import resources_of
from model_export.corpus.triton.program import KernelProgram
from model_export.corpus.triton.records import read_shards
from model_export.corpus.triton.resources import CAPABILITIES, collect, held, pack, plan
from model_export.corpus.triton.workers import Deadline


def compiled(
    programs: list[KernelProgram], journal: Path, seconds: float | None = None, known: frozenset[str] = frozenset()
) -> None:
    log = Journal(journal)
    collect(programs, log, workers=1, configs=9, architectures=3, deadline=Deadline(seconds), held=known)
    log.close()


def test_kernels_are_compiled_for_every_architecture_and_failures_are_logged(tmp_path: Path) -> None:
    broken = ADD.replace("+ 1.0, mask", "+ tl.nothing(1.0), mask")
    programs = [add_program("good", sizes=(100, 4096)), add_program("broken", broken), add_program("gone", "1 / 0")]
    compiled(programs, tmp_path / "journal.jsonl")
    records, kernels, failures = pack(tmp_path / "journal.jsonl", tmp_path)
    assert (records, kernels, failures) == (6, 1, 12)
    rows = read_shards(tmp_path, "resources")
    assert {row["device"] for row in rows} == {"sm_80", "sm_86", "sm_90"}
    assert all(8 <= row["registers"] <= 255 and row["shared_memory"] == row["spills"] == 0 for row in rows)
    first = next(row for row in rows if row["device"] == "sm_80")
    assert first["workload"] == (
        "x_ptr: float32[100]; out_ptr: float32[100]; n: int = 100; BLOCK: constexpr = 32; grid: 4; "
        "num_warps: 1; num_stages: 3"
    )
    assert first["gpu_time"] is None and first["family"] == "family-good"
    errors = {line["program"]: line["outcomes"][0]["error"] for line in read_journal(tmp_path / "journal.jsonl")}
    assert errors["good"] is None and "nothing" in errors["broken"] and "ZeroDivisionError" in errors["gone"]
    (kernel,) = pq.read_table(tmp_path / "kernels.parquet").to_pylist()
    assert kernel["source"] == ADD and kernel["split"] == first["split"]


def test_what_the_journal_holds_is_not_compiled_again(tmp_path: Path) -> None:
    compiled([add_program("a")], tmp_path / "journal.jsonl")
    before = (tmp_path / "journal.jsonl").read_bytes()
    compiled([add_program("a")], tmp_path / "journal.jsonl")
    assert (tmp_path / "journal.jsonl").read_bytes() == before
    compiled([add_program("a"), add_program("b")], tmp_path / "journal.jsonl", seconds=0)
    assert (tmp_path / "journal.jsonl").read_bytes() == before


def test_records_grow_on_a_machine_without_the_journal(tmp_path: Path) -> None:
    out = tmp_path / "records"
    compiled([add_program("a")], tmp_path / "first.jsonl")
    assert pack(tmp_path / "first.jsonl", out) == (6, 1, 0)
    assert held(out) == {"a"}
    compiled([add_program("a"), add_program("b")], tmp_path / "second.jsonl", known=held(out))
    assert [line["program"] for line in read_journal(tmp_path / "second.jsonl")] == ["b"]
    assert pack(tmp_path / "second.jsonl", out) == pack(tmp_path / "second.jsonl", out) == (12, 2, 0)
    assert {row["kernel"] for row in pq.read_table(out / "kernels.parquet").to_pylist()} == held(out) == {"a", "b"}


def test_a_plan_takes_cases_and_architectures_in_turn() -> None:
    program = add_program(sizes=(1, 2, 3))
    parts = plan(program, configs=9, architectures=1)
    assert [(case, config) for case, config, _ in parts] == [(0, 0), (1, 1)]
    assert {capability for _, _, capability in parts} <= set(CAPABILITIES)
    assert len(plan(program, configs=1, architectures=3)) == 3


def test_the_compilers_log_is_read() -> None:
    log = (
        "ptxas info    : Compiling entry function 'f' for 'sm_80'\n"
        "    200 bytes stack frame, 132 bytes spill stores, 64 bytes spill loads\n"
        "ptxas info    : Used 255 registers, used 1 barriers, 416 bytes cmem[0]\n"
    )
    found = resources_of(log, 4096)
    assert (found.shared_memory, found.registers, found.spills, found.stack) == (4096, 255, 196, 200)
