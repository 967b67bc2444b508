"""Loading the model for the machine that it runs on."""

import pytest

from perfcast.forecast import this_machine
from perfcast.forecast.measurements import MeasurementStore
from perfcast.forecast.this_machine import load_for_this_machine


class Probes:
    """Stand for those that run; count how often."""

    def __init__(self, found):
        self.found, self.ran = found, 0

    def __call__(self):
        self.ran += 1
        return self

    def result(self):
        return self.found


class Loaded:
    def __init__(self, store):
        self.known = [store.log_slowness()]
        self._store = store

    def read_measurements(self):
        self.known.append(self._store.log_slowness())


@pytest.fixture
def store(tmp_path):
    return MeasurementStore("CPU", tmp_path / "measurements.sqlite")


@pytest.fixture(autouse=True)
def _stand_in_model(monkeypatch):
    monkeypatch.setattr(this_machine, "load", lambda bundle, store: Loaded(store))


def test_probes_run_once_for_a_machine(monkeypatch, store, tmp_path):
    probes = Probes(-0.25)
    monkeypatch.setattr(this_machine, "Probing", probes)
    assert load_for_this_machine(None, store).known == [None, -0.25]
    again = MeasurementStore("CPU", tmp_path / "measurements.sqlite")
    assert load_for_this_machine(None, again).known == [-0.25]
    assert probes.ran == 1


def test_without_an_answer_the_model_is_as_it_was(monkeypatch, store):
    probes = Probes(None)
    monkeypatch.setattr(this_machine, "Probing", probes)
    assert load_for_this_machine(None, store).known == [None]
    assert store.log_slowness() is None


def test_what_cannot_be_kept_holds_meanwhile(monkeypatch, tmp_path):
    obstacle = tmp_path / "file"
    obstacle.write_text("")
    monkeypatch.setattr(this_machine, "Probing", Probes(0.5))
    store = MeasurementStore("CPU", obstacle / "measurements.sqlite")
    assert load_for_this_machine(None, store).known == [None, 0.5]
