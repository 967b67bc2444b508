"""A server in a thread of this process, behind pipes like any other: a session starts in a tenth of the time.

What concerns the process (its streams, signals, end) is tested with real processes.
"""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

from pygls.io_ import StdoutWriter, run_async
from pytest_lsp import LanguageClient

from perfcast.forecast import Predictor
from perfcast.lsp.server import PerfcastServer
from tests.engine import StandInModel


class InProcess:
    """A server with the stand-in model, and the wires to it."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.model = StandInModel(seconds=seconds)
        self.server: PerfcastServer | None = None
        self._thread = threading.Thread(target=self._serve, name="server", daemon=True)
        self._server_in, self._client_out = os.pipe()
        self._client_in, self._server_out = os.pipe()

    async def start(self, client: LanguageClient) -> None:
        """Start the server and connect the client to it."""
        self._thread.start()
        reader = asyncio.StreamReader(limit=2**26)
        stream = os.fdopen(self._client_in, "rb")
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), stream)
        self._writer = os.fdopen(self._client_out, "wb")
        client.protocol.set_writer(StdoutWriter(self._writer))
        connection = run_async(client._stop_event, reader, client.protocol, None, client.report_server_error)
        client._async_tasks.append(asyncio.create_task(connection))

    def stop(self) -> None:
        """End the server, whatever state it is in, as a closed stdin does."""
        self._writer.close()

    def _load(self, bundle: Path | None) -> Predictor:
        if bundle is not None:
            StandInModel.load(bundle)
        return Predictor(self.model)  # type: ignore[arg-type]

    def _serve(self) -> None:
        self.server = PerfcastServer(self._load)
        with os.fdopen(self._server_in, "rb") as reader, os.fdopen(self._server_out, "wb") as writer:
            self.server.start_io(reader, writer)
            self.server.close()
            # No job of one test runs on in the next: told to stop between two runs of the model, it would begin one.
            self.model.finish()
            self.server.engine._executor.shutdown()
