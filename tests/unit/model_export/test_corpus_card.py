"""The dataset card counts what the Parquet files hold."""

from __future__ import annotations

from pathlib import Path

from model_export.corpus.card import corpus_card
from model_export.corpus.program import Program
from model_export.corpus.records import rows, write

TEXTS = ("def f(n):\n    return [n]", "def g(m):\n    return [m]", "def f(n):\n    return (n, n)")


def test_the_card_counts_records_programs_and_shapes_and_takes_sizes_from_the_workloads(tmp_path: Path) -> None:
    programs = [
        Program("own", f"problem{number}", f"own-{number}", text, text[4], "n: int = 1", "Apache-2.0")
        for number, text in enumerate(TEXTS)
    ]
    outcomes = [
        {"workload": f"n: list[int] * {size}", "error": None, "metrics": {"peak_memory": 8.0, "cpu_time": 1e-6}}
        for size in (10, 700)
    ]
    records = [row for one in programs for row in rows(one, outcomes, seed=0, device="a CPU", split="train")]
    write(tmp_path, records, programs)
    corpus_card(tmp_path)
    text = (tmp_path / "CARD.md").read_text()
    assert "6 measured workloads of 3 programs, 3 problems." in text
    assert "2 distinct syntax-tree shapes (names and constants blanked) among 3 programs" in text
    assert "| size | 6 | 10 | 10 | 355 | 700 | 700 |" in text
    assert (tmp_path / "distributions.png").exists()
