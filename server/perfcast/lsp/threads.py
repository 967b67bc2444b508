"""Work beside the event loop and the model's thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")


async def in_thread(work: Callable[[threading.Event], Result]) -> Result:
    """Do work beside the model's thread, in one that keeps no process alive; `work` may look at whether it was stopped.

    The model's own thread stays free for the editor while files are read and parsed, and projects looked into.
    """
    future: Future[Result] = Future()
    # From here on it cannot be cancelled under the thread's hands.
    future.set_running_or_notify_cancel()
    stopped = threading.Event()

    def do() -> None:
        try:
            future.set_result(work(stopped))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=do, name="perfcast-beside", daemon=True).start()
    try:
        return await asyncio.wrap_future(future)
    finally:
        stopped.set()
