"""The thread in which graphs are loaded and run.

Denormal numbers are zero there (`perfcast.rlm.graphs.session_options`), which is nothing to do to the threads of a
program that has imported Perfcast.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_THREAD: Final = ThreadPoolExecutor(1, thread_name_prefix="perfcast-computing")


def begin(work: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs) -> Future[Result]:
    """Calls `work` there; what it returns or raises is the future's result."""
    return _THREAD.submit(work, *args, **kwargs)
