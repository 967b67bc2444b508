"""Inlay hints at the end of each `def` line, with their tooltips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.capabilities import get_capability

from perfcast.forecast import ALL_METRICS, UnitForecast
from perfcast.forecast.presentation.markdown import code_span, escaped
from perfcast.forecast.presentation.text import (
    SLEEP_NOT_COUNTED,
    HintStyle,
    hint,
    origin_text,
    range_text,
    reason_text,
    time_text,
    workload_text,
)
from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.programs import Program
from perfcast.lsp.failures import content_modified
from perfcast.lsp.features.descriptions import heading, left_out_text, measured_lines

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

#: At the first function that has no hint since the file has too many.
_NO_MORE: Final = "no hints from here on"


def register(server: PerfcastServer) -> None:
    """Answer requests for inlay hints and for their tooltips."""

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        uri = params.text_document.uri
        program = server.programs.at(uri)
        part = program.part(uri) if program else None
        if program is None or part is None:
            return []
        offset = part.first_line
        first, last = params.range.start.line + offset, min(params.range.end.line, part.line_count - 1) + offset
        server.forecasting.focus(program.key, first, last)
        if not server.hint_refresh.is_possible:
            # Nobody would ask this client again once the forecasts are there.
            asked = program.text
            await server.forecasting.wait(program.key)
            program = server.programs.at(uri)
            if program is not None and program.text != asked:
                raise content_modified()
            part = program.part(uri) if program else None
        if program is not None and part is not None:
            server.hint_refresh.answered(program.key, part.document.uri)
        analysis = server.forecasting.analysis(program.key) if program else None
        if program is None or part is None or analysis is None:
            return []
        settings = server.configuration.settings(program.key)
        style = hint_style(settings)
        eager = not _resolves_tooltips(server.client_capabilities)
        hints = []
        for line, index, entry in analysis.located(program.text):
            text = hint(entry.forecast, style) if entry.forecast and first <= line <= last else ""
            if text:
                data = {"key": program.key, "serial": analysis.serial, "index": index}
                tooltip = _tooltip(entry.forecast, settings, program) if eager and entry.forecast else None
                hints.append(
                    types.InlayHint(
                        position=part.document.end_of_line(line - part.first_line + 1),
                        label=text,
                        kind=types.InlayHintKind.Type,
                        padding_left=True,
                        tooltip=tooltip,
                        data=data,
                    )
                )
        place = analysis.line_left_out(program.text)
        if place is not None and first <= place <= last and (style.memory or style.time):
            count = len(analysis.file.units)
            hints.append(
                types.InlayHint(
                    position=part.document.end_of_line(place - part.first_line + 1),
                    label=_NO_MORE,
                    padding_left=True,
                    tooltip=types.MarkupContent(
                        types.MarkupKind.Markdown, f"{left_out_text(len(analysis.entries), count)}."
                    ),
                )
            )
        return hints

    @server.feature(types.INLAY_HINT_RESOLVE)
    def resolve(inlay_hint: types.InlayHint) -> types.InlayHint:
        forecast = _still_known(server, inlay_hint.data)
        if forecast is not None:
            key = inlay_hint.data["key"]  # type: ignore[index]
            program = server.programs.at(key)
            inlay_hint.tooltip = _tooltip(forecast, server.configuration.settings(key), program)
        return inlay_hint


def hint_style(settings: Settings) -> HintStyle:
    """What the settings say of hints."""
    return HintStyle(
        memory=settings.hints_memory,
        time=settings.hints_time,
        minimum_memory=settings.hints_minimum_memory,
        minimum_time=settings.hints_minimum_time,
        points=settings.hints_style == "point",
        interval=settings.interval,
    )


def _still_known(server: PerfcastServer, data: Any) -> UnitForecast | None:
    """The forecast that a hint was made from; None once there is a newer analysis."""
    if not isinstance(data, dict):
        return None
    analysis = server.forecasting.analysis(str(data.get("key")))
    index = data.get("index")
    if analysis is None or analysis.serial != data.get("serial") or not isinstance(index, int):
        return None
    return analysis.entries[index].forecast if 0 <= index < len(analysis.entries) else None


def _resolves_tooltips(capabilities: types.ClientCapabilities) -> bool:
    properties = get_capability(capabilities, "text_document.inlay_hint.resolve_support.properties", [])
    return "tooltip" in properties


def _tooltip(unit_forecast: UnitForecast, settings: Settings, program: Program | None) -> types.MarkupContent:
    """Both ranges in words, the workload and where it came from."""
    share = f"{settings.interval:.0%}"
    lines = [heading(unit_forecast), *measured_lines(unit_forecast)]
    if unit_forecast.outside:
        lines.append(f"No grounds for a forecast: {escaped(reason_text(unit_forecast))}")
    else:
        for name, forecast in unit_forecast.forecasts.items():
            shown = range_text(*forecast.interval(settings.interval), forecast.unit)
            lines.append(f"{ALL_METRICS[name].title}: {shown} ({share} range)")
    if unit_forecast.sleeps:
        lines.append(SLEEP_NOT_COUNTED)
    if unit_forecast.bound is not None:
        lines.append(f"Time: at least {time_text(unit_forecast.bound)}, a roofline bound and no forecast")
    origin = origin_text(unit_forecast) if program is None else program.in_cells(origin_text(unit_forecast))
    lines.append(f"For {code_span(workload_text(unit_forecast))}, {escaped(origin)}")
    if unit_forecast.measured or not unit_forecast.outside:
        lines.append(f"On {unit_forecast.device}")
    return types.MarkupContent(types.MarkupKind.Markdown, "  \n".join(lines))
