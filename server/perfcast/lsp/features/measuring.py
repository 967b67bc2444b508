"""The command that measures a unit for real: the only one that runs the user's code, and only when told to.

It runs `perfcast measure` as a process of its own, so that what is measured shares nothing with the server, and can be
ended at any time. A kernel needs a GPU on this machine, and the answer says so where there is none.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from perfcast.lsp.documents.homes import path_on_disk, project_folders
from perfcast.lsp.failures import request_failed
from perfcast.lsp.transport import watchdog
from perfcast.lsp.transport.progress import cancellable_progress

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

COMMAND = "perfcast.server.measure"


def register(server: PerfcastServer) -> None:
    """Offer the command.

    Its argument is ``{uri, name, line?, workload?}``, with the line (1-based) of the ``def`` where several have the
    name; the answer is that of ``perfcast measure --json``.
    """

    @server.command(COMMAND)
    async def measure(request: Any) -> dict[str, Any]:
        if not isinstance(request, Mapping) or not isinstance(request.get("uri"), str) or not request.get("name"):
            raise request_failed("an object with uri and name is expected")
        if not server.is_trusted:
            raise request_failed("measuring runs the code of the file: trust this workspace first")
        program = server.programs.at(request["uri"])
        if program is None:
            raise request_failed(f"{request['uri']}: it is not open")
        name, workload = str(request["name"]), request.get("workload")
        arguments = ["--workload", str(workload)] if workload else []
        line = program.asked_line(request)
        arguments += ["--line", str(line)] if line is not None else []
        if (path := path_on_disk(program.key)) is not None:
            arguments += ["--stdin-filename", str(path)]
            # Without a workspace the command would take the server's own folder for the project.
            folders = project_folders(server) or [path.parent]
            arguments += [part for folder in folders for part in ("--project", str(folder))]
        arguments += ["--default-size", str(server.configuration.settings(program.key).default_size)]
        model = server.configuration.general.model_path
        arguments += ["--model", model] if model else []
        async with cancellable_progress(server, f"Measuring {name}"):
            answer = await _measured(program.text, name, arguments)
        if note := answer.get("note"):
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Perfcast: {note}"))
        await server.engine.run(lambda predictor, _: predictor.devices.read_measurements())
        server.forecasting.update_all()
        return answer


async def _measured(text: str, name: str, arguments: list[str]) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "perfcast", "measure", "--json", *arguments, "--", f"-::{name}"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, watchdog.OWNER: str(os.getpid())},
    )
    try:
        out, errors = await process.communicate(text.encode("utf-8", "surrogateescape"))
    except asyncio.CancelledError:
        # The sandbox's processes end with the one that started them.
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    if process.returncode != 0:
        last = errors.decode(errors="replace").strip().rpartition("\n")[2]
        raise request_failed(last.removeprefix("perfcast: ").removeprefix(f"-::{name}: ") or "the measurement failed")
    answer: dict[str, Any] = json.loads(out)
    return answer
