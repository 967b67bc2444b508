"""Who measures programs: processes of this machine, or of all machines of a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from model_export.corpus.measuring import measured
from model_export.corpus.program import Program
from perfcast.cluster import ray_actors, result
from perfcast.measure import Limits, Sandbox


class Worker(Protocol):
    """Measures one program at a time."""

    def measured(self, program: Program, workloads: int, seed: int) -> dict[str, Any]:
        """A line of the journal, see `model_export.corpus.measuring`."""
        ...


class SandboxWorker:
    """Measures on the machine where it is made, in a sandbox of its own."""

    def __init__(self, limits: Limits, core: int | None = None) -> None:
        self._sandbox = Sandbox(limits, core=core).__enter__()

    def measured(self, program: Program, workloads: int, seed: int) -> dict[str, Any]:
        return measured(program, self._sandbox, workloads, seed)

    def close(self) -> None:
        self._sandbox.__exit__(None, None, None)


@contextmanager
def local_workers(count: int, limits: Limits) -> Iterator[list[Worker]]:
    """Workers of this machine, each pinned to a core of its own as long as there are enough."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    workers = [SandboxWorker(limits, cores[number % len(cores)] if cores else None) for number in range(count)]
    try:
        yield list(workers)
    finally:
        for worker in workers:
            worker.close()


class _Distant:
    """A `SandboxWorker` somewhere on a Ray cluster."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor

    def measured(self, program: Program, workloads: int, seed: int) -> dict[str, Any]:
        line: dict[str, Any] = result(self._actor.measured.remote(program, workloads, seed))
        return line


@contextmanager
def ray_workers(address: str, count: int, limits: Limits) -> Iterator[list[Worker]]:
    """Workers on a Ray cluster, whose machines have this package with the extra ``export``.

    Args:
        address: see `ray_actors`, which says what is raised too.
        count: at most as many as the cluster has cores.
    """
    with ray_actors(SandboxWorker, limits, address=address, new=count, most=count) as actors:
        yield [_Distant(actor) for actor in actors]
        for closing in [actor.close.remote() for actor in actors]:
            result(closing)
