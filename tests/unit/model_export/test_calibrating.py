"""Which ranges of a bundle are chosen anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model_export.evaluation.uncalibrated import Uncalibrated
from model_export.export import calibrating
from model_export.prior.files import fold_folder
from model_export.prior.fit import FOLDS
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
    of_kernels = [KERNEL_METRICS[:2], KERNEL_METRICS[2:]]
    assert asked == [METRICS, *of_kernels]
    everything = calibration.load(tmp_path / "calibration.json")
    kept = {metric: MetricCalibration(1.0, (0.8,), {"estimated": [[7.0]] * 6}) for metric in METRICS}
    calibrating.calibrate(tmp_path, corpora, kept)
    assert asked[3:] == of_kernels
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


def test_times_of_kernels_are_chosen_by_families_that_the_trees_were_fitted_without(
    asked: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = dict.fromkeys(METRICS, MetricCalibration(1.0, (0.8,), {"estimated": [[7.0]] * 6}))
    part = corpus(KERNEL_METRICS)
    # Those of training are off by four times as much, in the logarithm.
    training = [
        {**part.records[0], "split": "train", "problem": f"family {number}", "gpu_time": 32.0} for number in range(9)
    ]
    rows = [*part.records, *training, {**training[0], "device": "A100-80GB"}, {**training[0], "gpu_time": None}]
    corpora = Corpora(part, Corpus(rows, rows, part.texts), None)
    bundle, trees = tmp_path / "bundle", tmp_path / "trees"
    for folder in (bundle, *(fold_folder(trees, number) for number in range(FOLDS))):
        folder.mkdir(parents=True)
        (folder / "prior_gpu_time.onnx").write_text(folder.name)
    opened: list[str] = []

    def load(folder: Path) -> object:
        opened.append((folder / "prior_gpu_time.onnx").read_text())
        return SimpleNamespace(metadata={"kernel_devices": dict.fromkeys(KERNEL_METRICS, ("H200",))})

    monkeypatch.setattr(calibrating.RegressionModel, "load", load)
    calibrating.calibrate(bundle, corpora, kept)
    alone = calibration.load(bundle / "calibration.json")
    assert opened == ["bundle"]
    calibrating.calibrate(bundle, corpora, kept, trees)
    beside = calibration.load(bundle / "calibration.json")
    assert opened[1:] == ["bundle", *(f"without_fold_{number}" for number in range(FOLDS))]
    assert beside["registers"] == alone["registers"]
    widest = {name: chosen["gpu_time"].factors["estimated"][0][-1] for name, chosen in (("a", alone), ("b", beside))}
    # Of either, half a rounding step is held besides.
    assert widest["b"] == pytest.approx(4 * widest["a"], rel=1e-2)
