"""Units of real projects: found with what their tests call them with, measured by that call, and joined again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from model_export.corpus.measuring import measured, planned
from model_export.corpus.program import Program
from model_export.corpus.projects.found import read_units, write_units
from model_export.corpus.projects.looking import units_of
from model_export.corpus.projects.records import FILE, SEED, WORKLOADS, digest, joined, pack
from model_export.corpus.projects.table import PROJECTS, Project
from model_export.corpus.records import CorpusError, read, write
from model_export.evaluation.projects import ALL, SEEN, evaluate_projects
from model_export.training.inputs import Corpus
from perfcast.forecast.predictor import Predictor, load
from perfcast.measure import Limits, Sandbox
from perfcast.rlm import RegressionModel
from perfcast.source import SourceFile

SHOP = """\
class Cart:
    def __init__(self, count):
        self.things = [bytes(1000 + k) for k in range(count)]

def copied(cart):
    return [bytes(thing) + b"." for thing in cart.things]

def doubled(values: list[int]) -> list[int]:
    return [2 * value for value in values]

def read(path):
    with open(path) as file:
        return file.read()
"""
TESTS = "from shop import *\n\ndef test_copies():\n    copied(Cart(40))\n"
TESTED = next(project for project in PROJECTS if project.split == "test")


@pytest.fixture(scope="module")
def predictor() -> Predictor:
    return load()


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory, predictor: Predictor) -> dict[str, Program]:
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "shop.py").write_text(SHOP)
    (folder / "tests").mkdir()
    (folder / "tests/test_shop.py").write_text(TESTS)
    return {unit.name: unit for unit in units_of(folder, TESTED, predictor)}


def test_units_are_found_with_what_their_tests_call_them_with(units: dict[str, Program]) -> None:
    assert units["copied"].key == f"{TESTED.name}/shop.py::copied"
    assert units["copied"].problem == TESTED.name
    assert units["copied"].is_one_call, "nobody else can make such a cart"
    assert units["copied"].place is not None and units["copied"].place.caller is not None
    assert not units["doubled"].is_one_call
    assert "read" not in units, "the tool says nothing of it"
    assert not any(name.startswith("test") for name in units)


def test_they_are_kept_in_a_file(units: dict[str, Program], tmp_path: Path) -> None:
    write_units(tmp_path / "units.parquet", list(units.values()))
    assert read_units(tmp_path / "units.parquet") == list(units.values())
    (tmp_path / "other.parquet").write_bytes(b"no")
    with pytest.raises(CorpusError, match=r"other\.parquet"):
        read_units(tmp_path / "other.parquet")


def test_one_call_is_measured_as_it_is_and_others_at_several_sizes(units: dict[str, Program]) -> None:
    assert planned(units["copied"], WORKLOADS, SEED) == (units["copied"].workload,)
    assert len(planned(units["doubled"], WORKLOADS, SEED)) == WORKLOADS


def test_records_are_joined_with_units_and_hold_no_text_of_theirs(units: dict[str, Program], tmp_path: Path) -> None:
    with Sandbox(Limits()) as sandbox:
        lines = [measured(unit, sandbox, WORKLOADS, SEED) for unit in (units["copied"], units["doubled"])]
    for line in lines:
        line["device"] = "another CPU"
    write(tmp_path, [_standard()], [])
    assert pack(lines, list(units.values()), [], tmp_path) == 1 + WORKLOADS
    kept = pq.read_table(tmp_path / FILE).to_pylist()
    assert {row["split"] for row in kept} == {"test"}
    assert not any("cart" in row["workload"] for row in kept)
    assert digest(units["copied"].workload) in {row["workload"] for row in kept}
    with pytest.raises(CorpusError, match="how fast another CPU is"):
        joined(tmp_path, list(units.values()))
    (tmp_path / "speeds.json").write_text(json.dumps({"another CPU": 2.0}))
    rows, programs = joined(tmp_path, list(units.values()))
    row = next(row for row in rows if row["unit"] == "copied")
    assert row["workload"] == units["copied"].workload
    assert row["peak_memory"] == pytest.approx(40 * 1050, rel=0.1)
    before = next(one for one in kept if one["unit"] == "copied")
    assert (row["device"], row["cpu_time"]) == ("a CPU", before["cpu_time"] / 2)
    assert programs[row["program"]] is units["copied"]
    changed = [replace(unit, source=unit.source + "#") for unit in units.values()]
    assert joined(tmp_path, changed)[0] == [], "what was measured is another text"


def test_times_of_devices_like_that_of_the_other_records_are_kept_where_another_one_measures_again(
    units: dict[str, Program], tmp_path: Path
) -> None:
    unit = units["copied"]
    with Sandbox(Limits()) as sandbox:
        line = measured(unit, sandbox, WORKLOADS, SEED)
    write(tmp_path, [_standard()], [])

    def packed(device: str, sha256: str = unit.source_sha256) -> str:
        before = read(tmp_path / FILE) if (tmp_path / FILE).exists() else []
        of_then = [{**row, "source_sha256": sha256} for row in before]
        assert pack([line | {"device": device}], [unit], of_then, tmp_path) == 1
        return str(read(tmp_path / FILE)[0]["device"])

    assert packed("another CPU") == "another CPU"
    assert packed("a CPU") == "a CPU"
    assert packed("another CPU") == "a CPU"
    (tmp_path / "speeds.json").write_text(json.dumps({"another CPU": 0.7, "its successor": 0.99}))
    assert packed("another CPU") == "a CPU"
    assert packed("its successor") == "its successor", "its times are as good"
    assert packed("a CPU") == "a CPU"
    assert packed("another CPU", sha256="0") == "another CPU", "what was measured then is another text"


def test_a_corpus_of_them_knows_where_they_lie(units: dict[str, Program], tmp_path: Path) -> None:
    with Sandbox(Limits()) as sandbox:
        line = measured(units["copied"], sandbox, WORKLOADS, SEED) | {"device": "a CPU"}
    write(tmp_path, [_standard()], [])
    pack([line], list(units.values()), [], tmp_path)
    write_units(tmp_path / "units.parquet", list(units.values()))
    corpus = Corpus.of_projects(tmp_path, tmp_path / "units.parquet")
    [record] = corpus.split("test")
    assert corpus.places[record["program"]] == units["copied"].place
    assert corpus.texts[record["program"]].startswith("def copied(cart):")
    write_units(tmp_path / "units.parquet", [])
    with pytest.raises(CorpusError, match="no unit"):
        Corpus.of_projects(tmp_path, tmp_path / "units.parquet")


def test_the_model_is_judged_by_kinds_of_calls(units: dict[str, Program], tmp_path: Path) -> None:
    unit = units["copied"]
    row = {
        **_standard(), "program": unit.key, "problem": unit.problem, "origin": unit.origin, "split": "test",
        "unit": unit.name, "workload": unit.workload, "device": "AMD EPYC", "peak_memory": 4e4, "cpu_time": 1e-6,
    }  # fmt: skip
    assert unit.place is not None
    text = SourceFile.parse(unit.source).normal_form(SourceFile.parse(unit.source).unit(unit.name))
    made_up = {**row, "program": "made up", "workload": "cart: None"}
    corpus = Corpus([], [row] * 12 + [made_up] * 3, {unit.key: text, "made up": text}, {unit.key: unit.place})
    report = evaluate_projects(RegressionModel.load(), corpus)
    assert report.counts == {"projects": 1, "units": 2, "records": 15}
    assert set(report.groups["peak_memory"]) == {ALL, SEEN}, "three records show nothing"
    assert report.groups["peak_memory"][SEEN]["records"] == 12
    assert report.groups["peak_memory"][SEEN]["coverage"] == 1
    assert report.groups["peak_memory"][SEEN]["median_error"] < 0.5


def test_every_project_is_at_one_commit_and_of_one_split() -> None:
    assert len({project.name for project in PROJECTS}) == len(PROJECTS)
    assert all(len(project.commit) == 40 for project in PROJECTS)
    assert {project.split for project in PROJECTS} == {"train", "calibration", "test"}
    assert Project("owner/name", "", "MIT").name == "name"


def _standard() -> dict[str, object]:
    """A record of another program, by which the device is known that times hold for."""
    return {
        "program": "p", "origin": "own", "problem": "p", "source_sha256": "0", "unit": "f", "workload": "n: int = 1",
        "seed": 0, "device": "a CPU", "peak_memory": 1.0, "licence": "MIT", "split": "train",
    }  # fmt: skip
