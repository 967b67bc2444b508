"""How well the configurations of a kernel are chosen among: what is lost when only the most promising are tried."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from model_export.evaluation.figures import spearman
from model_export.evaluation.report import MODEL
from perfcast.triton import KernelFile, Launch, PacedScorer, Scorer
from perfcast.triton.gpus.devices import standing_for
from perfcast.triton.ranking.pruning import TOP
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

#: Configurations of one kernel at one workload that were measured, at least.
_LEAST: Final = 8
ESTIMATE: Final = "estimate"
ROOFLINE: Final = "roofline"
RANDOM: Final = "random"


def choices(rows: Sequence[Mapping[str, Any]], texts: Mapping[str, str], scorer: Scorer) -> dict[str, dict[str, float]]:
    """What orders configurations -> how well, and by how much the fastest of its top tenth is slower than the fastest.

    Args:
        rows: records of held-out kernels with a time.
        texts: kernel -> normal form.
        scorer: the model's.

    Returns:
        Of `scorer`, the estimate for devices that nothing was measured on, the roofline's bound (of those that are
        alike the first ones count), and chance (the mean over all choices of as many): the ``median``, ``mean`` and
        ``p90`` over kernels and workloads of found time / least time, their number, ``choices``, and ``rho``, the mean
        rank correlation within one.
    """
    found: dict[str, list[float]] = {MODEL: [], ESTIMATE: [], ROOFLINE: [], RANDOM: []}
    order: dict[str, list[float]] = {MODEL: [], ESTIMATE: [], ROOFLINE: [], RANDOM: [0.0]}
    estimates = PacedScorer()
    for (program, device, _), members in _grouped(rows).items():
        seconds = np.array([row["gpu_time"] for row in members])
        launches = [Launch.of(parse(row["workload"])) for row in members]
        kernel = KernelFile.parse(texts[program]).kernels[0]
        tried = math.ceil(TOP * len(members))
        device_figures = standing_for(device)
        estimated = estimates.score(kernel, launches, device_figures)
        by_name = {
            MODEL: [one.score for one in scorer.score(kernel, launches, device_figures)],
            ESTIMATE: [one.score for one in estimated],
            ROOFLINE: [math.inf if one.bound is None else one.bound.seconds for one in estimated],
        }
        for name, scores in by_name.items():
            first = np.argsort(scores, kind="stable")[:tried]
            found[name].append(float(seconds[first].min() / seconds.min()))
            order[name].append(spearman(seconds, np.array(scores)))
        found[RANDOM].append(_expected_least(np.sort(seconds), tried) / float(seconds.min()))
    return {
        name: {
            "choices": len(ratios),
            "rho": float(np.mean(order[name])),
            "median": float(np.median(ratios)),
            "mean": float(np.mean(ratios)),
            "p90": float(np.quantile(ratios, 0.9)),
        }
        for name, ratios in found.items()
        if ratios
    }


def _grouped(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str, str], list[Mapping[str, Any]]]:
    """Launches of one kernel with the same tensors and numbers on one device, where there are enough."""
    found: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        launch = Launch.of(parse(row["workload"]))
        given = repr((sorted(launch.tensors.items()), sorted(launch.scalars.items()), launch.optional))
        found.setdefault((row["program"], row["device"], given), []).append(row)
    return {key: members for key, members in found.items() if len(members) >= _LEAST}


def _expected_least(ascending: Floats, tried: int) -> float:
    """The mean least of so many that are drawn without repetition."""
    count = len(ascending)
    chances = [math.comb(count - 1 - place, tried - 1) / math.comb(count, tried) for place in range(count)]
    return float(ascending @ np.array(chances))
