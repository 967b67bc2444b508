"""``python -m model_export redraws``: held-out calls with other values of the same workload.

A workload says sizes and ranges, and the values are drawn: a search may end early with some and late with others. What
such calls cost in the median of several draws is what a forecast would say that knew every cost and could not know
which values were drawn; so it is judged as a forecast is.
"""

from __future__ import annotations

import datetime
import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from tqdm import tqdm

from model_export.corpus.records import read
from model_export.corpus.sources import joined_programs
from model_export.evaluation.figures import cases_of, figures
from perfcast.measure import Job, Limits, Sandbox, device_name
from perfcast.workload import parse

#: Beside the records.
REDRAWS: Final = "redraws.json"
_METRICS: Final = ("peak_memory", "cpu_time")
_OF_MACHINE: Final = ("cpu_time",)
#: Far from the seeds that records are made with.
_FIRST_SEED: Final = 1000

#: What a call cost, by metric; None for what could not be measured.
_Costs = Mapping[str, float | None]


def redraws(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    journal: Annotated[Path, typer.Option(help="Where finished programs are logged; an interrupted run goes on here.")],
    count: Annotated[int, typer.Option(help="Test programs to measure.")] = 250,
    draws: Annotated[int, typer.Option(help="Of values, each measured.")] = 4,
    seed: Annotated[int, typer.Option(help="Chooses the programs.")] = 0,
) -> None:
    """Measures calls of the test split with other values, and keeps how well their median tells the label."""
    programs = {program.key: program for program in joined_programs(records, data)}
    by_program: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in read(records / "records.parquet"):
        program = programs.get(row["program"])
        if row["split"] == "test" and program is not None and program.source_sha256 == row["source_sha256"]:
            by_program[program.key].append(row)
    chosen = random.Random(seed).sample(sorted(by_program), min(count, len(by_program)))
    known = [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []
    costs: dict[tuple[str, str], list[_Costs]] = {(key, text): drawn for key, text, drawn in known}
    done = {key for key, _ in costs}
    with Sandbox(Limits(seconds=2.0), core=0) as sandbox, journal.open("a") as log:
        for key in tqdm([key for key in chosen if key not in done], desc="programs", mininterval=5):
            program = programs[key]
            texts = tuple(row["workload"] for row in by_program[key])
            drawn: dict[str, list[_Costs]] = {text: [] for text in texts}
            for number in range(draws):
                for one in sandbox.run(Job(key, program.source, program.name, texts, _FIRST_SEED + number)):
                    if one.error is None:
                        drawn[one.workload].append({name: one.metrics.get(name) for name in _METRICS})
            costs |= {(key, text): found for text, found in drawn.items()}
            log.writelines(json.dumps([key, text, found]) + "\n" for text, found in drawn.items())
            log.flush()
    rows = [row for key in chosen for row in by_program[key]]
    said = {
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "device": device_name(),
        "draws": draws,
        "programs": chosen,
        "metrics": {metric: judged(metric, rows, costs) for metric in _METRICS},
    }
    (records / REDRAWS).write_text(json.dumps(said, indent=1) + "\n")
    typer.echo(json.dumps(said["metrics"], indent=1))


def judged(
    metric: str, rows: Sequence[Mapping[str, Any]], costs: Mapping[tuple[str, str], Sequence[_Costs]]
) -> dict[str, float]:
    """Figures of the median of the draws as a forecast of the labels.

    Args:
        rows: records.
        costs: (program, workload) -> what each draw cost.
    """
    drawn = [[one[metric] for one in costs.get((row["program"], row["workload"]), ())] for row in rows]
    measured = [[cost for cost in some if cost is not None] for some in drawn]
    kept = [(row, np.median(some)) for row, some in zip(rows, measured, strict=True) if some]
    cases, places = cases_of(metric, [row for row, _ in kept], [parse(row["workload"]).size for row, _ in kept])
    forecast = np.array([kept[place][1] for place in places])
    if metric in _OF_MACHINE:
        # The machine may have been slower on the other day.
        forecast *= np.median(cases.true / forecast)
    return {"records": float(len(places)), **figures(cases, forecast)}


def read_redraws(records: Path) -> dict[str, Any]:
    """What the command found: "draws", "programs" and "metrics", metric -> figures; empty where it never ran."""
    path = records / REDRAWS
    return dict(json.loads(path.read_text())) if path.exists() else {}
