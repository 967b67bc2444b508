"""Rows of the public Code-Regression data set become records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from model_export.cli import app
from model_export.corpus.code_regression import as_function, read_rows
from model_export.corpus.found import read_found
from model_export.corpus.records import CorpusError, read
from model_export.corpus.reserved import token_runs
from model_export.corpus.sources import normal_forms

SCRIPT = "import sys\nn = int(input())\ndef square(x):\n    return x * x\nprint(sum(map(square, range(n))))\n"
KERNEL = """
import triton
import triton.language as tl

@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + place, tl.load(x + place, mask=place < n) + 1, mask=place < n)
"""
PLANTED = "def planted(values):\n    return sorted(values)[len(values) // 2] - min(values)\n"


def row(space: str, source: str | None, target: float | None, **about: object) -> dict[str, Any]:
    return {"identifier": "x", "space": space, "input": source, "target": target, "metadata": str(about)}


ROWS = [
    row("APPS", SCRIPT, 5346.0, problem_id=7),
    row("APPS", "print(", 10.0),
    row("APPS", None, 10.0),
    row("APPS", "x = 1\n", None),
    row("CDSS", "print(input())\n", 9_000_000.0, p_id="p02", language="Python"),
    row("CDSS", "int main() {}", 300_000.0, p_id="p02", language="C++"),
    row("KBSS", KERNEL, 0.25, stddev=0.01),
    row("KBSS", "def no_kernel(): pass\n", 0.25),
    row("GPU", "x = 1\n", 1.0),
    row("APPS", PLANTED, 1.0),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "rows.parquet")
    (tmp_path / "reserved.json").write_text(json.dumps({"runs": token_runs(PLANTED)}), encoding="utf-8")
    return tmp_path


def run(folder: Path, *options: str) -> str:
    out = ["--data", str(folder), "--out", str(folder / "out"), "--licence", "MIT"]
    result = CliRunner().invoke(app, ["import-code-regression", str(folder / "rows.parquet"), *out, *options])
    assert result.exit_code == 0, result.output
    return result.output


def test_programs_and_kernels_become_records(folder: Path) -> None:
    assert "2 records of programs and 1 of kernels" in run(folder)
    by_origin = {record["origin"]: record for record in read(folder / "out" / "records.parquet")}
    texts = normal_forms(read_found(folder / "out" / "sources.parquet"))
    apps, codenet = by_origin["code-regression/apps"], by_origin["code-regression/cdss"]
    assert (apps["peak_memory"], apps["problem"], apps["device"]) == (5346.0, "apps-7", "Code-Regression APPS")
    assert (codenet["peak_memory"], codenet["device"]) == (9e6, "Code-Regression CodeNet")
    assert apps["cpu_time"] is None
    assert apps["workload"] == ""
    assert texts[apps["program"]].startswith("def main():")
    kernels = pq.read_table(folder / "out" / "triton" / "code-regression-0000.parquet").to_pylist()
    assert [(one["unit"], one["gpu_time"], one["device"]) for one in kernels] == [("add", 0.00025, "RTX A6000")]


def test_only_what_is_asked_for_is_read(folder: Path) -> None:
    assert "1 records of programs and 0 of kernels" in run(folder, "--space", "CDSS")
    assert "1 records of programs and 0 of kernels" in run(folder, "--limit", "1")


def test_scripts_become_functions_and_stay_what_they_are() -> None:
    function = as_function(SCRIPT)
    assert function.startswith("import sys\n\ndef main():")
    assert "    def square(x):\n        return x * x" in function
    compile(function, "script", "exec")


def test_another_file_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"space": ["APPS"], "code": ["x"]}), tmp_path / "other.parquet")
    with pytest.raises(CorpusError, match="not a file of the Code-Regression data set"):
        list(read_rows(tmp_path / "other.parquet"))
