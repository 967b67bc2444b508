"""LeetCodeDataset (newfacade, MIT): problems with up to two implementations each.

Files: ``LeetCodeDataset-*.jsonl.gz``; fields ``task_id``, ``prompt`` (imports and helpers), ``completion``,
``entry_point`` (``Solution().method``), ``test`` (asserts with literal arguments) and ``response`` (prose with a
second implementation in a fenced block).
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

from model_export.corpus.origins.examples import workload_of_tests
from model_export.corpus.program import Program

#: Later files repeat problems of the earlier ones with more cases, so they are read first.
FILES = (
    "LeetCodeDataset-v0.3.1-test.jsonl.gz",
    "LeetCodeDataset-v0.3.0-test.jsonl.gz",
    "LeetCodeDataset-v0.2.0-train.jsonl.gz",
)
_FENCE = re.compile(r"```(?:python)?\n(.*?)```", re.DOTALL)


def programs(folder: Path) -> Iterator[Program]:
    """Both implementations of every problem whose example calls have literal arguments."""
    seen: set[str] = set()
    for file in FILES:
        with gzip.open(folder / file, "rt") as lines:
            for line in lines:
                row = json.loads(line)
                if row["task_id"] in seen:
                    continue
                seen.add(row["task_id"])
                yield from _implementations(row)


def _implementations(row: dict[str, str]) -> Iterator[Program]:
    name = row["entry_point"].replace("()", "")
    fenced = _FENCE.search(row.get("response") or "")
    texts = {"completion": row["completion"], "response": fenced[1] if fenced else ""}
    for variant, text in texts.items():
        source = f"{row['prompt'].rstrip()}\n\n{text.strip()}\n"
        workload = workload_of_tests(source, name, row["test"])
        if workload is not None:
            problem = f"leetcode/{row['task_id']}"
            yield Program("leetcode", problem, f"{problem}/{variant}", source, name, str(workload), "MIT")
