"""Lenses above each `def`, for those who turned them on: compare with another function, measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


def register(server: PerfcastServer) -> None:
    """Answer requests for lenses."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    async def code_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        program = server.programs.at(uri)
        if program is not None and not can_refresh_lenses(server):
            # Nobody would ask this client again once the functions are known.
            await server.forecasting.wait(program.key)
            program = server.programs.at(uri)
        part = program.part(uri) if program else None
        analysis = server.forecasting.analysis(program.key) if program else None
        if program is None or part is None or analysis is None:
            return []
        if not server.configuration.settings(program.key).code_lens:
            return []
        lenses: list[types.CodeLens] = []
        for line, _, entry in analysis.located(program.text):
            number = line - part.first_line + 1
            if not 1 <= number <= part.line_count or (entry.forecast is not None and entry.forecast.ignored):
                continue
            column = part.document.index.to_client(number, entry.unit.column, part.document.encoding)
            place = types.Range(types.Position(number - 1, column), part.document.end_of_line(number))
            known, name = server.client_commands, entry.unit.name
            commands = (known.compare_with(uri, name), known.measure(uri, name))
            lenses.extend(types.CodeLens(range=place, command=command) for command in commands if command is not None)
        return lenses


def can_refresh_lenses(server: PerfcastServer) -> bool:
    """Whether the client asks for lenses again when told to."""
    return bool(get_capability(server.client_capabilities, "workspace.code_lens.refresh_support", False))


class LensRefresh:
    """Has the client ask for lenses again, where it has any to lose or to gain."""

    def __init__(self, server: PerfcastServer) -> None:
        self._server = server
        self._were_on = False

    def send(self) -> None:
        """Tell a client that can be told so."""
        are_on = any(settings.code_lens for settings in self._server.configuration.all)
        concerned, self._were_on = are_on or self._were_on, are_on
        if concerned and can_refresh_lenses(self._server):
            self._server.workspace_code_lens_refresh(None)
