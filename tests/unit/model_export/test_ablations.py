"""Ablations: variants read, learn and answer as their names say, and the page compares them."""

from __future__ import annotations

import ast
import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from model_export.ablations.command import carry_out
from model_export.ablations.comments import remarks
from model_export.ablations.page import Outcome, merged, read_table, write_page
from model_export.ablations.reading import Reader
from model_export.ablations.variants import BASE, VARIANTS, Variant
from model_export.training.dataset import Labelled, labelled_programs
from perfcast.prior import Guess
from perfcast.rlm.prompt import METRICS, SPECIAL

SIZES = (10, 100, 1000, 10_000)
TEXTS = {f"p{i}": f"def f{i}(xs):\n    return [x + {i} for x in xs]" for i in range(40)}


def programs() -> list[Labelled]:
    rows = [
        {
            "program": program,
            "origin": "own",
            "problem": program,
            "workload": f"xs: list[int] * {size}",
            "device": "cpu",
            **dict.fromkeys(METRICS),
            "peak_memory": 8.0 * size,
            "cpu_time": 1e-8 * size,
        }
        for program in TEXTS
        for size in SIZES
    ]
    guess = {"peak_memory": Guess(1_000.0, 0.5), "cpu_time": Guess(1e-6, 2.0)}
    guesses = {(str(row["program"]), str(row["workload"]), str(row["device"])): guess for row in rows}
    return labelled_programs(rows, TEXTS, guesses)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(programs(), programs()[:3], {"p0": "# adds nothing\n"})


def small(variant: Variant) -> Variant:
    return replace(variant, width=64, encoder_layers=1, decoder_layers=1, vocabulary=min(variant.vocabulary, 400))


@pytest.mark.parametrize("variant", [v for v in VARIANTS if not v.pretrained], ids=lambda variant: variant.name)
def test_every_variant_is_trained_and_judged(variant: Variant, reader: Reader, tmp_path: Path) -> None:
    outcomes = carry_out(small(variant), reader, tmp_path, None, 4, "cpu")
    assert outcomes[0]["name"] == variant.name
    assert outcomes[0]["steps"] == round(4 * variant.length)
    for metric in ("peak_memory", "cpu_time"):
        assert np.isfinite(outcomes[0]["figures"][metric]["median_error"])
    again = carry_out(small(variant), reader, tmp_path, None, 4, "cpu")
    assert again[0]["figures"]["cpu_time"]["median_error"] == outcomes[0]["figures"]["cpu_time"]["median_error"]


def test_a_network_learns_by_numerals_and_by_squared_error(reader: Reader, tmp_path: Path) -> None:
    for variant in (BASE, replace(BASE, name="squared", squared_error=True)):
        early, late = (
            carry_out(small(variant), reader, tmp_path / f"{variant.name}{steps}", None, steps, "cpu")[0]
            for steps in (1, 60)
        )
        before, after = (one["figures"]["peak_memory"]["median_error"] for one in (early, late))
        assert after < 0.7 * before


def test_a_workload_in_the_encoder_is_read_before_the_source(reader: Reader) -> None:
    variant = small(replace(BASE, workload_in_encoder=True, share=1.0))
    read = reader.read(variant, None)
    assert len(read.training) == len(TEXTS) * len(SIZES)
    assert read.training[0].sources[0][0] == SPECIAL.index("<workload>")
    assert read.training[0].contexts == [[[SPECIAL.index("<workload>")]]] * 2


def test_bytes_are_a_vocabulary_without_runs(reader: Reader) -> None:
    read = reader.read(replace(small(BASE), vocabulary=0, longest=1024), None)
    assert read.training[0].lengths[0] == len(TEXTS["p0"])


def test_comments_stand_above_the_code_where_they_are_wanted(reader: Reader) -> None:
    assert reader.read(small(replace(BASE, comments=True)), None).judged[0].text.startswith("# adds nothing\ndef f0")
    assert reader.read(small(BASE), None).judged[0].text.startswith("def f0")


def test_remarks_are_docstrings_and_comments() -> None:
    source = 'def f(x):\n    """Doubles.\n\n    Slowly."""\n    return x * 2  # twice\n'
    assert remarks(source) == "# Doubles.\n# Slowly.\n# twice\n"
    assert remarks("def f(x):\n    return x") == ""


def test_remarks_parse_before_any_code() -> None:
    long = "word " * 30 + "\n"
    source = 'def f(x):\n    """Ends with \\0.\n\n' + long * 40 + '"""\n    return x * 2\n'
    assert ast.unparse(ast.parse(remarks(source) + "y = 1\n")) == "y = 1"


def test_the_page_shows_every_outcome_beside_the_base(tmp_path: Path) -> None:
    names = ("rho", "rho_at_size", "rho_within", "median_error", "p90_error")
    figures = dict.fromkeys(("peak_memory", "cpu_time"), dict.fromkeys(names, 0.5))
    outcomes = [
        Outcome("base", "base", 10**6, 100, 10, figures),
        Outcome("width 64", "parameters", 10**5, 100, 10, figures),
    ]
    write_page(tmp_path, outcomes)
    page = (tmp_path / "RESULTS.md").read_text()
    section = page.partition("## Parameters")[2]
    assert "| base | 1.0 M |" in section
    assert "| width 64 | 0.1 M |" in section
    with (tmp_path / "results.csv").open() as file:
        assert [row["name"] for row in csv.DictReader(file)] == ["base", "width 64"]
    assert (tmp_path / "curves.png").stat().st_size > 1_000


def test_rows_of_a_page_are_kept_and_found_anew(tmp_path: Path) -> None:
    names = ("rho", "rho_at_size", "rho_within", "median_error", "p90_error")
    figures = dict.fromkeys(("peak_memory", "cpu_time"), dict.fromkeys(names, 0.25))
    known = [Outcome("base", "base", 10, 100, 10, figures), Outcome("bytes", "vocabulary", 10, 100, 10, figures)]
    write_page(tmp_path, known)
    assert read_table(tmp_path) == known
    found = [replace(known[0], steps=20), replace(known[1], programs=300)]
    together = merged(read_table(tmp_path), found)
    found_anew = [(one.name, one.programs, one.steps) for one in together]
    assert found_anew == [("base", 100, 20), ("bytes", 100, 10), ("bytes", 300, 10)]
    assert read_table(tmp_path / "nowhere") == []
