"""The benchmark, on Triton's interpreter in place of a GPU."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from triton_stand_ins import ADD, InterpretedGpu, add_program

from model_export.corpus.records import read_journal
from model_export.corpus.triton import bench as benchmark
from model_export.corpus.triton.bench import bench, pack, plan
from model_export.corpus.triton.generator import entries, from_entry
from model_export.corpus.triton.program import Case, KernelProgram
from model_export.corpus.triton.records import read_shards
from model_export.corpus.triton.workers import Deadline

JOURNAL = "journal.jsonl"
SMALL = {
    "row_arg": 8,
    "unary_map": 300,
    "matmul": 40,
    "softmax_rows": 8,
    "dropout_seeded": 3000,
    "scatter_add_rows": 16,
}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_INTERPRET", "1")


def measured(programs: list[KernelProgram], out: Path, seconds: float | None = None) -> tuple[int, int]:
    return bench(
        programs,
        out,
        out / JOURNAL,
        out / "cache",
        gpu=InterpretedGpu,
        compilers=0,
        cases=1,
        configs=2,
        deadline=Deadline(seconds),
    )


def small(name: str) -> KernelProgram:
    (entry,) = [entry for entry in entries() if entry.name == name]
    program = from_entry(entry, "0/1", name)
    sizes = tuple((size, min(value, SMALL[name])) for size, value in program.cases[0].sizes)
    return replace(program, cases=(Case(sizes, "float32"),))


def test_generated_kernels_are_right_and_timed(tmp_path: Path) -> None:
    programs = [small(name) for name in SMALL]
    assert measured(programs, tmp_path) == (2 * len(SMALL), 0)
    rows = read_shards(tmp_path, "times")
    assert {row["family"] for row in rows} == set(SMALL)
    assert all(row["device"] == "Interpreted GPU" and row["gpu_time"] == 1e-3 for row in rows)
    assert len({row["workload"] for row in rows if row["family"] == "unary_map"}) == 2


def test_wrong_hanging_and_dying_kernels_cost_only_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "RUN_SECONDS", 20.0)
    guard = "def add(x):\n    global calls\n    calls = globals().get('calls', 0) + 1\n"
    programs = [
        add_program("wrong", ADD.replace("+ 1.0, mask", "+ 1.1, mask")),
        add_program("lost", ADD.replace("def add(x):\n", guard + "    raise RuntimeError('illegal memory access')\n")),
        add_program("dies", ADD.replace("def add(x):\n", guard + "    import os; os._exit(3)\n")),
        add_program("hangs", ADD.replace("def add(x):\n", guard + "    import time; time.sleep(1000)\n")),
        add_program("good"),
    ]
    programs[3] = replace(programs[3], configs=programs[3].configs[:1])
    assert measured(programs, tmp_path) == (2, 7)
    errors = {line["program"].split("/")[0]: line["error"] for line in read_journal(tmp_path / JOURNAL)}
    assert errors["good"] is None
    assert "WrongResult: relative error" in errors["wrong"]
    assert "illegal memory" in errors["lost"]
    assert "code 3" in errors["dies"]
    assert "nothing within 20 s" in errors["hangs"]


def test_a_later_run_measures_what_is_missing_only(tmp_path: Path) -> None:
    assert measured([add_program("a")], tmp_path) == (2, 0)
    lines = (tmp_path / JOURNAL).read_text().splitlines()
    (tmp_path / JOURNAL).write_text(lines[0] + "\n")
    assert measured([add_program("a")], tmp_path) == (2, 0)
    keys = [json.loads(line)["program"] for line in (tmp_path / JOURNAL).read_text().splitlines()]
    assert len(keys) == len(set(keys)) == 2
    assert measured([add_program("a")], tmp_path, seconds=0) == (2, 0)


def test_a_changed_kernel_is_measured_again(tmp_path: Path) -> None:
    measured([add_program("a")], tmp_path)
    assert measured([add_program("a", ADD.replace("1.0", "(0.5 + 0.5)"))], tmp_path) == (4, 0)


def test_configurations_of_a_case_stand_together() -> None:
    assert plan(add_program(sizes=(1, 2, 3)), cases=2, configs=5) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_cases_of_one_type_are_measured_first_as_they_share_what_is_compiled() -> None:
    program = add_program(sizes=(1, 2, 3))
    cases = tuple(replace(case, dtype=dtype) for case, dtype in zip(program.cases, ("a", "b", "a"), strict=True))
    assert plan(replace(program, cases=cases), cases=2, configs=1) == [(0, 0), (2, 0)]


def test_of_a_launch_that_was_measured_twice_the_least_time_counts(tmp_path: Path) -> None:
    measured([add_program("a")], tmp_path)
    first, *rest = (tmp_path / JOURNAL).read_text().splitlines()
    slower, faster = ({**json.loads(first), "gpu_time": seconds} for seconds in (2e-3, 5e-4))
    (tmp_path / JOURNAL).write_text("".join(f"{line}\n" for line in (first, *rest, json.dumps(faster))))
    assert pack(tmp_path / JOURNAL, tmp_path) == (2, 0)
    (tmp_path / JOURNAL).write_text("".join(f"{line}\n" for line in (first, *rest, json.dumps(slower))))
    assert pack(tmp_path / JOURNAL, tmp_path) == (2, 0)
    assert sorted(row["gpu_time"] for row in read_shards(tmp_path, "times")) == [5e-4, 1e-3]
