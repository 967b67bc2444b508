"""What the dataset card says of units of projects."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pandas as pd

from model_export.corpus.noise import read_speeds
from model_export.corpus.projects.records import FILE
from model_export.corpus.records import read
from model_export.corpus.tables import markdown

_TEXT: Final = """## Units of real projects

{records} measured workloads of {units} units of {projects} public projects in `projects.parquet`, with the columns of
`records.parquet`. Functions and methods stay where they lie, and are measured at the workloads that the tool chooses by
itself: by the very calls that a project's tests, examples and programs make (in the sandbox, up to where the unit's own
code begins), or with arguments made up by names and types, at up to four sizes. Units that raise on those are no
records. `model_export/corpus/projects/table.py` names the projects, their commits and licences; splits are by project.
Neither their code nor what their tests call it with is kept here: workloads stand as digests, and whoever has checkouts
of the projects, with what they import, finds both again (`python -m model_export projects`, which runs nothing of
theirs). {times}

{splits}
"""
_SAME: Final = "Times were taken where those of the other records were."
_OTHER: Final = """Of times that were taken on {device}, where a call takes {speed:.2f} times as long as where the other
records were measured, in the median of some hundred of these, that is taken off."""


def projects_text(records: Path) -> str:
    """The section of ``CARD.md``; empty where there are none."""
    if not (records / FILE).exists():
        return ""
    table = pd.DataFrame(read(records / FILE))
    speeds = read_speeds(records)
    others = [_OTHER.format(device=one, speed=speeds[one]) for one in sorted(table["device"].unique()) if one in speeds]
    lines = [["split", "projects", "units", "records"]]
    for split, group in table.groupby("split"):
        counts = (group["problem"].nunique(), group["program"].nunique(), len(group))
        lines.append([str(split), *map(str, counts)])
    return _TEXT.format(
        records=len(table),
        units=table["program"].nunique(),
        projects=table["problem"].nunique(),
        times="\n".join(others) or _SAME,
        splits=markdown(lines),
    )
