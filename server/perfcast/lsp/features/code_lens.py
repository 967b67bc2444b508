"""Lenses above each `def`, for those who turned them on.

Above a function: compare with another one, measure. Above a Triton kernel that is launched: rank its configurations,
where it has several, and compare with another one; few machines have the GPU that measuring takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from perfcast.forecast import Predictor
from perfcast.lsp.engine import Job
from perfcast.lsp.forecasting import Analysis
from perfcast.source import SourceError, SourceFile, Unit

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
        analysis = server.forecasting.analysis(program.key) if program else None
        if program is None or analysis is None or not server.configuration.settings(program.key).code_lens:
            return []
        titles = await _kernel_titles(server, analysis)
        # The text may have changed meanwhile.
        program = server.programs.at(uri)
        part = program.part(uri) if program else None
        if program is None or part is None:
            return []
        lenses: list[types.CodeLens] = []
        for number, _, entry in analysis.within(part, program.text):
            if entry.forecast is not None and entry.forecast.ignored:
                continue
            column = part.document.index.to_client(number, entry.unit.column, part.document.encoding)
            place = types.Range(types.Position(number - 1, column), part.document.end_of_line(number))
            commands = _commands(server, uri, entry.unit, number, titles)
            lenses.extend(types.CodeLens(range=place, command=command) for command in commands)
        return lenses


def _commands(
    server: PerfcastServer, uri: str, unit: Unit, line: int, rank_titles: Mapping[Unit, str | None]
) -> list[types.Command]:
    known = server.client_commands
    commands: list[types.Command | None] = []
    if unit.kind == "kernel":
        if (title := rank_titles.get(unit)) is not None:
            commands.append(known.rank(uri, unit.name, line, title))
        if unit in rank_titles:
            commands.append(known.compare_with(uri, unit.name, line))
    else:
        commands = [known.compare_with(uri, unit.name, line), known.measure(uri, unit.name, line)]
    return [command for command in commands if command is not None]


async def _kernel_titles(server: PerfcastServer, analysis: Analysis) -> Mapping[Unit, str | None]:
    """The kernels that may be launched, and the titles of lenses that rank them; none while no model is loaded, after
    which lenses are asked for again.

    A file with kernels is followed for it, in the model's thread.
    """
    has_kernels = any(entry.unit.kind == "kernel" for entry in analysis.entries)
    known = server.client_commands
    if not has_kernels or not (known.can_rank or known.can_compare) or server.engine.predictor is None:
        return {}
    return await server.engine.run(partial(_titles, analysis.file))


def _titles(file: SourceFile, predictor: Predictor, _: Job) -> dict[Unit, str | None]:
    from perfcast.lsp.features.kernels import rank_lens_title
    from perfcast.triton import KernelError

    try:
        kernels = predictor.kernels.files.of(file).kernels
    except (KernelError, SourceError):
        return {}
    return {kernel.unit: rank_lens_title(kernel) for kernel in kernels if not kernel.is_helper}


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
