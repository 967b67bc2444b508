"""The model card says what the evaluation finds."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from model_export.corpus.triton.joined import timed_devices
from model_export.evaluation.card import card
from model_export.evaluation.command import FIGURES, SAMPLE, bundle_size, write_card
from model_export.evaluation.configurations import ESTIMATE, RANDOM, ROOFLINE, choices
from model_export.evaluation.kernels import KernelReport
from model_export.evaluation.projects import ALL, ProjectReport
from model_export.evaluation.report import MODEL, Report, counts_of
from model_export.evaluation.sample import apart, read_sample, sample_of, write_sample
from model_export.training.inputs import Corpora, Corpus
from perfcast.prior import KERNEL_METRICS, METRICS
from perfcast.rlm import RegressionModel, bundle
from perfcast.triton.ranking.learned import LearnedScorer

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
def test_what_the_card_rests_on_is_still_forecast(kept: dict[str, object]) -> None:
    kept_sample = read_sample(bundle.PACKAGED / SAMPLE)
    model, data = RegressionModel.load(), Path(str(DATA))
    functions, kernels = Corpus.load(RECORDS, data), Corpus.of_kernels(RECORDS, data)
    assert counts_of(functions) == Report(**kept["report"]).counts  # type: ignore[arg-type]
    assert counts_of(kernels) == KernelReport(**kept["kernels"]).counts  # type: ignore[arg-type]
    found = sample_of(model, functions, METRICS) | sample_of(model, kernels, KERNEL_METRICS)
    for differences in apart(found, kept_sample).values():
        # INT8 products round differently from one kind of CPU to the next.
        assert np.median(differences) <= 0.02
        assert np.quantile(differences, 0.95) <= 0.2


@pytest.mark.takes_minutes
@pytest.mark.skipif(DATA is None, reason="PERFCAST_DATA names no folder of the public data files")
def test_configurations_are_ordered_as_the_card_says(kept: dict[str, object]) -> None:
    corpus, timed = Corpus.of_kernels(RECORDS, Path(str(DATA))), timed_devices(RECORDS)
    rows = [row for row in corpus.split("test") if row["gpu_time"] is not None and row["device"] in timed]
    found = choices(rows, corpus.texts, LearnedScorer(bundle.PACKAGED))
    report = KernelReport(**kept["kernels"])  # type: ignore[arg-type]
    for order in (MODEL, ESTIMATE, ROOFLINE, RANDOM):
        assert found[order] == pytest.approx(report.choices[order], abs=0.05)


def test_a_sample_is_read_back_and_other_forecasts_are_told_apart(tmp_path: Path) -> None:
    kept = {
        "cpu_time": {"f": [[1.0, 2.0, 3.0], [1.5, 2.5, 3.5]], 'g "h"': [[4.0, 5.0, 6.0]]},
        "peak_memory": {"f": [[7.0, 8.0, 9.0]]},
    }
    write_sample(tmp_path / "sample.json", kept)
    assert read_sample(tmp_path / "sample.json") == kept
    other = {**kept, "cpu_time": {**kept["cpu_time"], "f": [[1.0, 2.25, 3.0], [1.5, 2.5, 3.0]]}}
    found = {metric: values.tolist() for metric, values in apart(kept, other).items()}
    assert found == {"cpu_time": [0.25, 0.5, 0.0], "peak_memory": [0.0]}
    for lacking in ({"cpu_time": kept["cpu_time"]}, {**kept, "peak_memory": {}}, {**kept, "peak_memory": {"f": []}}):
        with pytest.raises(ValueError, match="of other records"):
            apart(kept, lacking)


def test_what_is_to_be_kept_has_to_be_there(tmp_path: Path) -> None:
    nothing = Corpus([], [], {})
    with pytest.raises(ValueError, match="has no projects nor report nor sample to keep"):
        write_card(tmp_path, Corpora(nothing, nothing, None), {"cpu_time": 0.0}, of_kernels=True)


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
