"""MBPP in the MBXP release (amazon-science/mxeval; data CC-BY-4.0).

File: ``mbpp_release_v1.jsonl``; fields ``task_id``, ``prompt`` (signature and docstring), ``canonical_solution``,
``entry_point`` and ``test`` (asserts on ``candidate`` with literal arguments).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from model_export.corpus.origins.examples import workload_of_tests
from model_export.corpus.program import Program


def programs(folder: Path) -> Iterator[Program]:
    """The canonical solution of every problem whose example calls have literal arguments."""
    with (folder / "mbpp_release_v1.jsonl").open() as lines:
        for line in lines:
            row = json.loads(line)
            source = f"{row['prompt'].lstrip()}{row['canonical_solution']}\n"
            name = row["entry_point"]
            workload = workload_of_tests(source, name, row["test"])
            if workload is not None:
                problem = row["task_id"].lower()
                yield Program("mbpp", problem, problem, source, name, str(workload), "CC-BY-4.0")
