"""Records of projects' units: `projects.parquet`, beside those of other programs and with the same columns.

Workloads stand there as digests. They say what a project's tests call its code with, texts among it, which are the
project's; the units' file (`model_export.corpus.projects.found`) has them.
"""

from __future__ import annotations

import hashlib
import math
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
    """Writes the records of a journal's lines, with those of before that it does not measure again; how many.

    A call keeps its record where the journal's is of a device that is less like that of all other records: it tells
    their times but by way of how fast it is.
    """
    speeds = _speeds(folder) if before else {}
    known = {unit.key: unit for unit in units}
    splits = {project.name: project.split for project in PROJECTS}
    found: dict[str, list[dict[str, Any]]] = {}
    for row in before:
        found.setdefault(row["program"], []).append(dict(row))
    for line in lines:
        unit = known.get(line["program"])
        if unit is not None and unit.source_sha256 == line["source_sha256"]:
            measured = rows(unit, line["outcomes"], seed=SEED, device=line["device"], split=splits[unit.problem])
            again = [{**row, "workload": digest(row["workload"])} for row in measured]
            kept = {
                row["workload"]: row
                for row in found.get(unit.key, ())
                if row["source_sha256"] == unit.source_sha256
                and _unlikeness(row["device"], speeds) < _unlikeness(line["device"], speeds)
            }
            found[unit.key] = [kept.get(row["workload"], row) for row in again]
    packed = [row for key in sorted(found) for row in found[key]]
    write_whole(folder / FILE, pa.Table.from_pylist(packed, schema=SCHEMA), level=19)
    return len(packed)


def joined(folder: Path, units: Sequence[Program]) -> tuple[list[dict[str, Any]], dict[str, Program]]:
    """Records whose unit is at hand as it was measured, with their workloads and with times as on the device of the
    other records; and the units, by key.

    Raises:
        CorpusError: the records are none, or of a device whose speed nobody knows.
    """
    standard = _standard_device(folder)
    speeds = _speeds(folder)
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


def _standard_device(folder: Path) -> str:
    """That times of the other records are of."""
    return str(read(folder / "records.parquet")[0]["device"])


def _speeds(folder: Path) -> dict[str, float]:
    """Of devices, how much longer they take than that one."""
    return {**read_speeds(folder), _standard_device(folder): 1.0}


def _unlikeness(device: str, speeds: Mapping[str, float]) -> float:
    """Tenths of binary orders between a device's times and those of the other records; endless where nobody knows."""
    return round(10.0 * abs(math.log2(speeds[device]))) if device in speeds else math.inf


def digest(workload: str) -> str:
    """By which a workload is known again."""
    return hashlib.sha256(workload.encode("utf-8", "surrogatepass")).hexdigest()[:24]
