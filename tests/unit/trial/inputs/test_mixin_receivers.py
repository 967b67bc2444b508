"""Receivers of classes that are parts of others are made of a class of the project that extends them."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.trial.inputs import mixin_receivers
from perfcast.workload import Workload

_MIXIN = """
from abc import abstractmethod

class Counting:
    def counted(self):
        return [self.next_event() + self.step for k in range(100)]

    def lacking(self):
        return [self.nobody_has_it for k in range(100)]

    def alone(self):
        return [k for k in range(100)]

class Open:
    def walked(self):
        return [self.visited(k) for k in range(100)]

    def visited(self, node):
        raise NotImplementedError

class Closed(Open):
    def visited(self, node):
        return node + 1

class Empty:
    def walked(self):
        return [self.visited(k) + 1 for k in range(100)]

    @abstractmethod
    def visited(self, node): ...

class Full(Empty):
    def visited(self, node):
        return node + 1

class Answering:
    def __getattr__(self, name): return 1
    def any(self): return [self.whatever for k in range(100)]
"""
_OTHERS = """
from .mixin import *

class Aside(Counting):
    pass

class Source:
    def __init__(self, text):
        if isinstance(text, str):
            self.text = text.lower()
        else:
            self.text = text.read()
        self.step = 1

    def next_event(self): return len(self.text)

class Whole(Source, Counting):
    def __init__(self, text):
        Source.__init__(self, text)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "mixin.py").write_text(_MIXIN)
    return package


def _trials(folder: Path, unit: str) -> Trials:
    path = folder / "mixin.py"
    file = SourceFile.parse_tolerant(path.read_text(), home=Place.of(path))
    return Trials(file.normal_form(file.unit(unit)), file.home)


def _ended(trials: Trials) -> bool:
    told = dict(zip(NAMES, trials.estimate(Workload()), strict=True))
    return bool(told["trial_runs"] > 0 and not told["trial_raised"])


def test_what_extends_it_in_another_file_gives_what_is_asked_for(folder: Path) -> None:
    assert not _ended(_trials(folder, "Counting.counted"))
    (folder / "others.py").write_text(_OTHERS)
    trials = _trials(folder, "Counting.counted")
    assert _ended(trials)
    assert trials.receiver == "Whole made up"
    assert str(folder / "others.py") in trials.followed


@pytest.mark.parametrize(("unit", "receiver"), [("Open.walked", "Closed made up"), ("Empty.walked", "Full made up")])
def test_what_extends_it_in_the_same_file_closes_what_is_left_open(folder: Path, unit: str, receiver: str) -> None:
    trials = _trials(folder, unit)
    assert _ended(trials)
    assert trials.receiver == receiver


@pytest.mark.parametrize("unit", ["Counting.lacking", "Open.visited"])
def test_what_nobody_gives_is_an_error_as_before(folder: Path, unit: str) -> None:
    (folder / "others.py").write_text(_OTHERS)
    assert not _ended(_trials(folder, unit))


def test_what_nobody_gives_is_looked_for_again_once_it_may_be_given(folder: Path) -> None:
    (folder / "others.py").write_text(_OTHERS)
    trials = _trials(folder, "Counting.lacking")
    assert not _ended(trials)
    assert trials.is_current
    (folder / "others.py").write_text(_OTHERS.replace("pass", "nobody_has_it = step = 1\n    next_event = len"))
    assert not trials.is_current
    assert _ended(_trials(folder, "Counting.lacking"))


def test_the_search_ends_in_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "others.py").write_text(_OTHERS)
    monkeypatch.setattr(mixin_receivers, "_SECONDS", -1.0)
    assert not _ended(_trials(folder, "Counting.counted"))


def test_few_classes_are_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "others.py").write_text(_OTHERS)
    monkeypatch.setattr(mixin_receivers, "_MOST", 1)
    assert not _ended(_trials(folder, "Counting.counted"))


@pytest.mark.parametrize("unit", ["Counting.alone", "Answering.any"])
def test_what_needs_no_other_class_rests_on_no_other_file(folder: Path, unit: str) -> None:
    (folder / "others.py").write_text(_OTHERS)
    trials = _trials(folder, unit)
    assert _ended(trials)
    assert str(folder / "others.py") not in trials.followed
