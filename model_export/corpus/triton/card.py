"""The part of the dataset card that is about kernels, from their Parquet files alone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pandas as pd

from model_export.corpus.tables import markdown
from model_export.corpus.triton.joined import FOLDER, kernel_records
from model_export.corpus.triton.records import METRICS, TIMES, read_shards

_UNITS: Final = {"gpu_time": "s", "shared_memory": "B a block", "registers": "a thread", "spills": "B a thread"}
_TEXT: Final = """## Triton kernels

{launches} launches of {kernels} kernels of {families} families, in `triton/`; splits are by family.
`model_export/corpus/triton/records.py` describes the columns. Registers, shared memory and spills are those that Triton
{compiler} and ptxas give for a launch, compiled without a GPU. {timed} launches were timed on GPUs that are named,
compiled by Triton {timer}: the median of warm launches with an empty second-level cache, of several medians the least,
on random inputs, results checked against PyTorch's where there is a reference. Other times are those that TritonBench-G
publishes, of a GPU that it does not name.

"""
_GAPS: Final = """
Times are of the GPUs named alone. Kernels that read indices which nobody tells were not run. Resources are of compute
capabilities 8.0, 8.6 and 9.0 alone. Launches that do not compile are left out.{missing}
"""
_NONE_OF_INDUCTOR: Final = " Kernels that PyTorch's Inductor generates are not among them."


def kernels_text(records: Path) -> str:
    """Markdown; empty where there are no kernels."""
    if not (records / FOLDER).exists():
        return ""
    table = pd.DataFrame(kernel_records(records))
    compiled = read_shards(records / FOLDER, "resources")
    measured = read_shards(records / FOLDER, TIMES)
    compilers, timers = (sorted({row["compiler"] for row in rows}) for rows in (compiled, measured))
    text = _TEXT.format(
        launches=len(table),
        kernels=table["program"].nunique(),
        families=table["problem"].nunique(),
        compiler=", ".join(compilers),
        timed=len(measured),
        timer=", ".join(timers),
    )
    licences = {row["kernel"]: row["licence"] for row in (*compiled, *measured)}
    table["licence"] = [licences.get(program.partition(":")[0], "Apache-2.0") for program in table["program"]]
    groups = table.groupby(["origin", "licence", "device"])
    lines = [["origin", "licence", "device", "kernels", "families", "launches"]]
    for name, group in groups:
        counts = (group["program"].nunique(), group["problem"].nunique(), len(group))
        lines.append([*map(str, name), *map(str, counts)])
    spread = [["", "measured", "least", "10 %", "median", "90 %", "most"]]
    for metric in METRICS:
        column = table[metric].dropna()
        values = [f"{value:.3g}" for value in column.quantile([0, 0.1, 0.5, 0.9, 1])]
        spread.append([f"{metric} ({_UNITS[metric]})", str(len(column)), *values])
    gaps = _GAPS.format(missing="" if (table["origin"] == "inductor").any() else _NONE_OF_INDUCTOR)
    return f"{text}{markdown(lines)}\n{markdown(spread)}{gaps}\n"
