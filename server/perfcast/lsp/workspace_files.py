"""The Python files of workspace folders, found on disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from perfcast.lsp.globs import matches
from perfcast.lsp.programs import file_path, path_of
from perfcast.lsp.settings import Settings

# A folder that holds this is a Python environment: what is in it was installed and not written here.
_ENVIRONMENT = "pyvenv.cfg"


def python_files(folder: str, settings: Settings) -> Iterator[tuple[str, Path]]:
    """(URI, path) of the Python files in a workspace folder, in the order of their names.

    Left out are files and folders that the settings exclude, Python environments, and links to folders.

    Args:
        folder: its URI, with which those of the files begin.
        settings: that hold for it.
    """
    root = file_path(folder)
    if root is None:
        return
    base = folder.rstrip("/")
    for place, folders, names in os.walk(root):
        below = Path(place).relative_to(root).as_posix()
        prefix = "" if below == "." else f"{below}/"
        if _ENVIRONMENT in names:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not _is_excluded(f"{base}/{prefix}{name}/", settings))
        for name in sorted(names):
            uri = f"{base}/{_quoted(prefix + name)}"
            if name.endswith(".py") and not _is_excluded(uri, settings):
                yield uri, Path(place, name)


def _is_excluded(uri: str, settings: Settings) -> bool:
    path = path_of(uri)
    return any(matches(pattern, path) for pattern in settings.exclude)


def _quoted(path: str) -> str:
    """A path as part of a URI; names that are no text keep their bytes."""
    return quote(os.fsencode(path))
