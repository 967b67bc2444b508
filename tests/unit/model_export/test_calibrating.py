"""Which ranges of a bundle are chosen anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model_export.evaluation.forecasts import Uncalibrated
from model_export.export import calibrating
from model_export.training.inputs import Corpora, Corpus
from perfcast.prior import KERNEL_METRICS, METRICS
from perfcast.rlm import calibration
from perfcast.rlm.calibration import MetricCalibration


def corpus(metrics: Sequence[str]) -> Corpus:
    row = {"program": "f", "problem": "of one", "split": "calibration", "device": "H200", **dict.fromkeys(metrics, 4.0)}
    rows = [row] * 3
    return Corpus(rows, rows, {"f": "def f(): ..."})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The metrics that forecasts are asked for; they are half of what is true."""
    found: list[tuple[str, ...]] = []

    def uncalibrated(
        model: object, part: Corpus, rows: Sequence[Mapping[str, Any]], metrics: Sequence[str], levels: Sequence[float]
    ) -> Uncalibrated:
        found.append(tuple(metrics))
        spread = 2.0 * np.exp2(np.array(levels) - 0.5)
        return Uncalibrated(
            np.tile(spread, (len(metrics), len(rows), 1)),
            np.full((len(metrics), len(rows)), np.nan),
            ["estimated"] * len(rows),
            np.ones(len(rows)),
        )

    monkeypatch.setattr(calibrating.forecasts, "uncalibrated", uncalibrated)
    model = SimpleNamespace(metadata={"kernel_devices": dict.fromkeys(KERNEL_METRICS, ("H200",))})
    monkeypatch.setattr(calibrating.RegressionModel, "load", lambda folder: model)
    monkeypatch.setattr(calibrating, "seal", lambda folder, out: None)
    return found


def test_ranges_of_functions_stay_where_only_those_of_kernels_are_chosen(
    asked: list[tuple[str, ...]], tmp_path: Path
) -> None:
    corpora = Corpora(corpus(METRICS), corpus(KERNEL_METRICS), None)
    calibrating.calibrate(tmp_path, corpora)
    assert asked == [METRICS, KERNEL_METRICS]
    everything = calibration.load(tmp_path / "calibration.json")
    kept = {metric: MetricCalibration(1.0, (0.8,), {"estimated": [[7.0]] * 6}) for metric in METRICS}
    calibrating.calibrate(tmp_path, corpora, kept)
    assert asked[2:] == [KERNEL_METRICS]
    chosen = calibration.load(tmp_path / "calibration.json")
    assert {metric: chosen[metric].factors for metric in METRICS} == {
        metric: kept[metric].factors for metric in METRICS
    }
    assert {metric: chosen[metric] for metric in KERNEL_METRICS} == {
        metric: everything[metric] for metric in KERNEL_METRICS
    }


def test_ranges_of_kernels_rest_on_devices_that_are_known(asked: list[tuple[str, ...]], tmp_path: Path) -> None:
    def chosen(*others: dict[str, Any]) -> Mapping[str, MetricCalibration]:
        part = corpus(KERNEL_METRICS)
        rows = [*part.records, *({**part.records[0], **one} for one in others)]
        kept = dict.fromkeys(METRICS, MetricCalibration(1.0, (0.8,), {"estimated": [[7.0]] * 6}))
        calibrating.calibrate(tmp_path, Corpora(part, Corpus(rows, rows, part.texts), None), kept)
        return calibration.load(tmp_path / "calibration.json")

    far_off = {"gpu_time": 4e3}
    assert chosen({**far_off, "device": "A100-80GB"}) == chosen()
    assert chosen({**far_off, "device": "H200"}) != chosen()
