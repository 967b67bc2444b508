"""The command that compares two units: of open documents, of files on disk or in git, or of texts sent along."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfcast.forecast import Predictor
from perfcast.forecast.comparing.pair import SIZES, Side, compare_units, pair_markdown, pair_payload
from perfcast.forecast.questions import main_unit
from perfcast.lsp.documents.homes import home_of
from perfcast.lsp.documents.programs import asked_line, file_path
from perfcast.lsp.engine import Job
from perfcast.lsp.failures import request_failed
from perfcast.source import RevisionCommand, SourceError, SourceFile, decode_source
from perfcast.source.locations.place import Place
from perfcast.source.revisions import SECONDS, TOO_SLOW
from perfcast.workload import Workload, WorkloadError, parse

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer
    from perfcast.triton import Device

COMMAND = "perfcast.server.compare"


@dataclass(frozen=True)
class _Text:
    """A unit within a text.

    Attributes:
        label: of the file.
        name: of the unit; without one, the text is about one unit.
        line: 1-based, of its `def`, where several have the name.
        home: where the file lies.
    """

    text: str
    label: str
    name: str | None
    line: int | None = None
    home: Place | None = None


def register(server: PerfcastServer) -> None:
    """Offer the command.

    Its argument is ``{a, b, workload?, sizes?}``, each side ``{uri, name?, line?}``, with the line (1-based) of the
    ``def`` where several have the name, ``{uri, name?, line?, revision}`` for a file as git has it, such as at
    ``HEAD``, or ``{text, name?, label?}``; the answer is that of ``perfcast compare --json`` with ``markdown`` beside
    it. Kernels are compared at one launch, on the GPU of the settings, and have no sizes.

    Revisions are refused in an untrusted workspace: git reads the configuration of the repository, which has been a way
    to have programs run again and again.
    """

    @server.command(COMMAND)
    async def compare(request: Any) -> dict[str, Any]:
        if not isinstance(request, Mapping):
            raise request_failed("an object with a and b is expected")
        settings = server.configuration.general
        texts = [await _text(server, request.get(side), side) for side in ("a", "b")]
        sizes = _sizes(request.get("sizes"))
        await server.model_is_there()
        devices = server.device(settings), server.gpu(settings)
        return await server.engine.run(
            partial(_compare, texts, str(request.get("workload") or ""), sizes, devices, settings.default_size)
        )


def _sizes(given: Any) -> Sequence[int]:
    if given is None:
        return SIZES
    if not isinstance(given, list) or not all(type(size) is int and 1 <= size <= 10**9 for size in given):
        raise request_failed("sizes: a list of whole numbers from 1 to 1e9 is expected")
    return sorted(set(given))


async def _text(server: PerfcastServer, side: object, name: str) -> _Text:
    """One side."""
    if not isinstance(side, Mapping):
        raise request_failed(f"{name}: an object with uri or text is expected")
    unit = side.get("name") or None
    if isinstance(side.get("text"), str):
        return _Text(side["text"], str(side.get("label") or name), unit)
    uri = side.get("uri")
    if not isinstance(uri, str):
        raise request_failed(f"{name}: an object with uri or text is expected")
    home, revision = home_of(server, uri), side.get("revision")
    line = asked_line(side)
    if revision is not None:
        if not isinstance(revision, str):
            raise request_failed(f"{name}: the revision is to be a text")
        return _Text(await _at_revision(server, uri, revision), f"{uri}@{revision}", unit, line, home)
    program = server.programs.at(uri)
    if program is not None:
        return _Text(program.text, uri, unit, program.asked_line(side), home)
    path = file_path(uri)
    try:
        return _Text(decode_source(Path(path or "").read_bytes()), uri, unit, line, home)
    except (OSError, SourceError) as error:
        raise request_failed(f"{uri}: {error}") from None


async def _at_revision(server: PerfcastServer, uri: str, revision: str) -> str:
    """The text of a file as git has it."""
    if not server.is_trusted:
        raise request_failed("git reads the repository's configuration: trust this workspace first")
    path = file_path(uri)
    if path is None:
        raise request_failed(f"{uri}: it is no file on disk")
    try:
        return await _asked(RevisionCommand.of(Path(path), revision))
    except (OSError, SourceError) as error:
        raise request_failed(f"{uri}: {error}") from None


async def _asked(command: RevisionCommand) -> str:
    process = await asyncio.create_subprocess_exec(
        *command.arguments,
        env=command.environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SECONDS):
            out, errors = await process.communicate()
    except TimeoutError:
        raise SourceError(TOO_SLOW) from None
    finally:
        if process.returncode is None:
            process.kill()
    return command.text(process.returncode or 0, out, errors)


def _compare(
    texts: Sequence[_Text],
    workload: str,
    sizes: Sequence[int],
    devices: tuple[str, Device | None],
    default_size: int,
    predictor: Predictor,
    _: Job,
) -> dict[str, Any]:
    sides = []
    for one in texts:
        file = SourceFile.parse_tolerant(one.text, home=one.home)
        try:
            unit = file.unit(one.name, one.line) if one.name else main_unit(file)
        except SourceError as error:
            raise request_failed(f"{one.label}: {error}") from None
        sides.append(Side(file, unit, f"{one.label}::{unit.name}"))
    device, gpu = devices
    try:
        given = parse(workload) if workload else None
        if any(side.unit.kind == "kernel" for side in sides):
            return _compare_kernels(predictor, sides[0], sides[1], given, gpu)
        found = compare_units(predictor, sides[0], sides[1], given, sizes, device, default_size)
    except (WorkloadError, SourceError) as error:
        raise request_failed(str(error)) from None
    return {**pair_payload(found), "markdown": pair_markdown(found)}


def _compare_kernels(
    predictor: Predictor, a: Side, b: Side, workload: Workload | None, gpu: Device | None
) -> dict[str, Any]:
    # Imported when it is needed: what follows kernels would hold up the server's start.
    from perfcast.forecast.comparing.kernel_pair import compare_kernels
    from perfcast.forecast.comparing.kernel_pair_text import kernel_pair_markdown, kernel_pair_payload
    from perfcast.triton import KernelError

    try:
        found = compare_kernels(predictor, a, b, workload, gpu or predictor.kernels.gpu(None))
    except KernelError as error:
        raise request_failed(str(error)) from None
    return {**kernel_pair_payload(found), "markdown": kernel_pair_markdown(found)}
