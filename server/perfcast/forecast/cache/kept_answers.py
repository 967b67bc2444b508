"""Answers that are the same the next time, kept on disk: SQLite, private to the user, never needed.

Whatever is wrong with the file costs the time that answers take, and nothing else. Answers are written many at a time,
without waiting for the disk: a file that a crash of the system leaves broken is made anew. They are compressed, as most
of what they name is paths of one project.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final

from perfcast.forecast.user_files import cache_folder, connected, create_private

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL)"
_VERSION: Final = 1
#: Bytes of all that is kept, and which part of it goes when there is more, that which was not used for longest.
_MOST_BYTES: Final = 64 * 2**20
_SHARE: Final = 4
#: Answers that wait to be written, and at most where they cannot be.
_MANY: Final = 200
_MOST: Final = 5_000
#: Another process writes for milliseconds.
_SECONDS_TO_WAIT: Final = 0.1
_SECONDS_OF_REST: Final = 5.0
_SECONDS_A_DAY: Final = 86_400
#: Of zlib's levels the one that takes least.
_QUICKLY: Final = 1
_ERRORS: Final = (sqlite3.Error, zlib.error, OSError, ValueError)


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
        # A file that cannot be written may still be read.
        self._no_reading_before = self._no_writing_before = 0.0
        self._new: dict[str, str] = {}
        self._used_again: set[str] = set()

    def find(self, key: str) -> str | None:
        """What was kept by a key."""
        with self._lock:
            if key in self._new:
                return self._new[key]
            if time.monotonic() < self._no_reading_before:
                return None
            try:
                row = self._opened().execute("SELECT value, used FROM answer WHERE key = ?", (key,)).fetchone()
                value = None if row is None else zlib.decompress(row[0]).decode()
            except _ERRORS as error:
                self._no_reading_before = self._failed(error)
                return None
            if row is not None and row[1] < _today():
                self._used_again.add(key)
            return value

    def keep(self, key: str, value: str) -> None:
        """Keep a value, in place of another one of that key."""
        with self._lock:
            if len(self._new) >= _MOST:
                self._new.clear()
            self._new[key] = value
            is_due = len(self._new) >= _MANY
        if is_due:
            self.flush()

    def flush(self) -> None:
        """Write what waits to be written, if it can be; else it waits on."""
        with self._lock:
            if not (self._new or self._used_again) or time.monotonic() < self._no_writing_before:
                return
            rows = [(key, zlib.compress(value.encode(), _QUICKLY), _today()) for key, value in self._new.items()]
            again = [(_today(), key) for key in self._used_again]
            try:
                connection = self._opened()
                with connection:
                    connection.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", rows)
                    connection.executemany("UPDATE answer SET used = ? WHERE key = ?", again)
                self._forget_some(connection)
            except _ERRORS as error:
                self._no_writing_before = self._failed(error)
                return
            self._new, self._used_again = {}, set()

    def _forget_some(self, connection: sqlite3.Connection) -> None:
        def figure(name: str) -> int:
            return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

        if (figure("page_count") - figure("freelist_count")) * figure("page_size") <= self._most_bytes:
            return
        oldest = "SELECT key FROM answer ORDER BY used, rowid LIMIT (SELECT count(*) FROM answer) / ?"
        with connection:
            connection.execute(f"DELETE FROM answer WHERE key IN ({oldest})", (_SHARE,))

    def _failed(self, error: Exception) -> float:
        """Leaves the file, and removes one that is broken; gives the time before which it is not tried again."""
        self._leave()
        # Others say that something is the matter now: a lock, a full disk.
        if type(error) in (sqlite3.DatabaseError, zlib.error):
            # What somebody else holds open on Windows stays, and is of no use.
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        return time.monotonic() + _SECONDS_OF_REST

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
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
            self._connection = connection
        return self._connection

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _today() -> int:
    return int(time.time() // _SECONDS_A_DAY)
