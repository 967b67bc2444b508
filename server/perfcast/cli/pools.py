"""Who computes the parts of a batch: processes of this machine, or of all machines of a Ray cluster."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from perfcast.cli.row import answer

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
        address: of the cluster, ``auto`` for the one that this machine belongs to, ``local`` for a new one here.
        processes: of a new cluster; of another one all cores are used.

    Raises:
        ImportError: Ray is not installed (the extra ``cluster``).
        ConnectionError: there is no cluster at the address.
    """
    import ray

    is_new = address == "local"
    ray.init(address, num_cpus=processes if is_new else None, log_to_driver=False, include_dashboard=False)
    try:
        # A process that is lost with its machine is made anew elsewhere, and its part computed again.
        remote: Any = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=2)(_Computer)
        actors = [remote.remote(bundle) for _ in range(max(1, int(ray.cluster_resources().get("CPU", 1))))]
        following = cycle(actors)

        def submit(part: Part) -> Callable[[], Answers]:
            reference = next(following).answers.remote(part)
            return lambda: list(ray.get(reference))

        yield Pool(len(actors), submit)
    finally:
        ray.shutdown()


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

    return load(bundle, threads=1, store=machine_store())


def answers(bundle: Path | None, part: Part) -> Answers:
    return [answer(_model(bundle), number, line) for number, line in part]
