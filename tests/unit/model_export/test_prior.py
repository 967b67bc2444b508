"""The boosted prior: graphs guess as trees do, and records are guessed by trees that have not seen their problem."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from model_export.prior.files import guessed, read_guesses, write_graph, write_guesses, write_names
from model_export.prior.fit import FOLDS, fit, fold, unseen_guesses
from model_export.prior.table import features, log_costs
from perfcast.prior import METRICS, FeatureMaker, Prior, counted

TEXTS = {
    "sum": "def total(values):\n    return sum(values)",
    "pairs": "def pairs(values):\n    return [(a, b) for a in values for b in values]",
}
COST = {"sum": 1.0, "pairs": 64.0}
ROWS = [
    {
        "program": program,
        "workload": f"values: list[int] * {size}",
        "peak_memory": COST[program] * size,
        "cpu_time": 1e-6,
    }
    for program in TEXTS
    for size in range(10, 410)
]


def test_the_graphs_guess_what_the_trees_do(tmp_path: Path) -> None:
    maker = FeatureMaker(["sum"])
    table = features(maker, TEXTS, ROWS)
    write_names(tmp_path, maker.names)
    base = counted(table)
    trees = {
        metric: fit(table, log_costs(metric, ROWS) - base[:, column], trees=60, threads=1)
        for column, metric in enumerate(METRICS)
    }
    for metric, model in trees.items():
        write_graph(tmp_path, metric, model)
    found = guessed(Prior(tmp_path), TEXTS, ROWS)
    guesses = np.array([found[str(row["program"]), str(row["workload"])] for row in ROWS])
    for column, metric in enumerate(METRICS):
        assert np.allclose(np.log2(guesses[:, column]), base[:, column] + trees[metric].predict(table), atol=1e-3)
    assert np.median(np.abs(np.log2(guesses[:, 0]) - log_costs("peak_memory", ROWS))) < 0.2


def test_a_problem_is_guessed_without_itself() -> None:
    """Its cost is nothing like the others': only trees that have seen it could know."""
    problems = [f"p{number}" for number in range(40) for _ in range(20)]
    odd = "p7"
    table = np.array([[float(problem[1:])] for problem in problems])
    targets = np.array([50.0 if problem == odd else 0.0 for problem in problems])
    guesses = unseen_guesses(table, targets, problems, trees=60, threads=1)
    members = [index for index, problem in enumerate(problems) if problem == odd]
    assert np.abs(guesses[members]).max() < 5
    assert fit(table, targets, trees=60, threads=1).predict(table)[members].min() > 25


def test_problems_that_continue_each_other_are_in_one_fold() -> None:
    assert fold("own/sums") == fold("own/sums+sorted")
    assert {fold(f"p{number}") for number in range(100)} == set(range(FOLDS))


def test_guesses_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_guesses(tmp_path, ROWS[:2], np.array([[1.5, 2e-6], [3.0, 4e-6]]))
    assert read_guesses(tmp_path) == {
        ("sum", ROWS[0]["workload"]): (1.5, 2e-6),
        ("sum", ROWS[1]["workload"]): (3.0, 4e-6),
    }


def test_what_was_not_measured_is_not_learned_from() -> None:
    costs = log_costs("cpu_time", [{"cpu_time": None}, {"cpu_time": 2.0}])
    assert np.isnan(costs[0])
    assert costs[1] == 1
