"""Records of projects' units: `projects.parquet`, beside those of other programs and with the same columns.

Workloads stand there as digests. They say what a project's tests call its code with, texts among it, which are the
project's; the units' file (`model_export.corpus.projects.found`) has them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from model_export.corpus.measuring import planned
from model_export.corpus.noise import read_speeds
from model_export.corpus.parquet import write_whole
from model_export.corpus.program import Program
from model_export.corpus.projects.table import PROJECTS
from model_export.corpus.records import SCHEMA, CorpusError, read, rows
from perfcast.workload import WorkloadError

FILE: Final = "projects.parquet"
#: A unit is measured at so many workloads, at most: there are many like it, and what is to be learned is what they
#: cost where they are called.
WORKLOADS: Final = 4
SEED: Final = 0


def pack(
    lines: Iterable[Mapping[str, Any]], units: Sequence[Program], before: Sequence[Mapping[str, Any]], folder: Path
) -> int:
    """Writes the records of a journal's lines, with those of before that it does not measure again; how many."""
    known = {unit.key: unit for unit in units}
    splits = {project.name: project.split for project in PROJECTS}
    found: dict[str, list[dict[str, Any]]] = {}
    for row in before:
        found.setdefault(row["program"], []).append(dict(row))
    for line in lines:
        unit = known.get(line["program"])
        if unit is not None and unit.source_sha256 == line["source_sha256"]:
            measured = rows(unit, line["outcomes"], seed=SEED, device=line["device"], split=splits[unit.problem])
            found[unit.key] = [{**row, "workload": digest(row["workload"])} for row in measured]
    packed = [row for key in sorted(found) for row in found[key]]
    write_whole(folder / FILE, pa.Table.from_pylist(packed, schema=SCHEMA), level=19)
    return len(packed)


def joined(folder: Path, units: Sequence[Program]) -> tuple[list[dict[str, Any]], dict[str, Program]]:
    """Records whose unit is at hand as it was measured, with their workloads and with times as on the device of the
    other records; and the units, by key.

    Raises:
        CorpusError: the records are none, or of a device whose speed nobody knows.
    """
    standard = read(folder / "records.parquet")[0]["device"]
    speeds = {**read_speeds(folder), standard: 1.0}
    known = {unit.key: unit for unit in units}
    texts: dict[tuple[str, str], str] = {}
    for unit in units:
        try:
            texts.update({(unit.key, digest(text)): text for text in planned(unit, WORKLOADS, SEED)})
        except WorkloadError:
            continue
    found = []
    for row in read(folder / FILE):
        text = texts.get((row["program"], row["workload"]))
        if text is None or known[row["program"]].source_sha256 != row["source_sha256"]:
            continue
        if row["device"] not in speeds:
            raise CorpusError(f"how fast {row['device']} is nobody knows: run `python -m model_export noise` on it")
        seconds = None if row["cpu_time"] is None else row["cpu_time"] / speeds[row["device"]]
        found.append({**row, "workload": text, "device": standard, "cpu_time": seconds})
    return found, {row["program"]: known[row["program"]] for row in found}


def digest(workload: str) -> str:
    """By which a workload is known again."""
    return hashlib.sha256(workload.encode("utf-8", "surrogatepass")).hexdigest()[:24]
