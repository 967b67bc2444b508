"""``python -m model_export corpus-card``: the dataset card, from the Parquet files alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import matplotlib
import numpy as np
import pandas as pd
import typer

from model_export.corpus.generator.shape import shape
from model_export.corpus.noise import NOISE
from model_export.corpus.projects.card import projects_text
from model_export.corpus.records import METRICS, read, read_programs
from model_export.corpus.tables import markdown
from model_export.corpus.triton.card import kernels_text
from perfcast.workload import parse

matplotlib.use("Agg")
from matplotlib import pyplot as plt

_UNITS = {"peak_memory": "B", "cpu_time": "s", "result_size": "B", "allocated_bytes": "B"}
_TEXT = """# Records

{records} measured workloads of {programs} programs, {problems} problems. `records.parquet` holds the labels,
`programs.parquet` the sources that belong to this project; `model_export/corpus/records.py` describes the columns.
Sources of other origins are joined from their own files by key and SHA-256.

Memory is measured by memray with Python's and native allocations, above the level at the call: arguments exist before
and are not counted, the result is. Time is the best of at least three warm calls, pinned to one core, with the garbage
collector off. Calls longer than a quarter of a second (of some programs a second) were not measured, nor workloads that
are larger than the first that took so long.

A program's first label of memory comes after some calls that are thrown away, as the interpreter and memray make
things in the first calls that stay. Earlier ones did not; those of programs that use pandas, and others that were
higher than a later label of the same program, were taken anew.

## By origin

{origins}
## By split

{splits}
## Distributions

{distributions}
{noise}![Memory and time against size](distributions.png)

## Variety of the own programs

{shapes} distinct syntax-tree shapes (names and constants blanked) among {own} programs.

{units}{kernels}## Known gaps

- Inputs are random values of the types and ranges that the examples show; programs that need structured inputs
  (valid expressions, trees in parent form) mostly end early on them.
- One CPU: {devices}.
- No programs that read files or use the network. Of libraries, NumPy above all, then pandas; PyTorch in {torch} own
  programs.
- Sources of `algorithms`, `stdlib` and `packages` are found anew on each machine (`python -m model_export sources`), so
  these programs are trained on and never evaluated on.
- Times were taken on a machine with other work; the time that a call waited for its core is taken off.
"""


def corpus_card(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
) -> None:
    """Writes CARD.md and distributions.png beside the records."""
    table = pd.DataFrame(read(records / "records.parquet"))
    # Most records share their workload with others.
    table["size"] = table["workload"].map({workload: parse(workload).size for workload in table["workload"].unique()})
    own = read_programs(records / "programs.parquet")
    text = _TEXT.format(
        records=len(table),
        programs=table["program"].nunique(),
        problems=table["problem"].nunique(),
        origins=_counts(table, ["origin", "licence"]),
        splits=_counts(table, ["split"]),
        distributions=_quantiles(table),
        noise=_noise(records / NOISE),
        shapes=len({shape(program.source) for program in own}),
        own=len(own),
        torch=sum("import torch" in program.source for program in own),
        units=projects_text(records),
        kernels=kernels_text(records),
        devices=", ".join(sorted(table["device"].unique())),
    )
    (records / "CARD.md").write_text(text)
    _draw(table, records / "distributions.png")
    typer.echo(text)


def _noise(path: Path) -> str:
    """What a second measurement found, where one was made."""
    if not path.exists():
        return ""
    found = json.loads(path.read_text())
    lines = [["measured again", "records", "Spearman", "median of abs log2 ratio", "90th percentile"]]
    for metric, figures in found["metrics"].items():
        values = [f"{figures[name]:.3g}" for name in ("rho", "median_error", "p90_error")]
        lines.append([metric, str(figures["records"]), *values])
    when = f"on {found['date']} on {found['device']}"
    return f"A second measurement, {when}; no model can be better:\n\n{markdown(lines)}\n"


def _counts(table: pd.DataFrame, keys: list[str]) -> str:
    groups = table.groupby(keys)
    lines = [[*keys, "programs", "problems", "records"]]
    for name, group in groups:
        lines.append(
            [*map(str, name), str(group["program"].nunique()), str(group["problem"].nunique()), str(len(group))]
        )
    return markdown(lines)


def _quantiles(table: pd.DataFrame) -> str:
    lines = [["", "measured", "least", "10 %", "median", "90 %", "most"]]
    for metric in METRICS:
        column = table[metric].dropna()
        values = [f"{value:.3g}" for value in column.quantile([0, 0.1, 0.5, 0.9, 1])]
        name = f"{metric} ({_UNITS[metric]})" if metric in _UNITS else metric
        lines.append([name, str(len(column)), *values])
    lines.append(["size", str(len(table)), *(f"{v:.3g}" for v in table["size"].quantile([0, 0.1, 0.5, 0.9, 1]))])
    return markdown(lines)


def _draw(table: pd.DataFrame, path: Path) -> None:
    figure, panels = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    for axes, (metric, floor) in zip(panels, (("peak_memory", 8.0), ("cpu_time", 1e-8)), strict=True):
        for origin, group in table.groupby("origin"):
            costs = np.maximum(group[metric].astype(float), floor)
            axes.scatter(np.maximum(group["size"].astype(float), 1), costs, s=2, alpha=0.25, label=str(origin))
        axes.set(xscale="log", yscale="log", xlabel="elements of the largest argument", ylabel=metric)
        axes.legend(markerscale=4)
    figure.savefig(path, dpi=90)
    plt.close(figure)
