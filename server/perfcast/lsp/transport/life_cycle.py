"""Beginning and end of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from perfcast.lsp.features.synchronisation import watch_files

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


def register(server: PerfcastServer) -> None:
    """Set up on `initialize`, read settings on `initialized`, stop all work on `shutdown` and `exit`."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        await server.read_settings(None)
        await watch_files(server)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.stop_work()

    @server.feature(types.EXIT)
    def exit_(_: None) -> None:
        server.close()
