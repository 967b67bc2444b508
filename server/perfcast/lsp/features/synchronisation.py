"""Documents and notebooks opened, saved and closed."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from perfcast.lsp.documents.reloads import Reloads
from perfcast.lsp.features.diagnostics import withdraw_diagnostics

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

logger = logging.getLogger(__name__)


async def watch_files(server: PerfcastServer) -> None:
    """Ask a client that can to tell of files that change on disk, as by a change of branches: others import them."""
    watching = "workspace.did_change_watched_files.dynamic_registration"
    if not get_capability(server.client_capabilities, watching, False):
        return
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*.py")])
    try:
        await server.client_register_capability_async(
            types.RegistrationParams([types.Registration("perfcast-files", method, options)])
        )
    except (JsonRpcException, asyncio.InvalidStateError) as error:
        logger.info("the client does not tell of changed files: %s", error)


def register(server: PerfcastServer) -> None:
    """Forecast on open and on save, never on a keystroke; forget on close."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.forecasting.update(params.text_document.uri)

    reloads = Reloads(server)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def edited(params: types.DidChangeTextDocumentParams) -> None:
        reloads.edited(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.forecasting.update(params.text_document.uri)
        server.forecasting.update_importing()
        await server.forecasting.update_called([params.text_document.uri])

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def changed_on_disk(params: types.DidChangeWatchedFilesParams) -> None:
        server.forecasting.update_importing()
        uris = [change.uri for change in params.changes]
        reloads.written(uris)
        await server.forecasting.update_called(uris)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.forecasting.forget(params.text_document.uri)
        reloads.forget(params.text_document.uri)
        withdraw_diagnostics(server, params.text_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def notebook_opened(params: types.DidOpenNotebookDocumentParams) -> None:
        server.forecasting.update(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def notebook_changed(params: types.DidChangeNotebookDocumentParams) -> None:
        # Cells that are added, moved or run are no keystrokes.
        cells = params.change.cells
        if cells is not None and (cells.structure is not None or cells.data):
            server.forecasting.update(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def notebook_saved(params: types.DidSaveNotebookDocumentParams) -> None:
        server.forecasting.update(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def notebook_closed(params: types.DidCloseNotebookDocumentParams) -> None:
        server.forecasting.forget(params.notebook_document.uri)
        for cell in params.cell_text_documents:
            withdraw_diagnostics(server, cell.uri)
