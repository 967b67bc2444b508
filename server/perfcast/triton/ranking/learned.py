"""Times of launches as the packaged model's trees forecast them, to choose among configurations by."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from perfcast.packaged import MANIFEST, MODEL
from perfcast.triton.features import KERNEL_METRICS, KERNEL_TIME, estimated, features_of, kernel_rows, launch_rows
from perfcast.triton.finding.kernels import Kernel
from perfcast.triton.gpus.devices import DEVICES, Device
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.ranking.scoring import LaunchCounter, PacedScorer, Scored, Scorer
from perfcast.workload import Workload

_COLUMN: Final = KERNEL_METRICS.index(KERNEL_TIME)


class LearnedScorer:
    """Boosted trees over what is counted of a launch, learned from launches that were measured on the device.

    They are those whose guess the language model reads in its prompt; what it would add to them changes no order worth
    waiting for.
    """

    about = "forecast by boosted trees, learned from launches measured on this device"
    is_forecast = True

    def __init__(self, folder: Path, counter: LaunchCounter | None = None) -> None:
        """
        Args:
            folder: of the bundle.
            counter: where others share what it counts.

        Raises:
            ValueError: its trees are of other features.
            one of onnxruntime's exceptions: they do not load.
        """
        # Who only counts need not wait for ONNX Runtime.
        from perfcast.trees import Trees, graph_file

        width = kernel_rows(features_of(None), [Workload(())], DEVICES["H100"]).shape[1]
        self._trees = Trees(folder, [graph_file(KERNEL_TIME)], width)
        self._counter = counter or LaunchCounter()

    def score(self, kernel: Kernel, launches: Sequence[Launch], device: Device) -> list[Scored]:
        scored = self._counter.counted(kernel, launches, device)
        source = features_of(kernel)
        known = ((number, one.there) for number, one in enumerate(scored) if math.isnan(one.score))
        told = {number: there for number, there in known if there is not None}
        if not told:
            return scored
        rows = launch_rows(
            source,
            [launches[number] for number in told],
            device,
            [scored[number].counts for number in told],
            list(told.values()),
        )
        logs = estimated(rows)[:, _COLUMN] + self._trees.logarithms(rows.astype("float32"))[:, 0]
        for (number, there), seconds in zip(told.items(), (2.0**logs).tolist(), strict=True):
            least = 0.0 if there.least is None else there.least.seconds
            scored[number] = replace(scored[number], score=max(seconds, least))
        return scored


def scorer_for(device: Device) -> Scorer:
    """What orders configurations on a device: forecasts where its times were learned, else estimates."""
    return _learned() if device.name in _timed() and DEVICES.get(device.name) == device else _paced()


@cache
def _counter() -> LaunchCounter:
    return LaunchCounter()


@cache
def _paced() -> PacedScorer:
    return PacedScorer(_counter())


@cache
def _learned() -> LearnedScorer:
    return LearnedScorer(MODEL, _counter())


@cache
def _timed() -> frozenset[str]:
    """Names of the devices that the packaged model knows times of."""
    manifest = json.loads((MODEL / MANIFEST).read_text(encoding="utf-8"))
    return frozenset(manifest["model"]["kernel_devices"].get(KERNEL_TIME, ()))
