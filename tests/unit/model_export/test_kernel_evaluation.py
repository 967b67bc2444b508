"""The evaluation of a few kernels' launches: what is judged, on which devices, and the baselines beside it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from model_export.evaluation.configurations import ESTIMATE, RANDOM, ROOFLINE
from model_export.evaluation.kernels import KernelReport, evaluate_kernels
from model_export.evaluation.report import MODEL
from model_export.training.inputs import Corpus
from perfcast.prior import Prior
from perfcast.rlm import RegressionModel, bundle
from perfcast.source import SourceFile
from perfcast.triton.bounds.roofline import LAUNCH_FLOOR
from perfcast.triton.ranking.learned import LearnedScorer
from tests.unit.triton.sources import ADD, SOFTMAX

_RIVALS = {"configuration alone", "configuration and syntax", "constant", "counted", "boosted trees"}


def normal_form(text: str, name: str) -> str:
    file = SourceFile.parse(text)
    return file.normal_form(file.unit(name))


def launch(split: str, device: str, blocks: int, warps: int, seconds: float) -> dict[str, Any]:
    n = 1 << 20
    return {
        "program": split,
        "problem": split,
        "workload": f"x_ptr: float32[{n}]; y_ptr: float32[{n}]; out_ptr: float32[{n}]; n_elements: int = {n}; "
        f"BLOCK: constexpr = {blocks}; grid: {n // blocks}; num_warps: {warps}",
        "device": device,
        "split": split,
        "origin": "own",
        "registers": 32.0,
        "shared_memory": 0.0,
        "gpu_time": seconds,
    }


@pytest.fixture(scope="module")
def report() -> KernelReport:
    add = normal_form(ADD, "add_kernel")
    texts = {"train": normal_form(SOFTMAX, "softmax_kernel"), "calibration": add, "test": add}
    rows = [
        launch(split, "H200", blocks, warps, 1e-5 * (1 + blocks / 4096))
        for split in texts
        for blocks in (256, 512, 1024, 2048)
        for warps in (2, 4, 8)
    ]
    # Published, not measured: judged apart.
    rows += [launch(split, "A100-80GB", blocks, 4, 3e-5) for split in ("calibration", "test") for blocks in (256, 512)]
    corpus = Corpus(rows, rows, texts)
    return evaluate_kernels(RegressionModel.load(), Prior(bundle.PACKAGED), LearnedScorer(bundle.PACKAGED), corpus)


def test_each_metric_is_judged_beside_its_baselines(report: KernelReport) -> None:
    judged = {"registers", "shared_memory", "gpu_time", "gpu_time_elsewhere"}
    assert set(report.points) == set(report.ranges) == judged, "nothing takes more shared memory than its floor"
    for name in judged:
        rivals = _RIVALS | ({"roofline"} if name.startswith("gpu_time") else set())
        assert set(report.points[name]) == set(report.ranges[name]) == {MODEL} | rivals
    assert report.counts["test"] == {"programs": 1, "problems": 1, "records": 14}
    # What took as long as those of training is told by the constant; of the other device it is told nothing.
    assert report.points["gpu_time"]["constant"]["median_error"] < 0.2
    assert report.points["gpu_time_elsewhere"]["constant"]["median_error"] > 1
    # Twelve megabytes at 4.8 TB/s, and the start of a launch.
    truth, least = 1e-5 * (1 + 1024 / 4096), 3 * 4 * 2**20 / 4.8e12 + LAUNCH_FLOOR
    assert report.points["gpu_time"]["roofline"]["median_error"] == pytest.approx(math.log2(truth / least), abs=0.3)


def test_choices_are_of_what_was_measured_alone(report: KernelReport) -> None:
    assert set(report.choices) == {MODEL, ESTIMATE, ROOFLINE, RANDOM}
    assert {figures["choices"] for figures in report.choices.values()} == {1}
    assert report.choices[RANDOM]["rho"] == 0.0
    assert report.choices[RANDOM]["median"] > 1.0
