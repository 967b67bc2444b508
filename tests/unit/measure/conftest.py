from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from perfcast.measure import Job, Limits, Measurement, Sandbox

Measure = Callable[..., list[Measurement]]


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(Limits(seconds=1.0, memory_bytes=512 << 20)) as opened:
        yield opened


@pytest.fixture
def measure(sandbox: Sandbox) -> Measure:
    """Measures the unit `f`, or another one, of a source at workloads; one without arguments unless told."""

    def act(source: str, *workloads: str, name: str = "f") -> list[Measurement]:
        return list(sandbox.run(Job("key", source, name, workloads or ("",))))

    return act


@pytest.fixture
def cost(measure: Measure) -> Callable[..., float]:
    """One metric of one workload, which must have been measured."""

    def act(metric: str, source: str, workload: str = "", name: str = "f") -> float:
        (measurement,) = measure(source, workload, name=name)
        assert measurement.error is None
        return measurement.metrics[metric]

    return act
