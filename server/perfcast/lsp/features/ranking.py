"""The command that ranks the configurations of a kernel."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from perfcast.lsp.failures import request_failed

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

COMMAND: Final = "perfcast.server.rank"


def register(server: PerfcastServer) -> None:
    """Offer the command that ranks the configurations of a kernel.

    Its argument is ``{uri, name, line?, device, sizes?, workload?, top?}``, with the line (1-based) of the ``def``
    where several have the name, and sizes an object of numbers by name; the answer is that of ``perfcast rank --json``
    with ``markdown`` beside it.
    """

    @server.command(COMMAND)
    async def rank_kernel(request: Any) -> dict[str, Any]:
        if not isinstance(request, Mapping) or not isinstance(request.get("uri"), str) or not request.get("name"):
            raise request_failed("an object with uri, name and device is expected")
        program = server.programs.at(request["uri"])
        if program is None:
            raise request_failed(f"{request['uri']}: it is not open")
        # Imported when it is needed: what follows kernels would hold up the server's start.
        from perfcast.lsp.features.kernels import ranking_answer

        return await asyncio.to_thread(ranking_answer, program.text, {**request, "line": program.asked_line(request)})
