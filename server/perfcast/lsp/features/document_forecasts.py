"""The command that tells what the units of an open document cost and may cost, for clients that mark them by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from perfcast.forecast.presentation.payload import forecasts_payload
from perfcast.lsp.failures import request_failed
from perfcast.lsp.features.diagnostics import general_budgets

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

COMMAND = "perfcast.server.documentForecasts"


def register(server: PerfcastServer) -> None:
    """Offer the command.

    Its argument is ``{uri}``, the answer a list of ``{line, forecasts, budgets}``: the line (1-based) of a unit's `def`
    in the document, its forecasts as in ``perfcast predict --json``, and ``{metric, limit}`` of what it may come to.
    Units without grounds for a forecast are left out, and those that are yet to be forecast.
    """

    @server.command(COMMAND)
    async def document_forecasts(request: Any) -> list[dict[str, Any]]:
        if not isinstance(request, Mapping) or not isinstance(request.get("uri"), str):
            raise request_failed("an object with uri is expected")
        program = server.programs.at(request["uri"])
        part = program.part(request["uri"]) if program else None
        analysis = server.forecasting.analysis(program.key) if program else None
        if program is None or part is None or analysis is None:
            return []
        general = general_budgets(server, program)
        found = []
        for number, _, entry in analysis.within(part, program.text):
            forecast = entry.forecast
            if forecast is None or forecast.ignored or not forecast.supported_forecasts:
                continue
            budgets = [{"metric": one.metric, "limit": one.limit} for one in forecast.budgets or general]
            found.append(
                {"line": number, "forecasts": forecasts_payload(forecast.supported_forecasts), "budgets": budgets}
            )
        return found
