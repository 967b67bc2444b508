"""Who computes the parts of a batch: processes of this machine, or of all machines of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from perfcast.cli.row import answer
from perfcast.cluster import ray_actors, result

if TYPE_CHECKING:
    from perfcast.forecast import Predictor

#: Numbered rows, see `row.answer`.
Part: TypeAlias = tuple[tuple[int, str], ...]
Answers: TypeAlias = list[dict[str, Any]]


@dataclass(frozen=True)
class Pool:
    """Computes several parts at a time.

    Attributes:
        size: how many.
        submit: begins a part; what it gives is called for the answers.
    """

    size: int
    submit: Callable[[Part], Callable[[], Answers]]


@contextmanager
def process_pool(bundle: Path | None, processes: int) -> Iterator[Pool]:
    """Processes of this machine, each with a model of its own.

    A core computes faster for itself than two do together, which wait for each other in every product.

    Args:
        bundle: folder of the model; None for the packaged one.
    """
    # Of no use to the other commands, which start sooner without.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        try:
            yield Pool(processes, lambda part: pool.submit(answers, bundle, part).result)
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def ray_pool(bundle: Path | None, address: str, processes: int) -> Iterator[Pool]:
    """Processes of a Ray cluster, each with a core and a model of its own; Perfcast is installed on its machines.

    Args:
        bundle: as above; a folder that all machines see.
        address: see `ray_actors`, which says what is raised too.
        processes: of a new cluster; of another one all cores are used.
    """
    with ray_actors(_Computer, bundle, address=address, new=processes) as actors:
        following = cycle(actors)

        def submit(part: Part) -> Callable[[], Answers]:
            reference = next(following).answers.remote(part)
            return lambda: list(result(reference))

        yield Pool(len(actors), submit)


class _Computer:
    """Lives in a process of the cluster."""

    def __init__(self, bundle: Path | None) -> None:
        self._bundle = bundle

    def answers(self, part: Part) -> Answers:
        return answers(self._bundle, part)


@cache
def _model(bundle: Path | None) -> Predictor:
    """Of a process of a pool."""
    from perfcast.cli.model import machine_store
    from perfcast.forecast import load

    return load(bundle, threads=1, store=machine_store(), alone=False)


def answers(bundle: Path | None, part: Part) -> Answers:
    return [answer(_model(bundle), number, line) for number, line in part]
