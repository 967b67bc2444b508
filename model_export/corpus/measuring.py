"""One program -> its line of the journal."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from model_export.corpus.program import Program
from model_export.corpus.records import OWN_ORIGINS
from model_export.corpus.scaling import scaled_workloads
from perfcast.measure import Job, Sandbox, device_name
from perfcast.source.locations.place import NOWHERE
from perfcast.workload import WorkloadError, parse


def measured(program: Program, sandbox: Sandbox, workloads: int, seed: int) -> dict[str, Any]:
    """One journal line: the program and what came of each of its workloads."""
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
        plan = planned(program, workloads, seed)
    except WorkloadError as error:
        return line | {"error": str(error)}
    place = program.place or NOWHERE
    job = Job(
        program.key,
        program.source,
        program.name,
        plan,
        seed,
        folders=(place.own, place.installed),
        package=place.package,
        path=place.file,
        caller=place.caller,
        called_with=program.called_with,
    )
    line["outcomes"] = [
        {key: value for key, value in asdict(measurement).items() if key != "key"} for measurement in sandbox.run(job)
    ]
    return line


def planned(program: Program, workloads: int, seed: int) -> tuple[str, ...]:
    """What a program is measured at, at most so many. Raises WorkloadError."""
    if program.is_one_call:
        return (program.workload,)
    # All implementations of a problem meet the same workloads, so that they can be compared.
    rng = random.Random(f"{seed}:{program.problem}")
    return tuple(map(str, scaled_workloads(parse(program.workload), workloads, rng)))
