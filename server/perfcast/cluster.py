"""Workers on a Ray cluster, for what is spread over machines: rows of a batch, programs to measure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def ray_actors(kind: type, *arguments: object, address: str, new: int, most: int | None = None) -> Iterator[list[Any]]:
    """Instances of `kind` in processes of a cluster, each with a core that Ray gives to nobody else.

    One that is lost with its machine is made anew elsewhere, and its task done again.

    Args:
        address: of the cluster, ``auto`` for the one that this machine belongs to, ``local`` for a new one here.
        new: cores of a new cluster.
        most: instances at most, where the cluster has more cores.

    Raises:
        ImportError: Ray is not installed (the extra ``cluster``).
        ConnectionError: there is no cluster at the address.
    """
    import ray

    ray.init(address, num_cpus=new if address == "local" else None, log_to_driver=False, include_dashboard=False)
    try:
        remote: Any = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=2)(kind)
        cores = int(ray.cluster_resources().get("CPU", 1))
        yield [remote.remote(*arguments) for _ in range(max(1, cores if most is None else min(most, cores)))]
    finally:
        ray.shutdown()


def result(reference: Any) -> Any:
    """What a task gave, waited for."""
    import ray

    return ray.get(reference)
