"""``python -m model_export noise``: a second measurement of some records, which no model can beat."""

from __future__ import annotations

import datetime
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from tqdm import tqdm

from model_export.corpus.records import read
from model_export.corpus.sources import joined_programs
from model_export.evaluation.figures import spearman
from perfcast.measure import Job, Limits, Sandbox, device_name
from perfcast.prior import FLOORS

NOISE = "noise.json"
_SPEEDS = "speeds.json"
_METRICS = ("peak_memory", "cpu_time")


def noise(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    count: Annotated[int, typer.Option(help="Records to measure again.")] = 1000,
    seed: Annotated[int, typer.Option(help="Chooses the records.")] = 0,
) -> None:
    """Measures records again, in another process and best on another day, and keeps how far the labels are apart; on
    another machine than theirs, how much slower that is."""
    programs = {program.key: program for program in joined_programs(records, data)}
    rows = [row for row in read(records / "records.parquet") if row["program"] in programs]
    chosen = random.Random(seed).sample(rows, min(count, len(rows)))
    by_program = defaultdict(list)
    for row in chosen:
        by_program[row["program"]].append(row)
    pairs: dict[str, list[tuple[float, float]]] = {metric: [] for metric in _METRICS}
    with Sandbox(Limits(seconds=2.0), core=0) as sandbox:
        for key, members in tqdm(by_program.items(), desc="programs", mininterval=5):
            program = programs[key]
            if program.source_sha256 != members[0]["source_sha256"]:
                continue
            by_workload = {row["workload"]: row for row in members}
            job = Job(key, program.source, program.name, tuple(by_workload), members[0]["seed"])
            for measurement in sandbox.run(job):
                before = by_workload[measurement.workload]
                for metric in _METRICS:
                    now = measurement.metrics.get(metric)
                    if measurement.error is None and now is not None and before[metric] is not None:
                        pairs[metric].append((before[metric], now))
    found: dict[str, Any] = {
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "device": device_name(),
        "metrics": {metric: _figures(metric, pairs[metric]) for metric in _METRICS},
    }
    if found["device"] in {row["device"] for row in rows}:
        (records / NOISE).write_text(json.dumps(found, indent=2) + "\n")
    else:
        speeds = read_speeds(records) | {device_name(): found["metrics"]["cpu_time"]["ratio"]}
        (records / _SPEEDS).write_text(json.dumps(speeds, indent=2) + "\n")
    typer.echo(json.dumps(found, indent=2))


def read_speeds(records: Path) -> dict[str, float]:
    """Device -> how many times as long calls take on it as where the records were measured, in the median."""
    path = records / _SPEEDS
    return dict(json.loads(path.read_text())) if path.exists() else {}


def _figures(metric: str, pairs: list[tuple[float, float]]) -> dict[str, float]:
    logs = np.log2(np.maximum(np.array(pairs), FLOORS[metric]))
    errors = np.abs(logs[:, 1] - logs[:, 0])
    return {
        "records": len(pairs),
        "rho": spearman(logs[:, 0], logs[:, 1]),
        "median_error": float(np.median(errors)),
        "p90_error": float(np.quantile(errors, 0.9)),
        "ratio": float(2.0 ** np.median(logs[:, 1] - logs[:, 0])),
    }
