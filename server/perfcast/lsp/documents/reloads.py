"""Open documents that editors read anew from disk, as after a change of branches: for the protocol these are edits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from perfcast.lsp.documents.programs import file_path
from perfcast.source import SourceError, decode_source

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


class Reloads:
    """Forecasts documents that have become what their files are on disk, which nobody saves.

    A client may tell of the file before it reads it anew, or after.
    """

    def __init__(self, server: PerfcastServer) -> None:
        self._server = server
        self._awaited: dict[str, str] = {}

    def written(self, uris: list[str]) -> None:
        """Note that files have changed on disk."""
        for uri in uris:
            program = self._server.programs.at(uri)
            path = file_path(uri)
            if program is None or path is None:
                continue
            try:
                text = decode_source(Path(path).read_bytes())
            except (OSError, SourceError):
                continue
            self._awaited[unquote(uri)] = text.removeprefix("\ufeff")
            self.edited(uri)

    def edited(self, uri: str) -> None:
        """Note that a document has changed in the editor."""
        awaited = self._awaited.get(unquote(uri))
        program = None if awaited is None else self._server.programs.at(uri)
        if program is not None and program.text.removeprefix("\ufeff") == awaited:
            self.forget(uri)
            self._server.forecasting.update(uri)

    def forget(self, uri: str) -> None:
        """Drop what is known of a document that was closed."""
        self._awaited.pop(unquote(uri), None)
