"""The model card says what the evaluation finds."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from model_export.evaluation.answers import answers_of
from model_export.evaluation.card import card
from model_export.evaluation.command import FIGURES, bundle_size
from model_export.evaluation.configurations import RANDOM
from model_export.evaluation.kernels import KernelReport, evaluate_kernels
from model_export.evaluation.projects import ALL, ProjectReport
from model_export.evaluation.report import MODEL, UNTRIED, Report, evaluate
from model_export.evaluation.rivals import plain_rivals
from model_export.training.inputs import Corpus
from perfcast.prior import METRICS, Prior
from perfcast.rlm import RegressionModel, bundle
from perfcast.triton.learned import LearnedScorer

RECORDS = Path(__file__).parents[3] / "model_export" / "corpus" / "records"
DATA = os.environ.get("PERFCAST_DATA")
CHOICES = {MODEL: {"choices": 3, "rho": 0.5, "median": 1.25, "mean": 1.5, "p90": 1.75}}


@pytest.fixture(scope="module")
def kept() -> dict[str, object]:
    content: dict[str, object] = json.loads((bundle.PACKAGED / FIGURES).read_text())
    return content


def test_the_card_is_made_of_the_kept_figures(kept: dict[str, object]) -> None:
    report = Report(**kept["report"])  # type: ignore[arg-type]
    kernels = KernelReport(**kept["kernels"])  # type: ignore[arg-type]
    projects = ProjectReport(**kept["projects"])  # type: ignore[arg-type]
    model = RegressionModel.load()
    size = bundle_size(bundle.PACKAGED)
    costs = kept["int8"]
    text = card(report, kernels, projects, model.metadata, size=size, quantisation=costs)  # type: ignore[arg-type]
    assert (bundle.PACKAGED / bundle.CARD).read_text() == text


@pytest.mark.takes_minutes
@pytest.mark.skipif(DATA is None, reason="PERFCAST_DATA names no folder of the public data files")
def test_the_kept_figures_are_those_that_the_evaluation_finds(kept: dict[str, object]) -> None:
    corpus = Corpus.load(RECORDS, Path(str(DATA)))
    answers = answers_of(RegressionModel.load(), Prior(bundle.PACKAGED), corpus)
    found = evaluate(answers, plain_rivals(corpus), corpus)
    report = Report(**kept["report"])  # type: ignore[arg-type]
    assert found.counts == report.counts
    for metric in METRICS:
        for forecaster in (MODEL, UNTRIED, "constant", "size alone", "nearest source"):
            # INT8 products round differently from one kind of CPU to the next.
            expected = pytest.approx(report.points[metric][forecaster], abs=0.05, nan_ok=True)
            assert dict(found.points[metric][forecaster]) == expected
        assert dict(found.ranges[metric][MODEL]) == pytest.approx(report.ranges[metric][MODEL], abs=0.05)


@pytest.mark.takes_minutes
@pytest.mark.skipif(DATA is None, reason="PERFCAST_DATA names no folder of the public data files")
def test_the_kept_figures_of_kernels_are_those_that_the_evaluation_finds(kept: dict[str, object]) -> None:
    corpus = Corpus.of_kernels(RECORDS, Path(str(DATA)))
    found = evaluate_kernels(RegressionModel.load(), Prior(bundle.PACKAGED), LearnedScorer(bundle.PACKAGED), corpus)
    report = KernelReport(**kept["kernels"])  # type: ignore[arg-type]
    assert found.counts == report.counts
    for metric, points in report.points.items():
        for forecaster in (MODEL, "constant", "counted"):
            expected = pytest.approx(points[forecaster], abs=0.05, nan_ok=True)
            assert dict(found.points[metric][forecaster]) == expected
        assert dict(found.ranges[metric][MODEL]) == pytest.approx(report.ranges[metric][MODEL], abs=0.05)
    for order in (MODEL, RANDOM):
        assert dict(found.choices[order]) == pytest.approx(report.choices[order], abs=0.05)


def test_a_card_has_a_table_for_each_metric_of_kernels_that_was_judged() -> None:
    counts = {"train": {"programs": 3, "problems": 2, "records": 7}}
    points = dict.fromkeys(("rho", "rho_at_size", "rho_within", "median_error", "p90_error", "cheaper"), 0.25)
    ranges = dict.fromkeys(("coverage", "coverage_least_decile", "coverage_most_decile", "width"), 0.75)
    functions = {metric: {MODEL: points | ranges, "boosted trees": points | ranges} for metric in METRICS}
    kernels = KernelReport(counts, {"registers": {MODEL: points}}, {"registers": {MODEL: ranges}}, CHOICES)
    of_projects = dict.fromkeys(("records", "rho", "median_error", "p90_error", "coverage", "width"), 20.0)
    projects = ProjectReport(
        {"projects": 2, "units": 5, "records": 20}, {metric: {ALL: of_projects} for metric in METRICS}
    )
    timed = {"gpu_time": ["H100", "H200"]}
    model = {"parameters": 6e6, "version": "1", "devices": ["CPU"], "kernel_devices": timed}
    report = Report(counts, functions, functions, functions, functions)
    text = card(report, kernels, projects, model, size=1, quantisation={})
    assert "5 units of 2 public projects" in text
    of_kernels = text[text.index("## Triton kernels") :]
    assert "### Registers a thread, held-out families" in of_kernels
    assert "Time of a launch, held-out families" not in of_kernels
    assert f"| **{MODEL}** | 0.25 | 0.25 | 0.25 | 0.25 |" in of_kernels
    assert "| train | 3 | 2 | 7 |" in of_kernels
    assert "Times were measured on an H100 and an H200:" in of_kernels
    assert f"| **{MODEL}** | 3 | 0.50 | 1.25 | 1.50 | 1.75 |" in of_kernels
    aims = text[text.index("## Aims") : text.index("## Peak memory")]
    assert "| median error | 0.25 | at most 0.30 | met | 0.25 | at most 0.45 | met |" in aims
    assert "| Spearman, all | 0.25 | at least 0.97 | missed | 0.25 | at least 0.95 | missed |" in aims
    assert "| 80 % range holds | 0.75 | 0.78 to 0.82 | missed |" in aims
    assert "| median width of the range | 0.75 | below 0.75 (boosted trees) | missed |" in aims
