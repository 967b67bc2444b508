"""Processes that hang, die or retire end alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from triton_stand_ins import counting, failing

from model_export.corpus.triton.workers import StartFailed, Worker, WorkerLost, WorkerStopped


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(counting, {"start": 5})
    yield worker
    worker.close()


def test_outcomes_come_in_order_and_the_process_is_kept(worker: Worker) -> None:
    assert list(worker.run(["a", "b"], 60)) == ["a 5", "b 6"]
    process = worker._process.pid
    assert list(worker.run(["c"], 60)) == ["c 5"]
    assert worker._process.pid == process


def test_a_process_that_says_nothing_is_killed_and_the_next_job_has_a_new_one(worker: Worker) -> None:
    outcomes = worker.run(["a", "hang"], 60)
    assert next(outcomes) == "a 5"
    with pytest.raises(WorkerLost, match="nothing within"):
        list(worker.run(["hang"], 0.2))
    assert list(worker.run(["b"], 60)) == ["b 5"]


def test_a_process_that_dies_is_named_by_its_end(worker: Worker) -> None:
    outcomes = worker.run(["a", "die"], 60)
    assert next(outcomes) == "a 5"
    with pytest.raises(WorkerLost, match="code 7"):
        next(outcomes)


def test_a_process_that_retires_gives_what_it_knew(worker: Worker) -> None:
    assert list(worker.run(["a", "retire", "b"], 60)) == ["a 5", "retiring"]
    assert list(worker.run(["b"], 60)) == ["b 5"]


def test_what_is_left_of_an_abandoned_job_never_reaches_the_next(worker: Worker) -> None:
    outcomes = worker.run(["a", "b", "c"], 60)
    assert next(outcomes) == "a 5"
    outcomes.close()
    assert list(worker.run(["d"], 60)) == ["d 5"]


def test_a_stopped_worker_runs_nothing(worker: Worker) -> None:
    outcomes = worker.run(["a", "hang"], 60)
    next(outcomes)
    worker.stop()
    with pytest.raises(WorkerStopped):
        next(outcomes)
    with pytest.raises(WorkerStopped):
        list(worker.run(["a"], 60))


def test_a_task_that_cannot_be_prepared_says_why() -> None:
    with pytest.raises(StartFailed, match="no such device"):
        list(Worker(failing).run([], 60))
