"""Hovers on a `def`, or on a call of a function of the file or of another one of the project: the whole forecast."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING
from unicodedata import normalize

from lsprotocol import types
from pygls.capabilities import get_capability

from perfcast.forecast import METRICS, Predictor, UnitForecast
from perfcast.forecast.growth import Growth, growth, orders
from perfcast.forecast.presentation.markdown import code_span, escaped, plain
from perfcast.forecast.presentation.picture import picture
from perfcast.forecast.presentation.text import (
    SLEEP_NOT_COUNTED,
    amount_text,
    count_text,
    device_phrase,
    histogram_text,
    origin_text,
    reason_text,
    workload_text,
)
from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.homes import home_of
from perfcast.lsp.documents.programs import is_excluded
from perfcast.lsp.engine import Job
from perfcast.lsp.failures import content_modified
from perfcast.lsp.features.descriptions import heading, left_out_text, measured_lines
from perfcast.lsp.transport.protocol import markdown_or_plain
from perfcast.source import SourceFile, Unit
from perfcast.source.projects.call_resolution import may_mean
from perfcast.source.projects.imported_names import imported_unit

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer
    from perfcast.triton import Device

# Possessive throughout: a line may be a megabyte of anything.
_NAME = re.compile(
    r"\b(?:(?:async\s++)?def\s++(?P<defined>\w++)|(?:(?P<owner>\w++)\s*+\.\s*+)?(?P<called>\w++)(?=\s*+\())"
)


@dataclass(frozen=True)
class _Found:
    """What stands under the cursor, where it is defined, and its columns in characters."""

    file: SourceFile
    unit: Unit
    start: int
    end: int
    module: str = ""


@dataclass(frozen=True)
class _Detail:
    forecast: UnitForecast
    growth: Growth | None
    module: str


def register(server: PerfcastServer) -> None:
    """Answer requests for hovers."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        program = server.programs.at(uri)
        part = program.part(uri) if program else None
        predictor = server.engine.predictor
        if program is None or part is None or predictor is None:
            return None
        settings = server.configuration.settings(program.key)
        document, number = part.document, params.position.line + 1
        if is_excluded(program, settings) or not 1 <= number <= document.index.count:
            return None
        column = document.index.from_client(number, params.position.character, document.encoding)
        line = document.index.line(number)
        if not any(start <= column <= end for start, end, _, _ in _names(line)):
            return None
        analysis = server.forecasting.analysis(program.key)
        previous, home = None if analysis is None else analysis.file, home_of(server, program.key)
        file = partial(SourceFile.parse_tolerant, program.text, previous, home)
        place = number + part.first_line - 1
        work = partial(_look_up, file, place, line, column, settings, server.device(settings), server.gpu(settings))
        answer = await server.engine.run(work)
        now = server.programs.at(uri)
        if now is None or now.text != program.text:
            raise content_modified()
        if answer is None:
            return None
        found, detail = answer
        formats = get_capability(server.client_capabilities, "text_document.hover.content_format", [])
        if types.MarkupKind.Markdown not in formats:
            settings = replace(settings, hover_pictures=False)
        # What is imported lies in no cell.
        placed = str if found.module else program.in_cells
        markdown = placed(detail) if isinstance(detail, str) else _markdown(detail, settings, predictor, placed)
        to_client = partial(document.index.to_client, number, encoding=document.encoding)
        if not found.module and found.unit in found.file.units[settings.max_units :]:
            markdown += f"\n\n{left_out_text(settings.max_units, len(found.file.units))}."
        return types.Hover(
            contents=markdown_or_plain(formats, markdown, plain(markdown)),
            range=types.Range(
                types.Position(number - 1, to_client(found.start)), types.Position(number - 1, to_client(found.end))
            ),
        )


def _names(line: str) -> Iterator[tuple[int, int, str, str]]:
    """(start, end, name, owner) of what is defined or called in a line; the owner of ``a.b()`` is ``a``.

    Names are as Python reads them, for which several characters may stand for one.
    """
    for match in _NAME.finditer(line):
        group = "defined" if match["defined"] else "called"
        name, owner = (normalize("NFKC", one or "") for one in match.group(group, "owner"))
        yield match.start(group), match.end(group), name, owner


def _look_up(
    read: Callable[[], SourceFile],
    number: int,
    line: str,
    column: int,
    settings: Settings,
    device: str,
    gpu: Device | None,
    predictor: Predictor,
    _: Job,
) -> tuple[_Found, _Detail | str] | None:
    """Forecasts the unit that is defined or called at a place, over sizes, too; of a kernel, the text that says all."""
    file = read()
    found = _unit_at(file, number, line, column)
    if found is None:
        return None
    file = found.file
    if found.unit.kind == "kernel":
        # Imported when it is needed: what follows kernels would hold up the server's start.
        from perfcast.lsp.features.kernels import kernel_markdown

        kernel = kernel_markdown(file, found.unit, predictor, settings.interval, gpu)
        if kernel is not None:
            return found, kernel
    resolved = predictor.resolve(file, found.unit, settings.default_size)
    forecast = predictor.forecast_unit(file, found.unit, resolved, device)
    shown = predictor.forecast_workload(file, found.unit, resolved, device).workload
    grown = growth(predictor, file, found.unit, shown, device) if forecast.supported_forecasts else None
    return found, _Detail(forecast, grown, found.module)


def _unit_at(file: SourceFile, number: int, line: str, column: int) -> _Found | None:
    for start, end, name, owner in _names(line):
        if not start <= column <= end:
            continue
        defined = [unit for unit in file.units if unit.line == number and unit.name.rpartition(".")[2] == name]
        unit = defined[0] if defined else _called(file, number, name, owner)
        if unit is not None:
            return _Found(file, unit, start, end)
        imported = imported_unit(file, f"{owner}.{name}" if owner else name)
        if imported is not None:
            return _Found(imported.file, imported.unit, start, end, imported.module)
    return None


def _called(file: SourceFile, number: int, name: str, owner: str) -> Unit | None:
    """The unit that a call means, as far as names tell."""
    within = [unit for unit in file.units if unit.line <= number <= unit.end_line]
    scopes = [unit.name for unit in reversed(within)]
    if owner in {"self", "cls"} and within:
        class_name = next((unit.name.rpartition(".")[0] for unit in within if unit.kind == "method"), "")
        wanted = [f"{class_name}.{name}"]
    elif owner:
        sites = [site for site in file.calls(name) if site.node.lineno <= number <= (site.node.end_lineno or number)]
        alike = [unit for unit in file.units if unit.name.endswith(f".{name}")]
        wanted = [f"{owner}.{name}", *(one.name for one in alike if any(may_mean(file, one, site) for site in sites))]
    else:
        wanted = [*(f"{scope}.{name}" for scope in scopes), name, f"{name}.__init__"]
    known = {unit.name: unit for unit in file.units}
    return next((known[candidate] for candidate in wanted if candidate in known), None)


def _markdown(detail: _Detail, settings: Settings, predictor: Predictor, placed: Callable[[str], str]) -> str:
    """
    Args:
        placed: names the lines of a text as the reader counts them.
    """
    unit_forecast = detail.forecast
    low, high = (1 - settings.interval) / 2, (1 + settings.interval) / 2
    paragraphs = [heading(unit_forecast), *measured_lines(unit_forecast)]
    if detail.module:
        paragraphs.append(f"Defined in the module {code_span(detail.module)}.")
    if unit_forecast.outside:
        paragraphs.append(f"No grounds for a forecast: {escaped(reason_text(unit_forecast))}.")
    else:
        rows = [f"| | {low:.0%} | median | {high:.0%} | |", "| :-- | --: | --: | --: | :-- |"]
        for name, forecast in unit_forecast.forecasts.items():
            amounts = [amount_text(forecast.quantile(u), forecast.unit) for u in (low, 0.5, high)]
            rows.append(f"| {METRICS[name].title} | {' | '.join(amounts)} | `{histogram_text(forecast)}` |")
        paragraphs.append("\n".join(rows))
        if settings.hover_pictures and unit_forecast.forecasts:
            drawn = picture(list(unit_forecast.forecasts.values()), settings.interval)
            paragraphs.append(
                f"![{settings.interval:.0%} ranges](data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()})"
            )
    if unit_forecast.sleeps:
        paragraphs.append(f"{SLEEP_NOT_COUNTED}.")
    paragraphs.append(f"For {code_span(workload_text(unit_forecast))}, {escaped(placed(origin_text(unit_forecast)))}.")
    if detail.growth is not None:
        paragraphs.append(_growth_table(detail.growth))
    notes = [f"Comment passed over: {escaped(placed(str(note)))}." for note in unit_forecast.notes]
    model = f"{predictor.model.get('name')} {predictor.model.get('version')}."
    is_told = unit_forecast.measured or not unit_forecast.outside
    basis = f"On {device_phrase(predictor, unit_forecast.device)}; model {model}" if is_told else f"Model {model}"
    paragraphs.extend([*notes, basis])
    return "\n\n".join(paragraphs)


def _growth_table(found: Growth) -> str:
    rows = [
        f"| n | {' | '.join(map(count_text, found.sizes))} | grows as |",
        "| :-- |" + " --: |" * len(found.sizes) + " :-- |",
    ]
    for name, order in orders(found).items():
        amounts = " | ".join(amount_text(median, METRICS[name].unit) for median in found.medians(name))
        rows.append(f"| {METRICS[name].title} | {amounts} | {order} |")
    return "\n".join(rows)
