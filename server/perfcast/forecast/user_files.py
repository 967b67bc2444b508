"""Files of SQLite that perfcast keeps for a user, and where: readable for nobody else."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import Final

_OWN: Final = "perfcast"


def state_folder() -> Path:
    """The folder that the system has for a program's state, or the user by XDG_STATE_HOME."""
    return _base("XDG_STATE_HOME", ".local/state", "Library/Application Support") / _OWN


def cache_folder() -> Path:
    """The folder for what can be made again, or the user's by XDG_CACHE_HOME."""
    folder = _base("XDG_CACHE_HOME", ".cache", "Library/Caches") / _OWN
    return folder / "Cache" if sys.platform == "win32" else folder


def create_private(path: Path) -> None:
    """An empty file, where there is none. Raises OSError."""
    if path.exists():
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # SQLite would make it readable for others.
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def connected(path: Path, mode: str, seconds: float, version: int) -> sqlite3.Connection:
    """A connection that any thread may use, one at a time; statements begin no transaction by themselves but those that
    change something.

    Args:
        mode: 'ro' or 'rw'; seconds: to wait for others that hold the file.
        version: of the schema, the latest one that is known.

    Raises:
        sqlite3.Error: the file cannot be opened, or is of a later version.
        ValueError: the path is not absolute.
    """
    address = f"{path.as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=seconds, check_same_thread=False)
    try:
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if found > version:
            raise sqlite3.OperationalError("it was made by a newer version of perfcast")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _base(variable: str, elsewhere: str, on_macos: str) -> Path:
    chosen = os.environ.get(variable)
    # One that is not absolute is to be ignored, by the specification of these variables.
    if chosen and Path(chosen).is_absolute():
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / (on_macos if sys.platform == "darwin" else elsewhere)
