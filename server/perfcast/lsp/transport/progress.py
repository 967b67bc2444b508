"""Work in progress, shown by clients that can, with a way to cancel it where that makes sense."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


class Shown:
    """Work in progress that may be shown to the user."""

    def __init__(
        self, server: PerfcastServer, title: str, to_cancel: asyncio.Task[object] | None, percentage: int | None = None
    ) -> None:
        self._server = server
        self._title = title
        self._to_cancel = to_cancel
        self._percentage = percentage
        self._token: types.ProgressToken | None = None

    def report(self, message: str, percentage: int) -> None:
        """Say how far the work is. Reports before the client has agreed to show it are dropped."""
        self._percentage = percentage
        if self._token is not None:
            value = types.WorkDoneProgressReport(message=message, percentage=percentage)
            self._server.work_done_progress.report(self._token, value)

    async def show(self, token: types.ProgressToken | None) -> None:
        """Show the work until cancelled; it never waits for a client that does not answer.

        Args:
            token: under which the client asked to see it; without one it is asked whether it would.
        """
        token = token if token is not None else await self._agreed()
        if token is None:
            return
        reporter, to_cancel = self._server.work_done_progress, self._to_cancel
        begin = types.WorkDoneProgressBegin(
            title=self._title, cancellable=to_cancel is not None, percentage=self._percentage
        )
        reporter.begin(token, begin)
        if to_cancel is not None:
            reporter.tokens[token].add_done_callback(lambda future: to_cancel.cancel() if future.cancelled() else None)
        self._token = token
        try:
            await asyncio.Event().wait()
        finally:
            self._token = None
            reporter.end(token, types.WorkDoneProgressEnd())
            # pygls keeps tokens for ever.
            reporter.tokens.pop(token, None)

    async def _agreed(self) -> types.ProgressToken | None:
        """A token that the client took; None from one that shows no progress."""
        if not get_capability(self._server.client_capabilities, "window.work_done_progress", False):
            return None
        reporter, token = self._server.work_done_progress, str(uuid.uuid4())
        creation = asyncio.ensure_future(reporter.create_async(token))
        try:
            await asyncio.shield(creation)
        except asyncio.CancelledError:
            # The work was done before the client answered.
            creation.add_done_callback(lambda _: reporter.tokens.pop(token, None))
            raise
        except JsonRpcException:
            return None
        return token


@asynccontextmanager
async def cancellable_progress(
    server: PerfcastServer, title: str, percentage: int | None = None
) -> AsyncIterator[Shown]:
    """Show the work of the block, a command; the user's cancelling cancels the task that runs it.

    Args:
        percentage: that it begins with; None for work of which nobody knows how far it is.
    """
    shown = Shown(server, title, asyncio.current_task(), percentage)
    async with _showing(shown, server.protocol.work_done_token):
        yield shown


@asynccontextmanager
async def progress(server: PerfcastServer, title: str) -> AsyncIterator[None]:
    """Show the work of the block."""
    async with _showing(Shown(server, title, None), None):
        yield


@asynccontextmanager
async def _showing(shown: Shown, token: types.ProgressToken | None) -> AsyncIterator[None]:
    task = asyncio.create_task(shown.show(token))
    try:
        yield
    finally:
        task.cancel()
