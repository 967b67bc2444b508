"""What each part of a launch costs, fitted to launches that were measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from tqdm import tqdm

from model_export.evaluation.families import root_weights
from perfcast.triton import KernelError, Launch, count
from perfcast.triton.bounds.pace import PACES, amounts
from perfcast.triton.bounds.placement import placed
from perfcast.triton.features import read_kernel
from perfcast.triton.gpus.devices import standing_for
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

#: Errors far below this, in binary orders of magnitude, count by their square.
_SMOOTH: Final = 0.1
_ROUNDS: Final = 300


def amounts_of(texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records, PACES]: what each launch has of each part; NaN where that cannot be counted."""
    kernels = {program: read_kernel(texts[program]).kernel for program in {row["program"] for row in rows}}
    found = np.full((len(rows), len(PACES)), np.nan)
    for number, row in enumerate(tqdm(rows, desc="launches", mininterval=5)):
        kernel, launch, device = kernels[row["program"]], Launch.of(parse(row["workload"])), standing_for(row["device"])
        if kernel is None:
            continue
        try:
            counts = count(kernel, launch)
        except KernelError:
            continue
        there = placed(counts, launch, device)
        if there.least is None:
            continue
        parts = amounts(counts, launch, device, there.resident, there.least)
        found[number] = [parts[name] for name in PACES]
    return found


def fitted(parts: Floats, seconds: Floats, families: Sequence[str]) -> dict[str, float]:
    """The paces with the least error of the times' logarithms; a family counts by the root of its launches.

    Args:
        parts: [records, PACES], see `amounts_of`.
        seconds: [records].
    """
    known = np.flatnonzero(~np.isnan(parts).any(axis=1))
    told, logs = parts[known], np.log2(seconds[known])
    weights = root_weights([families[number] for number in known.tolist()])
    begin = np.log([PACES[name] for name in PACES])

    def loss(paces: Floats) -> float:
        errors = np.log2(told @ np.exp(paces)) - logs
        return float(np.average(np.sqrt(errors**2 + _SMOOTH**2), weights=weights))

    best = minimize(loss, begin, method="L-BFGS-B", options={"maxiter": _ROUNDS})
    return dict(zip(PACES, np.exp(best.x).tolist(), strict=True))
