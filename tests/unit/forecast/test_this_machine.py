"""Loading the model for the machine that it runs on."""

import pytest

from perfcast.forecast.measurements.store import MeasurementStore
from perfcast.forecast.measuring import this_machine
from perfcast.forecast.measuring.this_machine import load_for_this_machine


class Probes:
    """Stand for those that run."""

    def __init__(self, found):
        self.found, self.is_stopped = found, False

    def __call__(self):
        return self

    def result(self):
        return self.found

    def stop(self):
        self.is_stopped = True


class Loaded:
    def __init__(self, store):
        self.known = [store.log_slowness()]
        self._store = store

    @property
    def devices(self):
        return self

    def read_measurements(self):
        self.known.append(self._store.log_slowness())


@pytest.fixture
def store(tmp_path):
    return MeasurementStore("CPU", tmp_path / "measurements.sqlite")


@pytest.fixture(autouse=True)
def _stand_in_model(monkeypatch):
    monkeypatch.setattr(this_machine, "load", lambda bundle, store, kept: Loaded(store))


def test_the_fastest_that_a_machine_was_found_is_kept(monkeypatch, store, tmp_path):
    for found, known in ((-0.25, -0.25), (0.5, -0.25), (-0.5, -0.5), (None, -0.5)):
        monkeypatch.setattr(this_machine, "Probing", Probes(found))
        again = MeasurementStore("CPU", tmp_path / "measurements.sqlite")
        load_for_this_machine(None, again)
        assert again.log_slowness() == known


def test_what_is_found_first_is_taken_note_of_at_once(monkeypatch, store):
    monkeypatch.setattr(this_machine, "Probing", Probes(-0.25))
    assert load_for_this_machine(None, store).known == [None, -0.25]


def test_probes_end_where_there_is_no_model(monkeypatch, store):
    probes = Probes(-0.25)
    monkeypatch.setattr(this_machine, "Probing", probes)
    monkeypatch.setattr(this_machine, "load", lambda bundle, store, kept: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        load_for_this_machine(None, store)
    assert probes.is_stopped


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
