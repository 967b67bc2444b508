"""The store of measurements."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from perfcast.forecast.measurements import store as measurement_store
from perfcast.forecast.measurements.recalibration import Residual
from perfcast.forecast.measurements.store import Measured, MeasurementStore, StoreError, default_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "perfcast" / "measurements.sqlite"


def measured(metric: str = "cpu_time", value: float = 2.0, workload: str = "n: int = 1") -> Measured:
    return Measured("d" * 64, workload, metric, value, "model", Residual(0.5, 0.25))


def test_what_is_kept_is_found(path):
    store = MeasurementStore("CPU", path)
    store.add([measured(), measured("peak_memory", 7.0)])
    assert store.find("d" * 64, "n: int = 1") == {"cpu_time": 2.0, "peak_memory": 7.0}
    assert store.find("d" * 64, "n: int = 2") == {}
    assert MeasurementStore("Other CPU", path).find("d" * 64, "n: int = 1") == {}
    assert store.residuals("model") == {"cpu_time": [Residual(0.5, 0.25)], "peak_memory": [Residual(0.5, 0.25)]}
    assert store.residuals("another model") == {}


def test_a_later_measurement_replaces_an_earlier_one(path):
    store = MeasurementStore("CPU", path)
    store.add([measured(value=2.0)])
    store.add([measured(value=3.0)])
    assert store.find("d" * 64, "n: int = 1") == {"cpu_time": 3.0}


def test_it_is_private(path):
    MeasurementStore("CPU", path).add([measured()])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_reading_makes_no_file(path):
    assert MeasurementStore("CPU", path).find("d", "w") == {}
    assert not path.parent.exists()


def test_two_at_a_time(path):
    first, second = MeasurementStore("CPU", path), MeasurementStore("CPU", path)
    first.add([measured(workload="a: int = 1")])
    second.add([measured(workload="b: int = 1")])
    assert first.find("d" * 64, "b: int = 1") == second.find("d" * 64, "a: int = 1") == {"cpu_time": 2.0}


def test_a_locked_store_can_be_read_and_says_that_it_cannot_be_written(path, monkeypatch):
    monkeypatch.setattr("perfcast.forecast.measurements.store._SECONDS_TO_WAIT", 0.05)
    store = MeasurementStore("CPU", path)
    store.add([measured()])
    with sqlite3.connect(path) as lock:
        lock.execute("BEGIN IMMEDIATE")
        assert store.find("d" * 64, "n: int = 1") == {"cpu_time": 2.0}
        with pytest.raises(StoreError, match="locked"):
            store.add([measured(value=3.0)])
        lock.rollback()
        lock.execute("BEGIN EXCLUSIVE")
        assert store.find("d" * 64, "n: int = 1") == {}


def test_a_store_that_cannot_be_read_is_left_alone_for_a_while(path, monkeypatch):
    """One question waits for another process's lock, and not each of a file's hundred functions."""
    tried = []
    connect = measurement_store.connected
    monkeypatch.setattr(measurement_store, "connected", lambda *given: tried.append(given) or connect(*given))
    monkeypatch.setattr(measurement_store, "_SECONDS_OF_REST", 600.0)
    store = MeasurementStore("CPU", path)
    store.add([measured()])
    tried.clear()
    with sqlite3.connect(path) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        assert [store.find("d" * 64, "n: int = 1") for _ in range(100)] == [{}] * 100
        assert len(tried) == 1
    assert store.find("d" * 64, "n: int = 1") == {}, "still resting"
    store._rest_until = 0.0
    assert store.find("d" * 64, "n: int = 1") == {"cpu_time": 2.0}


def test_a_store_that_nobody_writes_is_opened_once(path, monkeypatch):
    """Forecasts of a file's functions ask one by one, at every save."""
    MeasurementStore("CPU", path).add([measured(), measured("peak_memory", 7.0), measured(workload="b: int = 1")])
    MeasurementStore("Other CPU", path).add([measured(value=9.0)])
    long_ago(path)
    tried = []
    connect = measurement_store.connected
    monkeypatch.setattr(measurement_store, "connected", lambda *given: tried.append(given) or connect(*given))
    store = MeasurementStore("CPU", path)
    found = [store.find("d" * 64, f"{name}: int = 1") for name in "nbcnbc"]
    assert found == [{"cpu_time": 2.0, "peak_memory": 7.0}, {"cpu_time": 2.0}, {}] * 2
    assert len(tried) == 1


def test_what_another_process_measures_is_found_at_once(path):
    store, other = MeasurementStore("CPU", path), MeasurementStore("CPU", path)
    other.add([measured(value=2.0)])
    long_ago(path)
    assert store.find("d" * 64, "n: int = 1") == {"cpu_time": 2.0}
    for value in range(3, 20):
        other.add([measured(value=value)])
        assert store.find("d" * 64, "n: int = 1") == {"cpu_time": value}
    path.unlink()
    assert store.find("d" * 64, "n: int = 1") == {}


def long_ago(path: Path) -> None:
    """Makes a file look as if it had not been written for long."""
    os.utime(path, (1e9, 1e9))


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to look like one" * 10, b"\0" * 4096])
def test_a_damaged_store_is_as_good_as_none(path, content):
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    store = MeasurementStore("CPU", path)
    assert store.find("d", "w") == {}
    assert store.residuals("model") == {}
    with pytest.raises(StoreError, match="measurements"):
        store.add([measured()])


def test_a_store_that_somebody_else_only_began_to_make(path):
    path.parent.mkdir(parents=True)
    path.touch()
    store = MeasurementStore("CPU", path)
    assert store.find("d" * 64, "n: int = 1") == {}
    store.add([measured()])
    assert store.find("d" * 64, "n: int = 1") == {"cpu_time": 2.0}, "what was kept is read at once"


def test_a_newer_store_is_left_alone(path):
    MeasurementStore("CPU", path).add([measured()])
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer version"):
        MeasurementStore("CPU", path).add([measured()])
    assert MeasurementStore("CPU", path).find("d" * 64, "n: int = 1") == {}


def test_where_nothing_can_be_written(tmp_path):
    obstacle = tmp_path / "file"
    obstacle.touch()
    with pytest.raises(StoreError):
        MeasurementStore("CPU", obstacle / "measurements.sqlite").add([measured()])


def test_where_nothing_can_even_be_looked_at(path, monkeypatch):
    def forbidden(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", forbidden)
    assert MeasurementStore("CPU", path).find("d", "w") == {}
    with pytest.raises(StoreError, match="Permission denied"):
        MeasurementStore("CPU", path).add([measured()])


def test_the_default_place_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", os.fspath(tmp_path))
    assert default_path() == tmp_path / "perfcast" / "measurements.sqlite"


def test_slowness_is_kept_for_a_device(path):
    store = MeasurementStore("CPU", path)
    assert store.log_slowness() is None
    store.keep_slowness(-0.3)
    assert MeasurementStore("CPU", path).log_slowness() == -0.3
    assert MeasurementStore("Other CPU", path).log_slowness() is None


def test_a_store_of_an_earlier_version_knows_no_slowness_and_keeps_one(path):
    store = MeasurementStore("CPU", path)
    store.add([measured()])
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE machine")
    assert store.log_slowness() is None
    assert store.find("d" * 64, "n: int = 1") == {"cpu_time": 2.0}
    store.keep_slowness(0.5)
    assert MeasurementStore("CPU", path).log_slowness() == 0.5


def test_slowness_that_cannot_be_written_holds_for_this_process(tmp_path):
    obstacle = tmp_path / "file"
    obstacle.write_text("")
    store = MeasurementStore("CPU", obstacle / "measurements.sqlite")
    with pytest.raises(StoreError):
        store.keep_slowness(0.5)
    assert store.log_slowness() == 0.5
