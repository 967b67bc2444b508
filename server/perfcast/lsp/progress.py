"""Work in progress, shown by clients that can, with a way to cancel it where that makes sense."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer


@asynccontextmanager
async def cancellable_progress(server: PerfcastServer, title: str) -> AsyncIterator[None]:
    """Show the work of the block; the user's cancelling cancels the task that runs it."""
    task = asyncio.current_task()
    shown = asyncio.create_task(_show(server, title, task))
    try:
        yield
    finally:
        shown.cancel()


@asynccontextmanager
async def progress(server: PerfcastServer, title: str) -> AsyncIterator[None]:
    """Show the work of the block."""
    shown = asyncio.create_task(_show(server, title, None))
    try:
        yield
    finally:
        shown.cancel()


async def _show(server: PerfcastServer, title: str, to_cancel: asyncio.Task[object] | None) -> None:
    """Show progress until cancelled. The work never waits for a client that does not answer."""
    if not get_capability(server.client_capabilities, "window.work_done_progress", False):
        return
    reporter, token = server.work_done_progress, str(uuid.uuid4())
    creation = asyncio.ensure_future(reporter.create_async(token))
    try:
        await asyncio.shield(creation)
    except asyncio.CancelledError:
        # The work was done before the client answered.
        creation.add_done_callback(lambda _: reporter.tokens.pop(token, None))
        raise
    if to_cancel is not None:
        reporter.tokens[token].add_done_callback(lambda future: to_cancel.cancel() if future.cancelled() else None)
    reporter.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=to_cancel is not None))
    try:
        await asyncio.Event().wait()
    finally:
        reporter.end(token, types.WorkDoneProgressEnd())
        # pygls keeps tokens for ever.
        reporter.tokens.pop(token, None)
