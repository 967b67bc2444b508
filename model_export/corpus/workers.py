"""Who measures programs: processes of this machine, or of all machines of a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from model_export.corpus.measuring import measured
from model_export.corpus.program import Program
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

    def __init__(self, actor: Any, get: Any) -> None:
        self.actor, self._get = actor, get

    def measured(self, program: Program, workloads: int, seed: int) -> dict[str, Any]:
        line: dict[str, Any] = self._get(self.actor.measured.remote(program, workloads, seed))
        return line


@contextmanager
def ray_workers(address: str, count: int, limits: Limits) -> Iterator[list[Worker]]:
    """Workers on a Ray cluster, each with a core that Ray gives to nobody else.

    The machines of the cluster have this package with the extra ``export``. A worker that is lost with its machine is
    made anew elsewhere, and its program measured again.

    Args:
        address: of the cluster, ``auto`` for the one that this machine belongs to, ``local`` for a new one here.
        count: at most as many as the cluster has cores.

    Raises:
        ImportError: Ray is not installed (the extra ``cluster``).
        ConnectionError: there is no cluster at the address.
    """
    import ray

    ray.init(address, num_cpus=count if address == "local" else None, log_to_driver=False, include_dashboard=False)
    try:
        remote: Any = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=2)(SandboxWorker)
        cores = int(ray.cluster_resources().get("CPU", 0))
        workers = [_Distant(remote.remote(limits), ray.get) for _ in range(max(1, min(count, cores)))]
        yield list(workers)
        ray.get([worker.actor.close.remote() for worker in workers])
    finally:
        ray.shutdown()
