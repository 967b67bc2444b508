"""One client's session with a server in this thread."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.io_ import run_async

from perfcast.forecast import Predictor
from perfcast.lsp.server import PerfcastServer
from tests.engine import StandInModel

SECONDS = 120
"""After which an answer is given up."""
_INTERNAL_ERROR = -32603


class Exchange:
    """A server with the stand-in model, and what it has said.

    Attributes:
        answers: by the identity of the request.
        asked: identities of requests that are to be answered.
        wrong: what the server logged of itself as an error; what it says of the client's messages is none.
    """

    def __init__(self, replies: Sequence[dict[str, Any]]) -> None:
        """Take the replies to the server's questions, which are given in turn: objects with a result or an error."""
        self.server = PerfcastServer(_load)
        self.answers: dict[str, dict[str, Any]] = {}
        self.asked: set[str] = set()
        self.wrong: list[str] = []
        self._replies = list(replies)
        self._reader = asyncio.StreamReader()
        self._answered = asyncio.Event()
        self._connection: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Connect."""
        self.server.protocol.set_writer(self)
        self._connection = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        server, log = self.server, logging.getLogger("pygls.server")
        # So it ends on `exit`, which is to end this task alone.
        with suppress(SystemExit):
            await run_async(Event(), self._reader, server.protocol, log, server.report_server_error)

    def frame(self, body: bytes) -> None:
        """Send a body as it is."""
        self._reader.feed_data(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: Any, params: Any) -> None:
        """Send a notification."""
        self.frame(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def request(self, method: Any, params: Any) -> str:
        """Send a request; returns its identity: 'ask 1' and so on."""
        identity = f"ask {len(self.asked) + 1}"
        self.asked.add(identity)
        self.frame(json.dumps({"jsonrpc": "2.0", "id": identity, "method": method, "params": params}).encode())
        return identity

    async def settle(self) -> None:
        """Until all requests are answered. Raises TimeoutError where one never is."""
        async with asyncio.timeout(SECONDS):
            while missing := self.asked - self.answers.keys():
                assert self._connection is not None and not self._connection.done(), f"unanswered: {missing}"
                self._answered.clear()
                await self._answered.wait()

    async def end(self) -> None:
        """Shut the server down in order."""
        shutdown = self.request("shutdown", None)
        await self.settle()
        assert "error" not in self.answers[shutdown], self.answers[shutdown]
        self.notify("exit", None)
        assert self._connection is not None
        await asyncio.wait_for(self._connection, SECONDS)

    def stop(self) -> None:
        """Leave nothing running, whatever has happened."""
        self.server.close()
        self.server.engine._executor.shutdown()
        self.server.shutdown()  # type: ignore[no-untyped-call]

    def write(self, message: bytes) -> None:
        """What the server sends, a message at a time."""
        said = json.loads(message.partition(b"\r\n\r\n")[2])
        if "method" not in said:
            self._note(said)
        elif "id" in said and self._replies:
            reply = self._replies.pop(0)
            self.frame(json.dumps({"jsonrpc": "2.0", "id": said["id"], **reply}).encode())

    def _note(self, answer: dict[str, Any]) -> None:
        identity = answer.get("id")
        # Anything may have been asked under other identities.
        if isinstance(identity, str) and identity in self.asked:
            if identity in self.answers:
                self.wrong.append(f"answered twice: {answer}")
            self.answers[identity] = answer
            self._answered.set()
        if answer.get("error", {}).get("code") == _INTERNAL_ERROR:
            self.wrong.append(str(answer["error"]))

    def close(self) -> None:
        """The server closes the stream as it ends."""
        self._answered.set()


class Listener(logging.Handler):
    """Notes errors that are the server's own."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__(logging.ERROR)
        self._exchange = exchange

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("pygls.protocol") and record.getMessage().startswith("Unable to deserialize"):
            return
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(record.args, tuple) and record.args and isinstance(record.args[-1], Exception):
            error = record.args[-1]
        if isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError):
            return
        self._exchange.wrong.append(f"{record.name}: {record.getMessage()}: {error!r}")


def _load(_: Path | None) -> Predictor:
    return Predictor(StandInModel())  # type: ignore[arg-type]
