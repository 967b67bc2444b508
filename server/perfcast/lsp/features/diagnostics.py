"""Diagnostics: budgets that are exceeded, and comments to Perfcast that do not parse.

Clients that can pull them do; to the others they are published after each forecast.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from perfcast.forecast import UnitForecast
from perfcast.forecast.budgets import Budget, Certainty, breaches, unchecked, without_sleep
from perfcast.forecast.presentation.text import assumption_text, sleep_text, unchecked_text
from perfcast.lsp.configuration.configuration import innermost
from perfcast.lsp.configuration.file_budgets import budgets_for
from perfcast.lsp.documents.open_documents import Document
from perfcast.lsp.documents.programs import Program, path_of
from perfcast.lsp.forecasting import Entry

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

_SOURCE = "perfcast"
_SEVERITIES = {
    Certainty.SURE: types.DiagnosticSeverity.Error,
    Certainty.LIKELY: types.DiagnosticSeverity.Warning,
    Certainty.POSSIBLE: types.DiagnosticSeverity.Information,
}


def register(server: PerfcastServer) -> None:
    """Answer clients that pull diagnostics."""

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC)
    def diagnostics(params: types.DocumentDiagnosticParams) -> types.RelatedFullDocumentDiagnosticReport:
        uri = params.text_document.uri
        return types.RelatedFullDocumentDiagnosticReport(items=_of_document(server, server.programs.at(uri), uri))


def settle_pulling(server: PerfcastServer) -> None:
    """Offer to be asked for diagnostics only where the client asks again when told to.

    Others, such as Neovim 0.11, ask when a document is opened or edited, which is before it is forecast: to them
    diagnostics are published. For use before the server's capabilities are told.
    """
    if not _are_pulled(server):
        server.protocol.fm.features.pop(types.TEXT_DOCUMENT_DIAGNOSTIC, None)


def _are_pulled(server: PerfcastServer) -> bool:
    known = server.client_capabilities
    can_pull = get_capability(known, "text_document.diagnostic", None) is not None
    return can_pull and bool(get_capability(known, "workspace.diagnostics.refresh_support", False))


def refresh_diagnostics(server: PerfcastServer, key: str) -> None:
    """Bring the client's diagnostics of one program up to date."""
    if _are_pulled(server):
        server.workspace_diagnostic_refresh(None)
        return
    program = server.programs.at(key)
    for part in program.parts if program else ():
        document = part.document
        server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=document.uri, version=document.version, diagnostics=_of_document(server, program, document.uri)
            )
        )


def withdraw_diagnostics(server: PerfcastServer, uri: str) -> None:
    """Take back what was published of a document that was closed."""
    if not _are_pulled(server):
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))


def _of_document(server: PerfcastServer, program: Program | None, uri: str) -> list[types.Diagnostic]:
    part = program.part(uri) if program else None
    analysis = server.forecasting.analysis(program.key) if program else None
    if program is None or part is None or analysis is None:
        return []
    general = general_budgets(server, program)
    found: list[types.Diagnostic] = []
    for number, _, entry in analysis.within(part, program.text):
        if entry.forecast is not None:
            found.extend(_of_unit(program, part.document, number, entry, entry.forecast, general))
    return found


def general_budgets(server: PerfcastServer, program: Program) -> tuple[Budget, ...]:
    """What the settings allow to units without a budget of their own."""
    settings = server.configuration.settings(program.key)
    folder = innermost((folder.uri for folder in server.workspace.folders.values()), program.key)
    return budgets_for(path_of(program.key), path_of(folder) if folder else "", settings.budgets)


def _of_unit(
    program: Program, document: Document, number: int, entry: Entry, forecast: UnitForecast, general: tuple[Budget, ...]
) -> Iterator[types.Diagnostic]:
    """The diagnostics of one unit, whose `def` is in line `number` of the document."""
    for note in forecast.notes:
        # It may be kept from a text that had the unit elsewhere.
        place = number + note.line - forecast.unit.line
        start = document.index.to_client(place, note.column, document.encoding)
        yield types.Diagnostic(
            range=types.Range(types.Position(place - 1, start), document.end_of_line(place)),
            message=note.message,
            severity=types.DiagnosticSeverity.Warning,
            source=_SOURCE,
            code="comment",
        )
    if forecast.ignored:
        return
    start = document.index.to_client(number, entry.unit.column, document.encoding)
    line = types.Range(types.Position(number - 1, start), document.end_of_line(number))
    # What the settings allow to all files would be said at every second function.
    if unchecked(forecast.supported_forecasts, forecast.budgets, forecast.measured):
        yield _information(line, unchecked_text(forecast), "budget/unchecked")
    timed = without_sleep(forecast.supported_forecasts, forecast.budgets, forecast.measured, sleeps=forecast.sleeps)
    if timed:
        yield _information(line, sleep_text(timed), "budget/sleep")
    for breach in breaches(forecast.supported_forecasts, forecast.budgets or general, forecast.measured):
        yield types.Diagnostic(
            range=line,
            message=f"{breach} (for {program.in_cells(assumption_text(forecast))})",
            severity=_SEVERITIES[breach.certainty],
            source=_SOURCE,
            code=f"budget/{breach.budget.metric}",
        )


def _information(line: types.Range, message: str, code: str) -> types.Diagnostic:
    return types.Diagnostic(
        range=line, message=message, severity=types.DiagnosticSeverity.Information, source=_SOURCE, code=code
    )
