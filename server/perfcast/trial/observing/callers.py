"""The files of a project that may call what another one of them defines."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from perfcast.source.place import Place, Stamp, stamp_of

#: What says that a folder is a project's.
_MARKS: Final = (".git", "pyproject.toml", "setup.py", "setup.cfg", ".hg")
#: How far above a package its project is looked for.
_HIGHEST: Final = 3
_LEFT_OUT: Final = frozenset({"node_modules", "__pycache__", "site-packages", "build", "dist"})
_ENVIRONMENT: Final = "pyvenv.cfg"
#: Files that are looked at, and bytes of one.
_MOST_FILES: Final = 3_000
_LARGEST: Final = 300_000
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
_TEST: Final = re.compile(r"(?:^|[_/])tests?(?:[_/.]|$)")


def callers_of(place: Place, names: Collection[str]) -> list[Path]:
    """The files beside one that mention any of the names, the likeliest to call them first.

    Args:
        place: of the file that defines them.
    """
    stem = Path(place.file).stem
    wanted = {name.encode() for name in names}
    found: list[tuple[bool, bool, int, int, str]] = []
    for path in _project_files(place):
        stamp = stamp_of(path)
        if path == place.file or stamp is None or stamp[1] > _LARGEST:
            continue
        mentioned = len(wanted & _words(path, stamp))
        if mentioned:
            is_test = _TEST.search(path) is not None
            found.append((not (is_test and stem in Path(path).stem), not is_test, -mentioned, stamp[1], path))
    return [Path(path) for *_, path in sorted(found)]


@lru_cache(maxsize=_MOST_FILES)
def _words(path: str, stamp: Stamp) -> frozenset[bytes]:
    """All that a file mentions."""
    try:
        return frozenset(_WORD.findall(Path(path).read_bytes()))
    except OSError:
        return frozenset()


def _project_files(place: Place) -> Iterator[str]:
    left = _MOST_FILES
    for root in _roots(place):
        for folder, folders, names in os.walk(root):
            if _ENVIRONMENT in names:
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _LEFT_OUT)
            for name in sorted(names):
                if name.endswith(".py"):
                    yield f"{folder}/{name}"
                    left -= 1
                    if not left:
                        return


def _roots(place: Place) -> list[str]:
    """The project's folders, none of which lies in another."""
    folders = {_project(Path(folder)) for folder in place.own}
    home = Path.home()
    kept = [one for one in folders if one not in {home, one.parent, *home.parents}]
    return sorted(str(one) for one in kept if not any(other in one.parents for other in kept))


def _project(folder: Path) -> Path:
    for above in (folder, *folder.parents)[: _HIGHEST + 1]:
        if any((above / mark).exists() for mark in _MARKS):
            return above
    return folder
