"""Answers that are the same the next time, kept on disk: SQLite, private to the user, never needed.

Whatever is wrong with the file costs the time that answers take, and nothing else. Answers are written many at a time,
without waiting for the disk: a file that a crash of the system leaves broken is made anew.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from perfcast.forecast.user_files import cache_folder, connected, create_private

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, value TEXT NOT NULL, used INTEGER NOT NULL)"
_VERSION: Final = 1
#: Bytes of all that is kept, and which part of it goes when there is more, that which was not used for longest.
_MOST_BYTES: Final = 64 * 2**20
_SHARE: Final = 4
#: Answers that wait to be written.
_MANY: Final = 200
#: Another process writes for milliseconds.
_SECONDS_TO_WAIT: Final = 0.1
_SECONDS_OF_REST: Final = 5.0
_SECONDS_A_DAY: Final = 86_400

Result = TypeVar("Result")


def default_path() -> Path:
    """Where answers are kept."""
    return cache_folder() / "answers.sqlite"


class KeptAnswers:
    """Texts by keys. Safe to use from several threads, and several processes may use one file at a time."""

    def __init__(self, path: Path | None = None, most_bytes: int = _MOST_BYTES) -> None:
        """
        Args:
            path: the user's own file without it.
        """
        self._path = path or default_path()
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._rest_until = 0.0
        self._new: dict[str, str] = {}
        self._used_again: set[str] = set()

    def find(self, key: str) -> str | None:
        """What was kept by a key."""

        def found(connection: sqlite3.Connection) -> tuple[str, int] | None:
            row = connection.execute("SELECT value, used FROM answer WHERE key = ?", (key,)).fetchone()
            return None if row is None else (str(row[0]), int(row[1]))

        with self._lock:
            if key in self._new:
                return self._new[key]
            row = self._at_worst_nothing(found)
            if row is not None and row[1] < _today():
                self._used_again.add(key)
            return None if row is None else row[0]

    def keep(self, key: str, value: str) -> None:
        """Keep a value, in place of another one of that key."""
        with self._lock:
            self._new[key] = value
            is_due = len(self._new) >= _MANY
        if is_due:
            self.flush()

    def flush(self) -> None:
        """Write what waits to be written; what cannot be is forgotten."""
        with self._lock:
            if not (self._new or self._used_again):
                return
            rows = [(key, value, _today()) for key, value in self._new.items()]
            again = [(_today(), key) for key in self._used_again]
            self._new, self._used_again = {}, set()

            def write(connection: sqlite3.Connection) -> None:
                with connection:
                    connection.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", rows)
                    connection.executemany("UPDATE answer SET used = ? WHERE key = ?", again)
                self._forget_some(connection)

            self._at_worst_nothing(write)

    def close(self) -> None:
        """Write what waits, and leave the file."""
        self.flush()
        with self._lock:
            self._leave()

    def _forget_some(self, connection: sqlite3.Connection) -> None:
        def figure(name: str) -> int:
            return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

        if (figure("page_count") - figure("freelist_count")) * figure("page_size") <= self._most_bytes:
            return
        oldest = "SELECT key FROM answer ORDER BY used, rowid LIMIT (SELECT count(*) FROM answer) / ?"
        with connection:
            connection.execute(f"DELETE FROM answer WHERE key IN ({oldest})", (_SHARE,))

    def _at_worst_nothing(self, action: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """What an action comes to; None where it fails, and for a while afterwards."""
        if time.monotonic() < self._rest_until:
            return None
        try:
            self._connection = self._connection or self._opened()
            return action(self._connection)
        except (sqlite3.Error, OSError, ValueError) as error:
            self._leave()
            self._rest_until = time.monotonic() + _SECONDS_OF_REST
            is_broken = isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
            if is_broken:
                self._remove()
            return None

    def _opened(self) -> sqlite3.Connection:
        create_private(self._path)
        connection = connected(self._path, "rw", _SECONDS_TO_WAIT, _VERSION)
        try:
            connection.execute("PRAGMA synchronous = OFF")
            if connection.execute("PRAGMA user_version").fetchone() != (_VERSION,):
                connection.execute(_SCHEMA)
                connection.execute(f"PRAGMA user_version = {_VERSION}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _remove(self) -> None:
        # What somebody else holds open on Windows stays, and is of no use.
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def _today() -> int:
    return int(time.time() // _SECONDS_A_DAY)
