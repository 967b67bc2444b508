"""What kept answers are known by: all that they rest on, but for files that they name themselves."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import numpy as np

import perfcast
from perfcast.source.locations.place import Place, here


def key_of(kind: str, place: Place | None, *parts: str) -> str:
    """Another one for other parts, and after a change of perfcast, Python, NumPy or what is installed.

    Args:
        kind: of answer.
        place: whose libraries it rests on; that of text that lies nowhere without it.
    """
    libraries = _changes((place or here()).installed)
    return _digest((kind, _made_by(), libraries, *parts))


@lru_cache(maxsize=1)
def _made_by() -> str:
    return _digest((perfcast.__version__, platform.python_version(), np.__version__, *_own_files()))


def _own_files() -> Iterator[str]:
    """Its own modules with their stamps: whoever works on perfcast has one version of many answers."""
    for folder, folders, names in os.walk(Path(perfcast.__file__).parent):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                path = Path(folder, name)
                # An editor's lock names no file.
                with suppress(OSError):
                    status = path.stat()
                    # Files of some installers are as old as each other.
                    yield f"{path} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_size}"


@lru_cache(maxsize=64)
def _changes(installed: tuple[str, ...]) -> str:
    """Installers add, remove and rename entries of such folders. As they were when they were first asked for: what is
    installed later is not looked for under this key again."""
    return _digest(f"{folder} {_changed(folder)}" for folder in installed)


def _changed(folder: str) -> int:
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0


def _digest(parts: tuple[str, ...] | Iterator[str]) -> str:
    whole = "\n".join(parts)
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
