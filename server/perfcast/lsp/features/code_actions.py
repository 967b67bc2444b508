"""Code actions on a `def`: comments to Perfcast, ready to be changed by hand, and measuring what may cost too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from perfcast.forecast import METRICS, UnitForecast
from perfcast.forecast.budgets import Budget, breaches
from perfcast.forecast.presentation.text import amount_text
from perfcast.lsp.documents.open_documents import Document
from perfcast.lsp.features.diagnostics import general_budgets
from perfcast.lsp.forecasting import Entry

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


def register(server: PerfcastServer) -> None:
    """Offer the actions where the cursor is in a unit's header."""

    options = types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.RefactorRewrite, types.CodeActionKind.QuickFix]
    )

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        program = server.programs.at(uri)
        part = program.part(uri) if program else None
        analysis = server.forecasting.analysis(program.key) if program else None
        if program is None or part is None or analysis is None:
            return []
        for number, _, entry in analysis.within(part, program.text):
            header = entry.unit.header_end_line - entry.unit.line
            within = number <= params.range.start.line + 1 <= number + header
            if within and entry.forecast is not None:
                general = general_budgets(server, program)
                offered = [
                    *_measuring(server, params, number, entry.forecast, general),
                    *_comments(part.document, number, entry, entry.forecast),
                ]
                return [action for action in offered if _is_wanted(action, params.context.only)]
        return []


def _is_wanted(action: types.CodeAction, kinds: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether an action is of one of the kinds that a client asks for, or of a kind within it."""
    offered = str(getattr(action.kind, "value", action.kind))
    wanted = [str(getattr(kind, "value", kind)) for kind in kinds or ()]
    return not wanted or any(not kind or f"{offered}.".startswith(f"{kind}.") for kind in wanted)


def _measuring(
    server: PerfcastServer,
    params: types.CodeActionParams,
    line: int,
    forecast: UnitForecast,
    general: Sequence[Budget],
) -> Iterator[types.CodeAction]:
    """What removes doubt where a budget may be exceeded."""
    if forecast.ignored or forecast.outside or forecast.unit.kind == "kernel":
        return
    found = breaches(forecast.forecasts, forecast.budgets or general, forecast.measured)
    if all(breach.is_measured for breach in found):
        return
    yield types.CodeAction(
        title="Perfcast: Measure this function",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[one for one in params.context.diagnostics if str(one.code).startswith("budget/")] or None,
        command=server.client_commands.measure(params.text_document.uri, forecast.unit.name, line),
    )


def _comments(document: Document, number: int, entry: Entry, forecast: UnitForecast) -> Iterator[types.CodeAction]:
    if forecast.ignored:
        return
    if forecast.workload and forecast.workload_origin != "comment":
        yield _comment(document, number, entry, "Write the workload as a comment", forecast.workload)
    is_founded = not forecast.outside and METRICS.keys() <= forecast.forecasts.keys()
    if is_founded and not forecast.budgets:
        # What it is likely to cost at most, so that the budget holds for now.
        limits = {METRICS[name].label: amount_text(2 * one.p90, one.unit) for name, one in forecast.forecasts.items()}
        # More than can be written is no budget.
        told = [f"{label} < {limit}" for label, limit in limits.items() if limit[0].isdigit()]
        if told:
            yield _comment(document, number, entry, "Set a budget", ", ".join(told))
    yield _comment(document, number, entry, "Ignore this function", "ignore")


def _comment(document: Document, number: int, entry: Entry, title: str, text: str) -> types.CodeAction:
    """An action that puts a comment above the unit, its decorators and its other comments."""
    above = number - entry.block.def_index
    line = document.index.line(above)
    indent = line[: len(line) - len(line.lstrip())]
    end = "\r\n" if "\r\n" in document.source else "\n"
    place = types.Position(above - 1, 0)
    edit = types.TextEdit(range=types.Range(place, place), new_text=f"{indent}# perfcast: {text}{end}")
    return types.CodeAction(
        title=f"Perfcast: {title}",
        kind=types.CodeActionKind.RefactorRewrite,
        edit=types.WorkspaceEdit(changes={document.uri: [edit]}),
    )
