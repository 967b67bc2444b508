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
    for program, members in tqdm(by_program.items(), desc="forecasting", mininterval=5):
        reading = model.read(texts[program])
        prompts = [
            Prompt(parse(rows[index]["workload"]), rows[index]["device"], metric)
            for metric in metrics
            for index in members
        ]
        answers = model.quantiles(reading, prompts, levels)
        found[:, members] = answers.reshape(len(metrics), len(members), len(levels))
    return found
