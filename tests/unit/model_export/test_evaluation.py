"""The evaluation of a small corpus: what is asked, and what the baselines say beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from model_export.evaluation import forecasts
from model_export.evaluation.answers import LEVELS, Answers, answers_of, tried_once
from model_export.evaluation.report import MODEL, UNTRIED, evaluate
from model_export.evaluation.rivals import plain_rivals, tree_rivals
from model_export.prior.files import guessed
from model_export.training.inputs import Corpus
from perfcast.prior import METRICS, FeatureMaker, Prior
from perfcast.rlm import RegressionModel, bundle
from perfcast.workload import Workload, parse

BODIES = {"sum(values)": 8.0, "sorted(values)": 64.0}
SIZES = {"train": range(10, 90), "calibration": range(12, 22), "test": range(30, 40)}


def small_corpus() -> Corpus:
    """Two programs of each split, of which one costs eight times the other."""
    texts: dict[str, str] = {}
    rows: list[dict[str, Any]] = []
    for split, sizes in SIZES.items():
        for body, cost in BODIES.items():
            program = f"{split}/{body}"
            texts[program] = f"def {split}(values):\n    return {body}"
            rows += [
                {
                    "program": program,
                    "problem": program,
                    "workload": f"values: list[int] * {size}",
                    "device": "cpu",
                    "split": split,
                    "origin": "own",
                    "peak_memory": cost * size + 100,
                    "cpu_time": None if size == 30 else 1e-7 * cost * size,
                }
                for size in sizes
            ]
    return Corpus(rows, rows, texts)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return small_corpus()


@pytest.fixture(scope="module")
def answers(corpus: Corpus) -> Answers:
    return answers_of(RegressionModel.load(), Prior(bundle.PACKAGED), corpus)


def test_trial_runs_of_a_workload_are_made_once() -> None:
    made: list[str] = []

    def tried(workloads: Sequence[Workload]) -> list[list[float]]:
        made.extend(map(str, workloads))
        return [[float(workload.size)] for workload in workloads]

    maker = FeatureMaker([], lambda text, place: tried)
    once = tried_once(maker.read("def f(values): pass")).tried
    few, many = (parse(f"values: list[int] * {size}") for size in (3, 500))
    assert once is not None
    assert [list(row) for row in once([few])] == [[3.0]]
    assert [list(row) for row in once([many, few, many])] == [[500.0], [3.0], [500.0]]
    assert made == [str(few), str(many)]


def test_model_and_trees_answer_together_what_each_answers_alone(corpus: Corpus, answers: Answers) -> None:
    model, test = RegressionModel.load(), corpus.split("test")
    assert np.array_equal(answers.quantiles, forecasts.quantiles(model, corpus, test, METRICS, LEVELS))
    model.trials.enabled = False
    untried = forecasts.quantiles(model, corpus, test, METRICS, (0.5,))
    assert np.array_equal(answers.untried, untried[:, :, 0])
    assert not np.array_equal(answers.untried, answers.quantiles[:, :, LEVELS.index(0.5)])
    assert answers.guesses == guessed(Prior(bundle.PACKAGED), corpus.texts, test)


def test_every_baseline_is_judged_beside_the_model(corpus: Corpus, answers: Answers) -> None:
    rivals = [*plain_rivals(corpus), *tree_rivals(corpus, Prior(bundle.PACKAGED), answers.guesses)]
    report = evaluate(answers, rivals, corpus)
    ranged, silent = {"constant", "size alone", "boosted trees"}, {"nearest source", "boosted trees on syntax"}
    for metric in METRICS:
        assert set(report.points[metric]) == {MODEL, UNTRIED} | ranged | silent
        assert set(report.ranges[metric]) == {MODEL} | ranged
        errors = {name: figures["median_error"] for name, figures in report.points[metric].items()}
        # The test programs do what the training ones do, at sizes that are among theirs.
        assert errors["nearest source"] < 0.01
        assert errors["boosted trees on syntax"] < 0.1
        assert errors["constant"] > 0.5
    # A measured cost that a record lacks is nothing that it could be judged on.
    by_name = {rival.name: rival for rival in rivals}
    assert [len(by_name["boosted trees"].forecasts[metric]) for metric in METRICS] == [20, 18]
    assert report.counts["test"] == {"programs": 2, "problems": 2, "records": 20}
