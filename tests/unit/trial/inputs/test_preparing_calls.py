"""Methods that fail on what a made-up receiver lacks are tried after those that give it that."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from perfcast.workload.origins.resolution import resolve

_TEXT = """
class Entries(dict):
    def __getattr__(self, name):
        return [self[name] for k in range(50)]

    def __delattr__(self, name):
        del self[name]

    def longest(self):
        return max(self.keys(), key=len)

class Rows:
    def __init__(self):
        self.held = []
        self.title = ""

    def __getitem__(self, place):
        return self.held[place]

    def __delitem__(self, place):
        del self.held[place]

    def __len__(self):
        return len(self.held)

    def enter(self, place: int, row: list[int], tags=()):
        self.held.insert(place, (row, tags))

    def first_out(self):
        first = self[0]
        del self[0]
        return first

    def shared(self):
        return 100 / len(self)

class Machine:
    limit: int

    def __init__(self):
        self.stack, self.names = [], {}
        self.handle = None

    def keep(self, one):
        self.stack.append(one)

    def named(self, name: str, number: int):
        self.names[name] = number

    def restart(self):
        self.position = 0

    def reset(self, limit: int = 3):
        self.limit = limit
        self.position = 1

    def close(self):
        self.handle = None

    def connect(self, words: list[str]):
        self.handle = words

    def sent(self):
        return [len(one) for one in self.handle]

    def fail(self):
        self.nothing = unknown.none()

    def taken(self):
        return [self.stack[-1] for k in range(50)] and self.stack.pop()

    def told(self, name: str):
        return [self.names[name] for k in range(50)]

    def moved(self):
        return [self.position + self.limit for k in range(50)]

    def never(self):
        return {}[1]

    def nobody(self):
        return self.set_by_nobody

    def nothing_there(self):
        return self.nothing
"""


def _trials(folder: Path, unit: str, text: str = _TEXT) -> Trials:
    (folder / "a.py").write_text(text)
    file = SourceFile.parse_tolerant(text, home=Place.of(folder / "a.py"))
    return Trials(file.normal_form(file.unit(unit)), file.home)


def _ended(trials: Trials, workload: str) -> bool:
    told = dict(zip(NAMES, trials.estimate(parse(workload)), strict=True))
    return bool(told["trial_runs"] > 0 and not told["trial_raised"])


@pytest.mark.parametrize(
    ("unit", "workload"),
    [
        ("Rows.first_out", ""),
        ("Rows.shared", ""),
        ("Machine.taken", ""),
        ("Machine.told", "name: str * 6 in 'a'..'z'"),
        ("Machine.moved", ""),
        ("Machine.sent", ""),
        ("Entries.__getattr__", "name: str * 6 in 'a'..'z'"),
        ("Entries.__delattr__", "name: str * 6 in 'a'..'z'"),
    ],
)
def test_what_is_lacking_is_there_after_another_method(tmp_path: Path, unit: str, workload: str) -> None:
    trials = _trials(tmp_path, unit)
    # The same again: what was tried before changes nothing.
    assert [_ended(trials, workload) for _ in range(2)] == [True, True]
    assert trials.error == trials.stopped_at == ""
    assert "after" in trials.receiver or trials.receiver == "Entries with entries"


def test_what_fails_is_tried_again_once_another_method_may_help(tmp_path: Path) -> None:
    text = "class Line:\n    def __init__(self):\n        self.ends = None\n"
    text += "    def sent(self):\n        return [len(one) for one in self.ends]\n"
    trials = _trials(tmp_path, "Line.sent", text)
    assert not _ended(trials, "")
    assert trials.is_current
    assert str(tmp_path / "a.py") in trials.followed
    text += "    def connect(self, words: list[str]):\n        self.ends = words\n"
    again = _trials(tmp_path, "Line.sent", text)
    assert not trials.is_current
    assert _ended(again, "")


def test_what_does_not_fail_rests_on_no_more_of_its_file(tmp_path: Path) -> None:
    text = "class Line:\n    def sent(self):\n        return [k for k in range(50)]\n"
    trials = _trials(tmp_path, "Line.sent", text)
    assert _ended(trials, "")
    assert str(tmp_path / "a.py") not in trials.followed


@pytest.mark.parametrize("unit", ["Machine.taken", "Machine.moved"])
def test_an_instance_may_be_called_otherwise_than_self(tmp_path: Path, unit: str) -> None:
    assert _ended(_trials(tmp_path, unit, _TEXT.replace("self", "this")), "")


@pytest.mark.parametrize(
    ("unit", "error"),
    [
        ("Machine.never", "KeyError 1"),
        ("Machine.nobody", "AttributeError 'set_by_nobody'"),
        ("Machine.nothing_there", "AttributeError 'nothing'"),
    ],
)
def test_other_errors_stay(tmp_path: Path, unit: str, error: str) -> None:
    trials = _trials(tmp_path, unit)
    assert not _ended(trials, "")
    assert trials.error == error
    assert trials.receiver == ""


_GUARDED = """
class Model:
    weights = None

    def __init__(self, columns: int = 3):
        self.is_fitted = False
        self.columns, self.row = columns, None

    def _solve(self, rows: list[float]):
        self.weights = [value * 2.0 for value in rows]
        self.is_fitted = True

    def learn(self, rows: list[float]):
        self._solve(rows)

    def forget(self):
        self.weights = None
        self.is_fitted = False

    def performance(self):
        return performance(self.weights)

    def predicted(self):
        if not self.is_fitted:
            raise RuntimeError("not fitted")
        return [k + self.columns for k in range(50)]

    def checked(self):
        assert self.row is not None
        return [k for k in range(50)]

    def __enter__(self):
        self.began = 1.0
        return self

    def __exit__(self, *errors):
        return [self.began + k for k in range(50)] and None

def performance(weights):
    if weights is None:
        raise ValueError("Weights is None")
    return [sum(weights) for k in range(50)]
"""


@pytest.mark.parametrize(
    ("unit", "after"),
    [
        # Whoever raises, and whatever it calls that.
        ("Model.performance", "Model after learn()"),
        ("Model.predicted", "Model after learn()"),
        ("Model.__exit__", "Model after __enter__()"),
    ],
)
def test_what_code_itself_finds_to_be_lacking_is_there(tmp_path: Path, unit: str, after: str) -> None:
    trials = _trials(tmp_path, unit, _GUARDED)
    assert _ended(trials, "")
    assert trials.receiver == after


def test_what_no_method_sets_stays_as_it_is(tmp_path: Path) -> None:
    trials = _trials(tmp_path, "Model.checked", _GUARDED)
    assert not _ended(trials, "")
    assert trials.error.startswith("AssertionError")


_GATHERED = """
import torch
from torch import nn

class Scores(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept, self.name = [], "scores"

    def update(self, values: torch.Tensor):
        self.kept.append(values)

    def compute(self):
        return joined(self.kept).mean()

    def label(self):
        raise ValueError(self.name)

def joined(values):
    if not values:
        raise ValueError("No samples")
    return torch.cat(values)
"""


def test_a_module_is_filled_whatever_error_says_that_it_is_empty(tmp_path: Path) -> None:
    trials = _trials(tmp_path, "Scores.compute", _GATHERED)
    assert _ended(trials, "")
    assert trials.receiver == "Scores after update()"


def test_an_error_that_filling_does_not_help_stays(tmp_path: Path) -> None:
    trials = _trials(tmp_path, "Scores.label", _GATHERED)
    assert not _ended(trials, "")
    assert trials.error == "ValueError 'scores'"
    assert trials.receiver == ""


_RESULTS = """
import numpy as np

class Metric:
    def __init__(self):
        self.p, self.all_ap = [], []

    def best(self):
        return self.all_ap[:, 0] if len(self.all_ap) else []

    def mean(self):
        return self.all_ap.mean(1) if len(self.all_ap) else []

    def update(self, results):
        p, all_ap = results
        self.p = p
        self.all_ap = all_ap

class Holder:
    def __init__(self):
        self.parts = []

    def first(self):
        return self.parts[0].lower() if self.parts else ""

    def update(self, parts):
        self.parts = [one for one in parts]
        self.parts.append(3)

class Pool:
    def __init__(self, capacity: int = 100):
        self.capacity = capacity
        self.held = {}

    def put(self, name: str):
        if len(self.held) >= self.capacity:
            raise RuntimeError("full")
        self.held[name] = len(self.held)
"""


@pytest.mark.parametrize(
    ("name", "receiver"),
    [
        # Filled with what the other methods ask of it.
        ("Metric.best", ""),
        ("Metric.mean", ""),
        # Nothing that it is filled with has what is asked.
        ("Holder.first", "Holder as it is made"),
        # It would be full.
        ("Pool.put", "Pool as it is made"),
    ],
)
def test_what_is_filled_suits_what_is_asked_or_is_left_as_it_is_made(name: str, receiver: str) -> None:
    file = SourceFile.parse(_RESULTS)
    trials = Trials(file.normal_form(file.unit(name)), Place())
    assert trials.estimate(resolve(file.unit(name), file).workload)[0] > 0
    assert not trials.error
    assert trials.receiver == receiver
