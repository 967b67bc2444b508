"""Rows spread over a pool, and gathered in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from perfcast.cli.pools import Answers, Pool

#: Rows that a process is given at a time, and how many such parts wait for each, so that memory stays flat.
_PART: Final = 16
_PARTS_WAITING: Final = 3


def spread(rows: Iterator[tuple[int, str]], pool: Pool) -> Iterator[dict[str, Any]]:
    """The answers to numbered rows (see `row.answer`), in order."""
    waiting: deque[Callable[[], Answers]] = deque()
    while part := tuple(islice(rows, _PART)):
        waiting.append(pool.submit(part))
        if len(waiting) > _PARTS_WAITING * pool.size:
            yield from waiting.popleft()()
    while waiting:
        yield from waiting.popleft()()
