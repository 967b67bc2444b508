"""The corpus survives kill -9 at any moment: no record lost, none doubled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from model_export.corpus.collect import Journal
from model_export.corpus.pack import Packed
from model_export.corpus.program import Program
from model_export.corpus.records import CorpusError, read, read_journal

COLLECT = """
import sys
from pathlib import Path
from model_export.corpus.collect import Journal, collect
from model_export.corpus.program import Program
from model_export.corpus.workers import local_workers, ray_workers
from perfcast.measure import Limits

programs = [
    Program("own", f"p{i}", f"p{i}", f"def f(n):\\n    return [j + {i} for j in range(n)]", "f", "n: int = 10", "X")
    for i in range(30)
]
journal = Journal(Path(sys.argv[1]))
limits = Limits(seconds=10.0)
with ray_workers("local", 2, limits) if "ray" in sys.argv else local_workers(1, limits) as workers:
    print(len(workers))
    collect(programs, journal, workers, workloads=3)
journal.close()
"""


def test_after_kills_every_program_is_there_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    for _ in range(2):
        run = subprocess.Popen([sys.executable, "-c", COLLECT, str(path)], stderr=subprocess.DEVNULL)
        before = lines(path)
        deadline = time.monotonic() + 60
        while lines(path) < before + 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    assert 0 < lines(path) < 30
    subprocess.run([sys.executable, "-c", COLLECT, str(path)], check=True, stderr=subprocess.DEVNULL)
    found = [line["program"] for line in read_journal(path)]
    assert sorted(found) == sorted(f"p{i}" for i in range(30))
    assert all(outcome["error"] is None for line in read_journal(path) for outcome in line["outcomes"])


def test_two_workers_of_a_ray_cluster_measure_the_same(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    run = subprocess.run(
        [sys.executable, "-c", COLLECT, str(path), "ray"], capture_output=True, text=True, timeout=240, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["2"]
    found = {line["program"]: line for line in read_journal(path)}
    assert sorted(found) == sorted(f"p{i}" for i in range(30))
    outcomes = [outcome for line in found.values() for outcome in line["outcomes"]]
    assert len(outcomes) == 90
    assert all(outcome["error"] is None and outcome["metrics"]["cpu_time"] > 0 for outcome in outcomes)


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("cut", range(1, 40, 6))
def test_a_line_cut_short_is_dropped_and_the_next_starts_on_its_own(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "journal.jsonl"
    whole = json.dumps({"program": "a", "outcomes": []}).encode() + b"\n"
    path.write_bytes(whole + (whole * 2)[:cut].replace(b"\n", b" "))
    journal = Journal(path)
    assert journal.done == {"a"}
    journal.append({"program": "b"})
    journal.close()
    assert [line["program"] for line in read_journal(path)] == ["a", "b"]


def test_a_garbage_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text('{"program": "a"}\nnot json\n{"program": "b"}\n')
    with pytest.raises(CorpusError, match="line 2"):
        list(read_journal(path))


def test_a_file_that_is_no_parquet_is_named(tmp_path: Path) -> None:
    path = tmp_path / "records.parquet"
    path.write_bytes(b"garbage")
    with pytest.raises(CorpusError, match=r"records\.parquet"):
        read(path)


def test_a_second_run_adds_to_the_records_that_are_there(tmp_path: Path) -> None:
    def line(key: str, source: str) -> dict[str, object]:
        program = Program("own", key, key, source, "f", "n: int = 10", "Apache-2.0")
        outcome = {"workload": "n: int = 10", "metrics": {"peak_memory": 64.0, "cpu_time": 1e-6}, "error": None}
        return {
            "program": key,
            "source_sha256": program.source_sha256,
            "device": "cpu",
            "outcomes": [outcome, {"workload": "n: int = 99", "metrics": {}, "error": "raised ValueError"}],
            "own": vars(program),
        }

    first = line("a", "def f(n):\n    return n")
    Packed.load(tmp_path).joined([first], [], seed=0).write(tmp_path)
    second = line("b", "def f(n):\n    return [n] * 3")
    Packed.load(tmp_path).joined([first, second], [], seed=0).write(tmp_path)
    packed = Packed.load(tmp_path)
    assert sorted(record["program"] for record in packed.records) == ["a", "b"]
    assert sorted(program.key for program in packed.own) == ["a", "b"]
    assert all(record["split"] for record in packed.records)
