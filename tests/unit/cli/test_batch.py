"""`perfcast batch`."""

import json
from pathlib import Path

import pytest

GOOD = {"id": 7, "source": "def f(nums): return sum(nums)", "name": "f", "workload": "nums: list[int] * 1000"}


def write(path: Path, rows: list) -> Path:
    path.write_bytes(b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows))
    return path


def test_a_row_for_a_row_in_order(run, tmp_path):
    rows = [{**GOOD, "id": f"row{i}", "workload": f"nums: list[int] * {i}"} for i in (3, 1, 2)]
    result = run("batch", write(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl")
    assert result.exit_code == 0
    out = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["id"] for row in out] == ["row3", "row1", "row2"]
    assert [row["forecasts"]["peak_memory"]["p50"] for row in out] == pytest.approx([24, 8, 16])
    assert set(out[0]) == {"id", "forecasts"}


BAD_ROWS = [
    (b"{not json", None, "row 2: not JSON"),
    (b"[1, 2]", None, "row 2: not a JSON object"),
    (b'{"id": 1}', 1, "source must be a text"),
    (b'{"id": 1, "source": "def f(: pass"}', 1, "source: line 1"),
    (b'{"id": 1, "source": "x = 1"}', 1, "no function"),
    (b'{"id": 1, "source": "def f(): pass", "name": "g"}', 1, "no unit named 'g'"),
    (b'{"id": 1, "source": "def f(): pass", "name": 5}', 1, "name must be a text"),
    (b'{"id": 1, "source": "def f(x): pass", "workload": "x: list["}', 1, "workload: "),
    (b'{"id": 1, "source": "def f(x): pass", "device": "Abacus"}', 1, "device: no device"),
    (b'{"id": 1, "source": "\\ud800"}', 1, "surrogate"),
    (b'{"id": 1, "source": "\xff"}', 1, "surrogate"),
    (b"[" * 100_000, None, "row 2: "),
]


@pytest.mark.parametrize(("row", "identity", "reason"), BAD_ROWS)
def test_a_bad_row_gets_an_error_and_stops_nothing(run, tmp_path, row, identity, reason):
    result = run("batch", write(tmp_path / "in.jsonl", [GOOD, row, GOOD]), tmp_path / "out.jsonl")
    assert result.exit_code == 0
    first, bad, last = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert first == last
    assert first["id"] == 7
    assert bad["id"] == identity
    assert reason in bad["error"]
    assert "3 rows, 1 with an error" in result.stderr


def test_without_name_and_workload(run, tmp_path):
    source = "def helper(x): return x\ndef main(nums): return helper(sum(nums))\nmain([1, 2, 3])"
    run("batch", write(tmp_path / "in.jsonl", [{"id": 1, "source": source}]), tmp_path / "out.jsonl")
    [row] = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert row["forecasts"]["peak_memory"]["p50"] == pytest.approx(24)


def test_files_that_cannot_be_used(run, tmp_path):
    missing = run("batch", tmp_path / "none.jsonl", tmp_path / "out.jsonl")
    assert (missing.exit_code, missing.stderr) == (2, f"perfcast: {tmp_path}/none.jsonl: No such file or directory\n")
    rows = write(tmp_path / "in.jsonl", [GOOD])
    unwritable = run("batch", rows, tmp_path / "no" / "out.jsonl")
    assert (unwritable.exit_code, "Traceback" in unwritable.stderr) == (2, False)
