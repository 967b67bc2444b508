"""The projects that files are of: their folders, and the files of Python in these."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .place import Place, stamp_of
from .python_files import is_excluded_by_default, walked

#: What says that a folder is a project's.
_MARKS: Final = (".git", "pyproject.toml", "setup.py", "setup.cfg", ".hg")
#: How far above a package its project is looked for.
_HIGHEST: Final = 3
_PYTHON: Final = ".py"
#: Folders and files that are looked at, bytes of one.
_MOST_FOLDERS: Final = 4_000
_MOST_FILES: Final = 3_000
_LARGEST: Final = 300_000
#: Of paths within a project.
TEST: Final = re.compile(r"(?:^|[_/])tests?(?:[_/.]|$)")


def read_small(path: str) -> bytes:
    """Nothing of what is large or cannot be read."""
    stamp = stamp_of(path)
    try:
        return b"" if stamp is None or stamp[1] > _LARGEST else Path(path).read_bytes()
    except OSError:
        return b""


def is_written_by_hand(path: str) -> bool:
    """Whether a path is that of Python code which nobody has installed."""
    return path.endswith(_PYTHON) and not is_excluded_by_default(Path(path).as_posix())


def project_files(roots: list[str]) -> Iterator[tuple[str, str]]:
    """Each with the project's folder."""
    left, folders_left = _MOST_FILES, _MOST_FOLDERS
    for root in roots:
        for folder, names in walked(root):
            folders_left -= 1
            if not folders_left:
                return
            for name in names:
                yield root, str(folder / name)
                left -= 1
                if not left:
                    return


def roots_of(place: Place) -> list[str]:
    """The project's folders, none of which lies in another."""
    folders = {_project(Path(folder)) for folder in place.own}
    home = Path.home()
    kept = [one for one in folders if one not in {home, one.parent, *home.parents}]
    return sorted(str(one) for one in kept if not any(other in one.parents for other in kept))


def _project(folder: Path) -> Path:
    home = Path.home()
    for above in (folder, *folder.parents)[: _HIGHEST + 1]:
        if above == home or above in home.parents:
            break
        if any((above / mark).exists() for mark in _MARKS):
            return above
    return folder
