"""One program -> its line of the journal."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from model_export.corpus.program import Program
from model_export.corpus.records import OWN_ORIGINS
from model_export.corpus.scaling import scaled_workloads
from perfcast.measure import Job, Sandbox, device_name
from perfcast.workload import WorkloadError, parse


def measured(program: Program, sandbox: Sandbox, workloads: int, seed: int) -> dict[str, Any]:
    """One journal line: the program and what came of each of its workloads."""
    # All implementations of a problem meet the same workloads, so that they can be compared.
    rng = random.Random(f"{seed}:{program.problem}")
    line: dict[str, Any] = {
        "program": program.key,
        "source_sha256": program.source_sha256,
        "device": device_name(),
        "outcomes": [],
    }
    if program.origin in OWN_ORIGINS:
        # The generator grows; what was measured is kept as it was.
        line["own"] = asdict(program)
    try:
        plan = [str(workload) for workload in scaled_workloads(parse(program.workload), workloads, rng)]
    except WorkloadError as error:
        return line | {"error": str(error)}
    job = Job(program.key, program.source, program.name, tuple(plan), seed)
    line["outcomes"] = [
        {key: value for key, value in asdict(measurement).items() if key != "key"} for measurement in sandbox.run(job)
    ]
    return line
