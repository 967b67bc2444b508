"""Rows spread over processes, each with a model of its own, and gathered in their order."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from perfcast.cli.row import answer

if TYPE_CHECKING:
    from perfcast.forecast import Predictor

#: Rows that a process is given at a time, and how many such parts wait for each, so that memory stays flat.
_PART: Final = 16
_PARTS_WAITING: Final = 3


def spread(rows: Iterator[tuple[int, str]], bundle: Path | None, processes: int) -> Iterator[dict[str, Any]]:
    """The answers to numbered rows, in order.

    A core computes faster for itself than two do together, which wait for each other in every product.

    Args:
        rows: see `row.answer`.
        bundle: folder of the model; None for the packaged one.
    """
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[list[dict[str, Any]]]] = deque()
    with ProcessPoolExecutor(processes, context) as pool:
        try:
            while part := tuple(islice(rows, _PART)):
                waiting.append(pool.submit(_answers, bundle, part))
                if len(waiting) > _PARTS_WAITING * processes:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


@cache
def _model(bundle: Path | None) -> Predictor:
    """Of a process of the pool."""
    from perfcast.cli.model import machine_store
    from perfcast.forecast import load

    return load(bundle, threads=1, store=machine_store())


def _answers(bundle: Path | None, part: tuple[tuple[int, str], ...]) -> list[dict[str, Any]]:
    return [answer(_model(bundle), number, line) for number, line in part]
