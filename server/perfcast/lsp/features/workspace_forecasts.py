"""The command that forecasts all units of the workspace's Python files, whenever the editor leaves time for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfcast.forecast import Predictor, UnitForecast
from perfcast.forecast.presentation.payload import unit_payload
from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.homes import home_of
from perfcast.lsp.documents.programs import Program
from perfcast.lsp.documents.workspace_files import python_files
from perfcast.lsp.engine import Job
from perfcast.lsp.failures import request_failed
from perfcast.lsp.threads import in_thread
from perfcast.lsp.transport.progress import cancellable_progress
from perfcast.source import SourceError, SourceFile, Unit, decode_source
from perfcast.source.locations.place import Place

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer
    from perfcast.triton import Device

COMMAND = "perfcast.server.workspaceForecasts"


def register(server: PerfcastServer) -> None:
    """Offer the command.

    Its argument is ``{folders?}``, URIs of folders, all of the workspace without them. The answer is ``{units, files,
    skipped, stopped}``: each unit as in ``perfcast predict --json`` with its file's ``uri``; the number of files that
    were forecast; ``{uri, reason}`` of those that were not, or not wholly; and whether it was cancelled before the end,
    in which case the answer is what was known by then. Files that settings exclude are not named. Of files that are
    open, the editor's text counts.
    """

    @server.command(COMMAND)
    async def workspace_forecasts(request: Any = None) -> dict[str, Any]:
        folders = _folders(server, request)
        collected, stopped = _Collected(), False
        async with cancellable_progress(server, "Forecasting the workspace", 0) as shown:
            try:
                await server.model_is_there()
                files = await in_thread(partial(_files, [(uri, server.configuration.settings(uri)) for uri in folders]))
                for number, (uri, path) in enumerate(files):
                    shown.report(f"{number} of {len(files)} files: {path.name}", 100 * number // len(files))
                    await _forecast_file(server, uri, path, collected)
            except asyncio.CancelledError:
                # The protocol lets a cancelled request be answered with what is there.
                stopped = True
        return {
            "units": collected.units,
            "files": collected.files,
            "skipped": collected.skipped,
            "stopped": stopped,
        }


class _Collected:
    """What is known so far."""

    def __init__(self) -> None:
        self.units: list[dict[str, Any]] = []
        self.skipped: list[dict[str, str]] = []
        self.files = 0

    def skip(self, uri: str, reason: object) -> None:
        """Note why a file, or some of it, is not forecast."""
        self.skipped.append({"uri": uri, "reason": str(reason)})


def _folders(server: PerfcastServer, request: Any) -> list[str]:
    given = request.get("folders") if isinstance(request, Mapping) else None
    if request is not None and not isinstance(request, Mapping):
        raise request_failed("an object is expected")
    if given is None:
        return [folder.uri for folder in server.workspace.folders.values()]
    if not isinstance(given, list) or not all(isinstance(uri, str) for uri in given):
        raise request_failed("folders: a list of URIs is expected")
    return given


def _files(folders: Sequence[tuple[str, Settings]], stopped: threading.Event) -> list[tuple[str, Path]]:
    """The files of all folders, each once."""
    found: dict[Path, str] = {}
    for folder, settings in folders:
        if not settings.enable:
            continue
        for uri, path in python_files(folder, settings):
            if stopped.is_set():
                return []
            found.setdefault(path, uri)
    return [(uri, path) for path, uri in found.items()]


async def _forecast_file(server: PerfcastServer, uri: str, path: Path, collected: _Collected) -> None:
    settings = server.configuration.settings(uri)
    program = server.programs.at(uri)
    try:
        read = await in_thread(partial(_read, path, program, settings, home_of(server, uri)))
    except (OSError, SourceError, ValueError) as error:
        collected.skip(uri, getattr(error, "strerror", None) or error)
        return
    if len(read.units) > settings.max_units:
        collected.skip(uri, f"only the first {settings.max_units} of {len(read.units)} functions")
    for unit in read.units[: settings.max_units]:
        # What is open in the editor comes first.
        await server.forecasting.wait_for_all()
        forecast = await server.engine.run_in_background(
            partial(_forecast, read, unit, settings.default_size, server.device(settings), server.gpu(settings))
        )
        if not forecast.ignored:
            collected.units.append({"uri": uri, **unit_payload(forecast)})
    collected.files += 1


def _read(
    path: Path, program: Program | None, settings: Settings, home: Place | None, _: threading.Event
) -> SourceFile:
    """The file as it is in the editor, or else on disk.

    Raises:
        OSError, SourceError: it cannot be read.
        ValueError: it is larger than the settings allow.
    """
    size = len(program.text.encode("utf-8", "surrogatepass")) if program else path.stat().st_size
    if size > settings.max_file_size:
        raise ValueError(f"{size} bytes are more than maxFileSize allows")
    text = program.text if program else decode_source(path.read_bytes())
    return SourceFile.parse_tolerant(text, home=home)


def _forecast(
    file: SourceFile, unit: Unit, default_size: int, device: str, gpu: Device | None, predictor: Predictor, _: Job
) -> UnitForecast:
    return predictor.forecast_unit(file, unit, predictor.resolve(file, unit, default_size), device, gpu)
