"""Records as the arrays that trees are fitted to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from model_export.evaluation.figures import FLOORS
from perfcast.prior import FeatureMaker
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]


def features(maker: FeatureMaker, texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records, features]; each program is read once.

    Args:
        texts: program -> normal form.
        rows: records, with program and workload.
    """
    by_program: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        by_program.setdefault(row["program"], []).append(index)
    found: Floats | None = None
    for program, members in tqdm(by_program.items(), desc="features", mininterval=5):
        block = maker.rows(maker.read(texts[program]), [parse(rows[index]["workload"]) for index in members])
        if found is None:
            found = np.zeros((len(rows), block.shape[1]), dtype=np.float32)
        found[members] = block
    assert found is not None
    return found


def log_costs(metric: str, rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records], log2; NaN where the metric was not measured."""
    costs = np.array([np.nan if row[metric] is None else row[metric] for row in rows], dtype=np.float64)
    return np.log2(np.maximum(costs, FLOORS[metric]))
