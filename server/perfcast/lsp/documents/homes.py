"""Where the programs of a workspace lie, so that what they import from one another is found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from perfcast.lsp.documents.programs import file_path
from perfcast.source.locations.place import Place

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


def home_of(server: PerfcastServer, uri: str) -> Place | None:
    """The place of a document or notebook; None for one that lies in no folder, as before it is saved first."""
    path = path_on_disk(uri)
    return None if path is None else Place.of(path, project_folders(server))


def path_on_disk(uri: str) -> Path | None:
    """Where a document or notebook is saved; None for one that is not."""
    path = file_path(uri) if uri.startswith("file:") else None
    return None if path is None else Path(path)


def project_folders(server: PerfcastServer) -> list[Path]:
    """The workspace's folders."""
    projects = [file_path(folder.uri) for folder in server.workspace.folders.values()]
    return [Path(project) for project in projects if project is not None]
