"""What units may be called with that nobody calls, each of them in its share of the time."""

from __future__ import annotations

import signal
import textwrap
import time
from types import SimpleNamespace

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.observing.observer import Observer
from perfcast.trial.observing.supposed_instances import Suppositions
from perfcast.trial.process import time_shares
from perfcast.trial.process import uncalled_units as module
from perfcast.trial.process.time_shares import Shares
from perfcast.trial.process.uncalled_units import uncalled

SHOP = """
    def first(nums):
        return nums[:12].lower()

    def doubled(nums):
        return [2 * n for n in nums]

    def last(nums):
        return nums[:12].upper()
    """


class Looking:
    """Some units of a file, as `uncalled_units` is told of them."""

    def __init__(self, folder):
        (folder / "pyproject.toml").touch()
        path = folder / "shop.py"
        path.write_text(textwrap.dedent(SHOP))
        self.place = Place.of(path, [folder])
        file = SourceFile.parse_tolerant(path.read_text(), home=self.place)
        self.texts = {unit.name: file.normal_form(unit) for unit in file.units}
        self.observer = Observer(self.place, self.texts)

    def found(self, called=()):
        return uncalled(self.observer, self.place, self.texts, 1000, called)


@pytest.fixture
def looking(tmp_path):
    return Looking(tmp_path)


def test_what_was_corrected_is_told_with_the_error(looking):
    found = looking.found()
    assert {name: (one.is_corrected, one.after) for name, one in found.items()} == {
        "first": (True, "AttributeError"),
        "last": (True, "AttributeError"),
    }
    assert set(looking.found(called=["first"])) == {"last"}


@pytest.mark.parametrize("error", [KeyError("first"), RecursionError(), Unsupported("first")])
@pytest.mark.parametrize("stage", ["of", "free"])
def test_what_fails_for_one_unit_is_found_for_the_others(looking, monkeypatch, stage, error):
    known = getattr(Suppositions, stage)

    def failing(self, unit, *args):
        if unit.name == "first":
            raise error
        return known(self, unit, *args)

    monkeypatch.setattr(Suppositions, stage, failing)
    assert set(looking.found()) == {"last"}


def test_units_are_compiled_but_once(looking, monkeypatch):
    made = []

    class Counted(module.Trials):
        def __init__(self, text, place):
            made.append(text)
            super().__init__(text, place)

    monkeypatch.setattr(module, "Trials", Counted)
    looking.found()
    assert sorted(made) == sorted(looking.texts.values())


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer")
def test_time_that_is_over_is_told_again():
    def stubborn(_):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                break
        while True:
            pass

    assert Shares(0.2, 1).of_one(stubborn) is None
    before = time.process_time()
    while time.process_time() < before + 0.2:
        "nobody is told any more"


@pytest.fixture
def clock(monkeypatch):
    """CPU time, in seconds, as nothing but the test lets it pass."""
    monkeypatch.delattr(signal, "setitimer", raising=False)
    now = SimpleNamespace(seconds=16.0)
    monkeypatch.setattr(time_shares, "time", SimpleNamespace(process_time=lambda: now.seconds))
    return now


def test_none_takes_it_all(clock):
    taken = []

    def patient(end):
        taken.append(end - clock.seconds)
        clock.seconds = end
        return "done"

    of_six = Shares(8.0, 6)
    assert [of_six.of_one(patient) for _ in range(6)] == ["done"] * 4 + [None] * 2
    assert taken == [2.0] * 4


def test_what_one_leaves_is_for_the_others(clock):
    def quick(end):
        clock.seconds += 0.5
        return end - clock.seconds

    of_six = Shares(2.0, 6)
    assert [of_six.of_one(quick) for _ in range(6)] == [0.0] * 4 + [None] * 2
    of_six = Shares(8.0, 6)
    assert [of_six.of_one(quick) for _ in range(6)] == [1.5] * 6


@pytest.mark.parametrize(("among", "part"), [(1, 1.0), (2, 0.5), (4, 0.25), (100, 0.25)])
def test_few_take_more(clock, among, part):
    assert Shares(8.0, among).of_one(lambda end: end - clock.seconds) == 8.0 * part
