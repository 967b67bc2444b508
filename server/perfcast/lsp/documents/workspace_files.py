"""The Python files of workspace folders, found on disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.programs import file_path, path_of
from perfcast.source.locations.globs import matches
from perfcast.source.locations.python_files import walked


def python_files(folder: str, settings: Settings) -> Iterator[tuple[str, Path]]:
    """(URI, path) of the Python files in a workspace folder, as `walked` has them, without what the settings exclude.

    Args:
        folder: its URI, with which those of the files begin.
        settings: that hold for it.
    """
    root = file_path(folder)
    if root is None:
        return
    base = folder.rstrip("/")

    def is_excluded(below: str) -> bool:
        path = path_of(f"{base}/{_quoted(below)}")
        return any(matches(pattern, path) for pattern in settings.exclude)

    for place, names in walked(root, is_excluded):
        for name in names:
            path = place / name
            yield f"{base}/{_quoted(path.relative_to(root).as_posix())}", path


def _quoted(path: str) -> str:
    """A path as part of a URI; names that are no text keep their bytes."""
    return quote(os.fsencode(path))
