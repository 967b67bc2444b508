"""The store of measurements on this machine: SQLite, private to the user, never needed.

Whatever is wrong with it (a full disk, a read-only home, a lock that another server holds) costs the memory of earlier
measurements and nothing else.
"""

from __future__ import annotations

import platform
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfcast.forecast.measurements.recalibration import Residual
from perfcast.forecast.user_files import connected, create_private, state_folder
from perfcast.source.locations.place import Stamp, stamp_of

_SCHEMA = """
    CREATE TABLE IF NOT EXISTS measurement (
        digest TEXT NOT NULL,
        workload TEXT NOT NULL,
        device TEXT NOT NULL,
        python TEXT NOT NULL,
        metric TEXT NOT NULL,
        value REAL NOT NULL,
        model TEXT NOT NULL,
        log_ratio REAL NOT NULL,
        spread REAL NOT NULL,
        taken REAL NOT NULL,
        PRIMARY KEY (digest, workload, device, python, metric)
    ) WITHOUT ROWID
"""
# What later versions of perfcast added, which files of earlier ones lack.
_MACHINE_SCHEMA = """
    CREATE TABLE IF NOT EXISTS machine (
        device TEXT NOT NULL,
        python TEXT NOT NULL,
        log_slowness REAL NOT NULL,
        PRIMARY KEY (device, python)
    ) WITHOUT ROWID
"""
_VERSION = 1
_SECONDS_TO_WAIT = 2.0
# Forecasts read the store one by one: while another process holds it, they are not to wait each time.
_SECONDS_TO_WAIT_FOR_READING = 0.1
_SECONDS_OF_REST = 5.0
# A file that changed more recently may change again without being told from what it was: clocks of files tick.
_SECONDS_TO_SETTLE = 1.0


class StoreError(Exception):
    """The store cannot be read or written; the message names it and says why."""


@dataclass(frozen=True)
class Measured:
    """One metric of one unit at one workload, measured.

    Attributes:
        digest: of the unit's normal form.
        workload: its canonical text.
        value: in the metric's unit.
        residual: how the model's own forecast compares; `model` is that model's SHA-256.
    """

    digest: str
    workload: str
    metric: str
    value: float
    model: str
    residual: Residual


def default_path() -> Path:
    """Where the store is."""
    return state_folder() / "measurements.sqlite"


class MeasurementStore:
    """Measurements of one device. Several processes may use one file at a time."""

    def __init__(self, device: str, path: Path | None = None) -> None:
        self._device = device
        self._path = path or default_path()
        self._python = platform.python_version()
        self._rest_until = 0.0
        self._log_slowness: float | None = None
        # All that was measured by digest and workload, and of which state of the file; forecasts ask again and again.
        self._found: dict[tuple[str, str], dict[str, float]] = {}
        self._found_in: Stamp | None = None

    @property
    def device(self) -> str:
        """The name of the CPU that the measurements hold for."""
        return self._device

    def add(self, measured: list[Measured]) -> None:
        """Keep measurements, in place of earlier ones of the same.

        Raises:
            StoreError: they are not kept.
        """
        rows = [
            (
                *(one.digest, one.workload, self._device, self._python, one.metric, one.value),
                *(one.model, one.residual.log_ratio, one.residual.spread, time.time()),
            )
            for one in measured
        ]
        self._write(f"INSERT OR REPLACE INTO measurement VALUES ({','.join('?' * 10)})", rows)

    def keep_slowness(self, log_slowness: float) -> None:
        """Keep how much slower this machine is than the model's, see `perfcast.measure.speed`.

        Raises:
            StoreError: it is kept for this process alone.
        """
        self._log_slowness = log_slowness
        self._write("INSERT OR REPLACE INTO machine VALUES (?, ?, ?)", [(self._device, self._python, log_slowness)])

    def log_slowness(self) -> float | None:
        """What was kept of that for this device and Python; None where nothing was or the store cannot be read."""
        if self._log_slowness is None and self._read("SELECT 1 FROM sqlite_master WHERE name = 'machine'"):
            query = "SELECT log_slowness FROM machine WHERE device=? AND python=?"
            self._log_slowness = next((found for (found,) in self._read(query, self._device, self._python)), None)
        return self._log_slowness

    def find(self, digest: str, workload: str) -> dict[str, float]:
        """What was measured of a unit at a workload, by metric; empty where nothing was or the store cannot be read."""
        now = stamp_of(str(self._path))
        if now is None:
            return {}
        if now == self._found_in or self._find_all(now):
            return dict(self._found.get((digest, workload), {}))
        query = "SELECT metric, value FROM measurement WHERE digest=? AND workload=? AND device=? AND python=?"
        return dict(self._read(query, digest, workload, self._device, self._python))

    def _find_all(self, stamp: Stamp) -> bool:
        """Reads all measurements of this device and Python; False where that is not to be done now."""
        if time.time() - stamp[0] / 1e9 < _SECONDS_TO_SETTLE:
            return False
        query = "SELECT digest, workload, metric, value FROM measurement WHERE device=? AND python=?"
        rows = self._read(query, self._device, self._python)
        if time.monotonic() < self._rest_until:
            return False
        found: dict[tuple[str, str], dict[str, float]] = {}
        for digest, workload, metric, value in rows:
            found.setdefault((digest, workload), {})[metric] = value
        self._found, self._found_in = found, stamp
        return True

    def residuals(self, model: str) -> Mapping[str, list[Residual]]:
        """By metric, how a model's forecasts compare with what was measured."""
        query = "SELECT metric, log_ratio, spread FROM measurement WHERE device=? AND model=?"
        found: dict[str, list[Residual]] = {}
        for metric, log_ratio, spread in self._read(query, self._device, model):
            found.setdefault(metric, []).append(Residual(log_ratio, spread))
        return found

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        with self._errors():
            create_private(self._path)
            with closing(connected(self._path, "rw", _SECONDS_TO_WAIT, _VERSION)) as connection, connection:
                # Another process may have made the file and not come further.
                connection.execute(_SCHEMA)
                connection.execute(_MACHINE_SCHEMA)
                connection.execute(f"PRAGMA user_version = {_VERSION}")
                connection.executemany(statement, rows)
        self._rest_until = 0.0

    def _read(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        if time.monotonic() < self._rest_until:
            return []
        try:
            with self._errors():
                if not self._path.exists():
                    return []
                with closing(connected(self._path, "ro", _SECONDS_TO_WAIT_FOR_READING, _VERSION)) as connection:
                    return list(connection.execute(query, values))
        except StoreError:
            self._rest_until = time.monotonic() + _SECONDS_OF_REST
            return []

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            raise StoreError(f"{self._path}: {error}") from error
