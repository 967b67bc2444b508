"""The model's forecasts of held-out records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from perfcast.rlm import Prompt, RegressionModel
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]


def quantiles(
    model: RegressionModel,
    texts: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    metrics: Sequence[str],
    levels: Sequence[float],
) -> Floats:
    """Quantiles of every record, each program read once: [metrics, records, levels].

    Args:
        texts: program -> normal form.
        rows: records, with program, workload and device.
    """
    by_program: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        by_program[row["program"]].append(index)
    found = np.empty((len(metrics), len(rows), len(levels)))
    workloads = {
        program: [parse(rows[index]["workload"]) for index in members] for program, members in by_program.items()
    }
    following = [*list(by_program)[1:], None]
    parts = zip(by_program.items(), following, strict=True)
    for (program, members), upcoming in tqdm(parts, total=len(by_program), desc="forecasting", mininterval=5):
        if upcoming is not None:
            # Its trial runs are made in another process meanwhile.
            model.expect(texts[upcoming], workloads[upcoming])
        reading = model.read(texts[program])
        asked = list(zip(workloads[program], members, strict=True))
        prompts = [Prompt(one, rows[index]["device"], metric) for metric in metrics for one, index in asked]
        answers = model.quantiles(reading, prompts, levels)
        found[:, members] = answers.reshape(len(metrics), len(members), len(levels))
    return found
