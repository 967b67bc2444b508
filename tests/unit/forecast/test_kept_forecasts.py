"""What one process has found, the next one need not find again, as long as it holds."""

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from perfcast.forecast import Predictor
from perfcast.forecast.cache import kept_keys
from perfcast.forecast.cache.kept_answers import KeptAnswers
from perfcast.forecast.project_calls import ProjectCalls
from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial.observing import callers
from perfcast.trial.process.worker import Followed
from tests.engine import DEVICE, OTHER_DEVICE, StandInModel, StandInTrials

TOTAL = "def total(nums: list[int]) -> int:\n    return sum(nums)\n"
IMPORTING = "from beside import shift\n" + TOTAL.replace("sum(nums)", "shift(sum(nums))")
ENDED = Followed(was_tried=True, has_raised=False, files={})


class Editor:
    """Begins a process after another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.model = StandInModel(trials=StandInTrials(ran=ENDED))

    def begin(self, **of_trials: object) -> Predictor:
        self.model = StandInModel(trials=StandInTrials(ran=ENDED))
        for name, value in of_trials.items():
            setattr(self.model.trials, name, value)
        return Predictor(self.model, kept=KeptAnswers(self.path))  # type: ignore[arg-type]


@pytest.fixture
def editor(tmp_path):
    return Editor(tmp_path / "cache" / "answers.sqlite")


def test_forecasts_are_found_again(editor):
    file = SourceFile.parse(TOTAL)
    [before] = editor.begin().forecast_file(file)
    assert len(editor.model.encoded) == 1
    predictor = editor.begin()
    [after] = predictor.forecast_file(file)
    assert (editor.model.encoded, editor.model.trials.expected) == ([], [])
    assert after.forecasts.keys() == before.forecasts.keys()
    assert after.forecasts["cpu_time"].values == before.forecasts["cpu_time"].values
    assert after.forecasts["cpu_time"].p10 == before.forecasts["cpu_time"].p10
    assert after.outside == before.outside == ()


def test_another_text_workload_device_or_model_is_asked_for_anew(editor):
    file = SourceFile.parse(TOTAL)
    editor.begin().forecast_file(file)
    for other in ({"size": 10}, {"device": OTHER_DEVICE}):
        editor.begin().forecast_file(file, **other)
        assert len(editor.model.encoded) == 1
    editor.begin().forecast_file(SourceFile.parse(TOTAL.replace("sum", "max")))
    assert len(editor.model.encoded) == 1


def test_a_change_of_perfcast_itself_asks_anew(editor, monkeypatch):
    file = SourceFile.parse(TOTAL)
    editor.begin().forecast_file(file)
    monkeypatch.setattr(kept_keys, "_made_by", lambda: "another version")
    editor.begin().forecast_file(file)
    assert len(editor.model.encoded) == 1


def test_a_change_of_what_is_installed_asks_anew(editor, tmp_path):
    library = tmp_path / "lib" / "python3.11" / "site-packages"
    library.mkdir(parents=True)
    file = SourceFile.parse_tolerant(IMPORTING, home=Place((), (str(library),), "", str(tmp_path / "a.py")))
    editor.begin().forecast_file(file)
    kept_keys._changes.cache_clear()
    editor.begin().forecast_file(file)
    assert editor.model.encoded == []
    (library / "new").mkdir()
    os.utime(library, (1, 1))
    kept_keys._changes.cache_clear()
    editor.begin().forecast_file(file)
    assert len(editor.model.encoded) == 1


def test_a_change_of_a_module_that_was_followed_asks_anew(editor, tmp_path):
    beside = tmp_path / "beside.py"
    beside.write_text("def shift(n): return n + 1\n")
    file = SourceFile.parse_tolerant(IMPORTING, home=Place.of(tmp_path / "a.py"))
    for written, asked in ((None, 1), (None, 0), ("def shift(n): return n + 10\n", 1)):
        if written:
            beside.write_text(written)
        predictor = editor.begin(follows=(str(beside),))
        predictor.forecast_file(file)
        assert len(editor.model.encoded) == asked
        assert predictor.is_current(file, file.units[0])


def test_what_took_too_long_is_tried_again(editor):
    file = SourceFile.parse(TOTAL)
    editor.begin(ran=None).forecast_file(file)
    editor.begin().forecast_file(file)
    assert len(editor.model.encoded) == 1


def test_what_was_cut_short_is_tried_again(editor):
    file = SourceFile.parse(TOTAL)
    editor.begin(ran=replace(ENDED, is_sure=False)).forecast_file(file)
    editor.begin().forecast_file(file)
    assert len(editor.model.encoded) == 1


def test_what_rests_on_the_rest_of_its_file_is_that_files_alone(editor, tmp_path):
    """A copy of a project holds other constants, which stand in neither normal form."""
    text = "TABLE = {}\ndef look(n: int):\n    return TABLE[n]\n"
    for project in ("one", "other"):
        (tmp_path / project).mkdir()
        path = tmp_path / project / "mine.py"
        path.write_text(text.format(list(range(3_000))))
        editor.begin().forecast_file(SourceFile.parse_tolerant(path.read_text(), home=Place.of(path)))
        assert len(editor.model.encoded) == 1


def test_how_the_trial_runs_went_is_known_again(editor):
    file = SourceFile.parse(TOTAL)
    raised = Followed(was_tried=False, has_raised=True, files={}, error="KeyError 'price'")
    [before] = editor.begin(ran=raised).forecast_file(file)
    [after] = editor.begin(ran=raised).forecast_file(file)
    assert editor.model.encoded == []
    assert after.outside == before.outside and after.outside[0].startswith("cannot guess its arguments")
    assert after.detail == before.detail == "raises KeyError 'price' on what was made up"


def test_without_trial_runs_nothing_is_kept_or_found(editor):
    file = SourceFile.parse(TOTAL)
    editor.begin(enabled=False).forecast_file(file)
    editor.begin().forecast_file(file)
    assert len(editor.model.encoded) == 1
    editor.begin(enabled=False).forecast_file(file)
    assert len(editor.model.encoded) == 1


@pytest.mark.parametrize("value", ["", "[]", "{}", '{"forecasts": [], "followed": null}'])
def test_what_somebody_else_has_written_there_is_not_believed(editor, value, monkeypatch):
    file = SourceFile.parse(TOTAL)
    monkeypatch.setattr(KeptAnswers, "find", lambda *_: value)
    assert editor.begin().forecast_file(file)[0].forecasts
    assert len(editor.model.encoded) == 1


SHOP = """\
def month(date):
    return int(date.split("-")[1])

def fit(date):
    return date
"""
TEST = """\
from shop import month

def test_month():
    month("2020-02-03")
"""


@pytest.fixture(autouse=True)
def _exact_clock(monkeypatch):
    monkeypatch.setattr(callers, "_SLACK", 0)


@pytest.fixture
def shop(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "test_shop.py").write_text(TEST)
    (project / "shop.py").write_text(SHOP)
    return project / "shop.py"


def read(path: Path) -> SourceFile:
    return SourceFile.parse_tolerant(path.read_text(), home=Place.of(path, [path.parent]))


def settled(path: Path) -> None:
    """Files are as old as they will be when somebody has looked at them."""
    assert path.is_file()
    time.sleep(0.02)


def test_calls_that_were_seen_are_known_again(editor, shop):
    file = read(shop)
    settled(shop)
    first = editor.begin()
    first.observe_project_calls(file)
    found = first.resolve(file, file.unit("month"))
    assert found.origin == "call in test_shop.py:3"
    again = editor.begin()
    assert again.resolve(file, file.unit("month")) == found
    assert again.pending_question(file) is None
    changed = SourceFile.parse_tolerant(SHOP.replace("(date)", "(date, other)"), home=file.home)
    assert again.resolve(changed, changed.unit("month")).origin == "default"
    assert again.pending_question(changed) is not None


def test_where_the_file_itself_changed_calls_are_looked_for_again(editor, shop):
    file = read(shop)
    settled(shop)
    editor.begin().observe_project_calls(file)
    shop.write_text(SHOP.replace("[1]", "[2]"))
    file, again = read(shop), editor.begin()
    assert again.resolve(file, file.unit("month")).origin == "call in test_shop.py:3", "shown until then"
    assert again.pending_question(file) is not None


def test_without_trial_runs_no_calls_are_known(editor, shop):
    file = read(shop)
    editor.begin().observe_project_calls(file)
    assert editor.begin(enabled=False).resolve(file, file.unit("month")).origin == "default"


@pytest.mark.parametrize(
    ("name", "text", "is_news"),
    [
        ("test_shop.py", TEST.replace("02", "03"), True),
        ("test_fit.py", "from shop import fit\ndef test_fit(): fit(1)\n", True),
        ("test_other.py", "from shop import month\ndef test_other(): month('2021-01-01')\n", False),
    ],
)
def test_files_that_changed_since_are_looked_at_where_they_may_show_something(editor, shop, name, text, is_news):
    file = read(shop)
    settled(shop)
    editor.begin().observe_project_calls(file)
    time.sleep(0.02)
    (shop.parent / name).write_text(text)
    again = editor.begin()
    assert again.resolve(file, file.unit("month")).origin == "call in test_shop.py:3"
    assert (again.pending_question(file) is not None) == is_news


@pytest.mark.parametrize("value", ["", "[]", "{}", json.dumps({"signatures": {}, "observations": {"calls": 1}})])
def test_calls_that_somebody_else_has_written_are_not_believed(editor, shop, value, monkeypatch):
    file = read(shop)
    monkeypatch.setattr(KeptAnswers, "find", lambda *_: value)
    predictor = editor.begin()
    assert predictor.pending_question(file) is not None
    assert predictor.calls.of(file, file.unit("month")) is None


def test_without_kept_answers_nothing_is_known(shop):
    file = read(shop)
    assert ProjectCalls().of(file, file.unit("month")) is None
    assert DEVICE in Predictor(StandInModel()).devices.names  # type: ignore[arg-type]
