"""Code of a project's own that runs on an event loop, one piece after the other."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import asyncio

_T = TypeVar("_T")


class OnLoop:
    """One event loop, which is there once somebody needs it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """Runs it to its end."""
        if self._loop is None:
            # Late, since it loads the TLS libraries, which memray would go through for each measurement.
            import asyncio

            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(coroutine)

    def made(self, function: Callable[..., Any], *args: Any) -> Any:
        """What a fixture makes: of a coroutine its result, of an asynchronous generator what it yields first."""
        made = function(*args)
        if isinstance(made, AsyncGenerator):
            return self.run(_first(made))
        return self.run(made) if isinstance(made, Coroutine) else made

    def clear(self) -> None:
        """Ends the tasks that still wait."""
        if self._loop is None:
            return
        import asyncio

        waiting = asyncio.all_tasks(self._loop)
        for task in waiting:
            task.cancel()
        if waiting:
            with suppress(Exception):
                self.run(_all_of(waiting))


def stop() -> None:
    """Ends the event loop that runs, if one does, whatever still waits on it."""
    loaded = sys.modules.get("asyncio")
    if loaded is not None:
        with suppress(RuntimeError):
            loaded.get_running_loop().stop()


async def _first(made: AsyncGenerator[Any, None]) -> Any:
    return await anext(made, None)


async def _all_of(tasks: set[asyncio.Task[Any]]) -> None:
    import asyncio

    # Those that do not end by that are left where they are.
    await asyncio.wait(tasks, timeout=1.0)
