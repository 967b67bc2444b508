"""Documents and notebooks opened, saved and closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from perfcast.lsp.diagnostics import withdraw_diagnostics

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


def register(server: PerfcastServer) -> None:
    """Forecast on open and on save, never on a keystroke; forget on close."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.forecasting.update(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.forecasting.update(params.text_document.uri)
        server.forecasting.update_importing(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.forecasting.forget(params.text_document.uri)
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
