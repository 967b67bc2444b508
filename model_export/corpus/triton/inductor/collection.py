"""Modules -> what Inductor writes for them, each logged, so that an interrupted run goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tqdm import tqdm

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.corpus.triton.inductor.samples import sample
from model_export.corpus.triton.tasks import brief
from model_export.corpus.triton.workers import Deadline, Task, Worker, WorkerLost

#: Writing the files of one module may take so long.
LIMIT_SECONDS: Final = 120.0


def collect(journal: Journal, *, modules: int, seed: int, deadline: Deadline) -> tuple[int, int]:
    """Writes files for the modules that the journal lacks, a line a module: for how many, and how many failed."""
    written = failed = 0
    with TemporaryDirectory(prefix="inductor-") as cache:
        # Nothing is compiled: the processes that would do it are not to be started.
        settings = {"TORCHINDUCTOR_CACHE_DIR": cache, "TORCHINDUCTOR_COMPILE_THREADS": "1"}
        worker = Worker(writing, environment=settings)
        try:
            for number in tqdm(range(modules), desc="modules", unit="", mininterval=5):
                key = sample(number, seed).key
                if key in journal.done:
                    continue
                if deadline.passed():
                    break
                try:
                    (outcome,) = worker.run({"number": number, "seed": seed}, LIMIT_SECONDS)
                except WorkerLost as error:
                    outcome = {"files": [], "error": f"WorkerLost: {error}"}
                journal.append({"program": key, **outcome})
                written, failed = written + bool(outcome["files"]), failed + (outcome["error"] is not None)
        finally:
            worker.close()
    return written, failed


def texts(journal: Path) -> Iterator[str]:
    """The files, in the journal's order."""
    for line in read_journal(journal):
        yield from line["files"]


def writing() -> Task:
    """The task that writes the files of one module: jobs are ``{"number": ..., "seed": ...}`` of a sample.

    The outcome is one: ``files``, their texts, and ``error``, None where all went well.
    """
    from torch._subclasses import FakeTensorMode

    from model_export.corpus.triton.inductor.writing import InductorWriter

    writer = InductorWriter()

    def task(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
        chosen = sample(job["number"], job["seed"])
        try:
            with FakeTensorMode():
                module, arguments = chosen.make()
            if chosen.trains:
                arguments = tuple(one.requires_grad_() if one.is_floating_point() else one for one in arguments)
            files = writer.write(module, arguments, trains=chosen.trains, dynamic=chosen.dynamic)
            yield {"files": files, "error": None}
        except Exception as error:
            yield {"files": [], "error": brief(error)}

    return task
