"""Records as the arrays that trees are fitted to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from model_export.training.inputs import KeptTrials
from perfcast.prior import FLOORS, FeatureMaker, kernel_rows, read_kernel
from perfcast.prior.syntax import syntax_features
from perfcast.prior.workload import workload_features
from perfcast.source.locations.place import Place
from perfcast.triton.gpus.devices import standing_for
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

_CHUNK = 16


def features(
    maker: FeatureMaker,
    texts: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    *,
    places: Mapping[str, Place] | None = None,
    kept: KeptTrials | None = None,
    processes: int = 1,
) -> Floats:
    """[records, features]; each program is read once.

    Args:
        texts: program -> normal form.
        rows: records, with program and workload.
        places: program -> where it lies, where that is known.
        kept: trial runs of some of them, which are not made again.
        processes: that share the programs.
    """
    kept, places = kept or {}, places or {}
    by_program: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        by_program.setdefault(row["program"], []).append(index)
    jobs = []
    for program, members in by_program.items():
        workloads = [rows[i]["workload"] for i in members]
        known = [kept.get((program, workload)) for workload in workloads]
        jobs.append((texts[program], places.get(program), workloads, known))
    blocks = tqdm(_blocks(maker, jobs, processes), total=len(jobs), desc="features", mininterval=5)
    found: Floats | None = None
    for members, block in zip(by_program.values(), blocks, strict=True):
        if found is None:
            found = np.zeros((len(rows), block.shape[1]), dtype=np.float32)
        found[members] = block
    assert found is not None
    return found


#: A text, where it lies, workloads, and the trial run of each where it was kept.
_Job = tuple[str, Place | None, list[str], list[Sequence[float] | None]]


def _blocks(maker: FeatureMaker, jobs: Sequence[_Job], processes: int) -> Iterator[Floats]:
    if processes == 1:
        yield from (_block(maker, *job) for job in jobs)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(_block, [maker] * len(jobs), *zip(*jobs, strict=True), chunksize=_CHUNK)


def _block(
    maker: FeatureMaker, text: str, place: Place | None, workloads: list[str], kept: list[Sequence[float] | None]
) -> Floats:
    source = maker.read(text, place)
    known = [row for row in kept if row is not None]
    if source.tried is not None and len(known) == len(workloads):
        source = replace(source, tried=lambda _: known)
    return maker.rows(source, [parse(workload) for workload in workloads])


def kernel_features(texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records, features] of launches; each kernel is read once."""
    read = {program: read_kernel(texts[program]) for program in {row["program"] for row in rows}}
    blocks = [
        kernel_rows(read[row["program"]], [parse(row["workload"])], standing_for(row["device"]))
        for row in tqdm(rows, desc="features", mininterval=5)
    ]
    return np.concatenate(blocks).astype(np.float32)


def syntax_table(names: Sequence[str], texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records, features]: counts of syntax and what can be read off workloads, with nothing estimated or tried."""
    counts = {key: syntax_features(ast.parse(texts[key]), names) for key in {row["program"] for row in rows}}
    return np.stack(
        [np.concatenate([workload_features(parse(row["workload"])), counts[row["program"]]]) for row in rows]
    ).astype(np.float32)


def log_costs(metric: str, rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records], log2; NaN where the metric was not measured."""
    costs = np.array([np.nan if row.get(metric) is None else row[metric] for row in rows], dtype=np.float64)
    return np.log2(np.maximum(costs, FLOORS[metric]))
