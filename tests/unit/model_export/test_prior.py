"""The boosted prior: graphs guess as trees do, and records are guessed by trees that have not seen their problem."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest

from model_export.corpus.splits import is_sampled
from model_export.prior.compact import compact
from model_export.prior.files import converted, guessed, key_of, read_guesses, write_graph, write_guesses, write_names
from model_export.prior.files import unseen_guesses as all_guesses
from model_export.prior.fit import FOLDS, TreeRecipe, fit, fit_without_folds, fold, unseen_guesses
from model_export.prior.table import features, kernel_features, log_costs
from model_export.prior.trials import HELD_OUT, ONE_IN, make_trials, read_trials, recalled, tried
from model_export.training.inputs import Corpora, Corpus
from perfcast.prior import (
    KERNEL_METRICS,
    METRICS,
    FeatureMaker,
    Guess,
    Prior,
    SourceFeatures,
    corrected,
    counted,
    estimated,
    untried,
)
from perfcast.source.locations.place import Place
from perfcast.workload import Workload, parse
from tests.unit.model_export.constant_trees import (
    KERNEL,
    fit_doubting_trees,
    fit_estimated_trees,
    fit_kernel_trees,
    launch,
)

TEXTS = {
    "sum": "def total(values):\n    return sum(values)",
    "pairs": "def pairs(values):\n    return [(a, b) for a in values for b in values]",
}
COST = {"sum": 1.0, "pairs": 64.0}
ROWS = [
    {
        "program": program,
        "workload": f"values: list[int] * {size}",
        "device": "cpu",
        "peak_memory": COST[program] * size,
        "cpu_time": 1e-6,
    }
    for program in TEXTS
    for size in range(10, 410, 4)
]


def test_the_graphs_guess_what_the_trees_do(tmp_path: Path) -> None:
    maker = FeatureMaker(["sum"])
    table = features(maker, TEXTS, ROWS)
    write_names(tmp_path, maker.names)
    base = counted(table)
    trees = {
        metric: fit(table, log_costs(metric, ROWS) - base[:, column], TreeRecipe(60, 63, rate=0.5), threads=1)
        for column, metric in enumerate(METRICS)
    }
    for metric, model in trees.items():
        write_graph(tmp_path, metric, model)
    fit_estimated_trees(tmp_path, maker.width, correction=3.0)
    fit_doubting_trees(tmp_path, maker.width)
    fit_kernel_trees(tmp_path)
    found = guessed(Prior(tmp_path), TEXTS, ROWS)
    for column, metric in enumerate(METRICS):
        guesses = np.log2([found[key_of(row)][metric].cost for row in ROWS])
        assert np.allclose(guesses, base[:, column] + trees[metric].predict(table), atol=1e-3)
    memory = np.log2([found[key_of(row)]["peak_memory"].cost for row in ROWS])
    assert np.median(np.abs(memory - log_costs("peak_memory", ROWS))) < 0.2


def test_what_no_run_tells_is_guessed_by_trees_of_its_own(tmp_path: Path) -> None:
    maker = FeatureMaker(["sum"])
    table = features(maker, TEXTS, ROWS)
    write_names(tmp_path, maker.names)
    for metric in METRICS:
        write_graph(tmp_path, metric, fit(table, np.ones(len(table)), TreeRecipe(10, 63, rate=3), threads=1))
    fit_estimated_trees(tmp_path, maker.width, correction=3.0)
    fit_doubting_trees(tmp_path, maker.width)
    fit_kernel_trees(tmp_path)
    prior = Prior(tmp_path)
    for are_enabled, correction in ((True, 1.0), (False, 3.0)):
        prior.trials.enabled = are_enabled
        rows = features(maker, TEXTS, ROWS[:5]) if are_enabled else untried(table[:5])
        found = guessed(prior, TEXTS, ROWS[:5])
        guesses = np.log2([[found[key_of(row)][metric].cost for metric in METRICS] for row in ROWS[:5]])
        assert np.allclose(guesses, counted(rows) + correction, atol=1e-3)


def test_trial_runs_are_made_once(tmp_path: Path) -> None:
    rows = [{**row, "split": "train"} for row in ROWS[::40]]
    corpus = Corpus(rows, rows, TEXTS)
    journal = tmp_path / "trials.jsonl"
    make_trials([corpus], HELD_OUT, journal, processes=1)
    assert not journal.read_text()
    make_trials([corpus], ["train"], journal, processes=1)
    lines = journal.read_text()
    make_trials([corpus], ["train"], journal, processes=1)
    assert journal.read_text() == lines
    kept = read_trials(journal, [corpus])
    assert set(kept) == {(row["program"], row["workload"]) for row in rows}
    maker = FeatureMaker(["sum"])
    assert np.allclose(features(maker, TEXTS, rows, kept=kept), features(maker, TEXTS, rows), rtol=1e-4)
    wrong = {key: [7.0] * len(row) for key, row in kept.items()}
    assert (features(maker, TEXTS, rows, kept=wrong)[:, 0] == 7).all(), "they are not made again"
    other = Corpus(rows, rows, {**TEXTS, "sum": "def total(values):\n    return max(values)"})
    assert {program for program, _ in read_trials(journal, [other])} == {"pairs"}, "of the text that it was"


@pytest.mark.parametrize("has_projects", [False, True])
def test_a_corpus_gets_the_trial_runs_that_it_is_judged_by(tmp_path: Path, has_projects: bool) -> None:
    rows = [{**row, "split": "test"} for row in ROWS[::40]]
    corpus, nothing = Corpus(rows, rows, TEXTS), Corpus([], [], {})
    corpora = Corpora(nothing if has_projects else corpus, nothing, corpus if has_projects else None)
    journal = tmp_path / "trials.jsonl"
    (found,) = (part for part in tried(corpora, ["test"], journal, processes=1).of_python if part.texts)
    assert set(found.trials) == {(row["program"], row["workload"]) for row in rows}
    assert found.trials == read_trials(journal, [corpus])
    assert not tried(corpora, ["validation"], None, processes=1).functions.trials


def test_of_some_splits_a_sample_of_the_programs_is_tried(tmp_path: Path) -> None:
    texts = {f"total {number}": TEXTS["sum"] for number in range(8)}
    workload = {"workload": "values: list[int] * 4", "split": "validation"}
    rows = [{**ROWS[0], **workload, "program": program, "problem": program} for program in texts]
    corpora = Corpora(Corpus(rows, rows, texts), Corpus([], [], {}), None)
    found = tried(corpora, ["test"], tmp_path / "trials.jsonl", processes=1, sampled=["validation"]).functions.trials
    assert {program for program, _ in found} == {program for program in texts if is_sampled(program, ONE_IN)}
    assert 0 < len(found) < len(texts)


def test_trial_runs_that_were_kept_stand_for_those_that_would_be_made() -> None:
    made: list[str] = []

    def make(workloads: Sequence[Workload]) -> list[list[float]]:
        made.extend(map(str, workloads))
        return [[float(workload.size)] for workload in workloads]

    maker = FeatureMaker([], lambda text, place: make)
    few, many = (parse(f"values: list[int] * {size}") for size in (3, 500))
    kept = {("sum", str(few)): [7.0], ("other", str(many)): [7.0]}
    features = recalled(maker.read("def f(values): pass"), "sum", kept)
    assert isinstance(features, SourceFeatures)
    recall = features.tried
    assert recall is not None
    assert recall([few]) == [[7.0]]
    assert not made
    # What is tried together is tried in sight of the others.
    assert recall([few, many]) == [[3.0], [500.0]]
    untried_features = FeatureMaker([], lambda text, place: None).read("def f(values): pass")
    assert recalled(untried_features, "sum", kept) == untried_features


def test_compact_trees_are_the_same_trees() -> None:
    draw = np.random.default_rng(3)
    table = draw.normal(size=(3000, 5))
    table[::7, 1] = np.nan
    targets = np.where(np.isnan(table[:, 1]), 3.0, table[:, 0] * 2) + (table[:, 2] > 0)
    model = fit(table, targets, TreeRecipe(40, 31, rate=0.75), threads=1)
    for learned in (model, fit(np.zeros((40, 5)), np.zeros(40), TreeRecipe(10, 31, rate=3), threads=1)):
        old = converted(learned)
        new = compact(old)
        assert new.graph.node[0].op_type == "TreeEnsemble"
        rows = {"features": table.astype(np.float32)}
        ours, theirs = (ort.InferenceSession(one.SerializeToString()).run(None, rows)[0] for one in (new, old))
        assert ours.shape == theirs.shape
        assert (ours == theirs).all()
    assert len(compact(converted(model)).SerializeToString()) < len(converted(model).SerializeToString()) / 2


def test_kernels_are_guessed_by_trees_of_their_own(tmp_path: Path) -> None:
    rows = [{"program": "copy", "workload": launch(block), "device": "sm_90"} for block in (256, 1024)]
    rows.append({"program": "copy", "workload": launch(1024), "device": "A100-80GB"})
    write_names(tmp_path, ["sum"])
    for metric in METRICS:
        nothing = np.zeros((40, FeatureMaker(["sum"]).width))
        write_graph(tmp_path, metric, fit(nothing, np.zeros(40), TreeRecipe(10, 63, rate=3), threads=1))
    fit_estimated_trees(tmp_path, FeatureMaker(["sum"]).width)
    fit_doubting_trees(tmp_path, FeatureMaker(["sum"]).width)
    fit_kernel_trees(tmp_path, correction=1.0, doubt=-2.0)
    found = guessed(Prior(tmp_path), {"copy": KERNEL}, rows)
    table = kernel_features({"copy": KERNEL}, rows)
    assert [set(found[key_of(row)]) for row in rows] == [set(KERNEL_METRICS)] * 3
    assert {found[key_of(row)][metric].doubt for row in rows for metric in KERNEL_METRICS} == {0.25}
    guesses = np.log2([[found[key_of(row)][metric].cost for metric in KERNEL_METRICS] for row in rows])
    assert np.allclose(guesses, corrected(estimated(table), np.ones((3, 3))), atol=1e-3)


def test_records_that_the_trees_were_not_fitted_to_are_guessed_by_them(tmp_path: Path) -> None:
    there, read_at = Place(file="sum.py"), []

    class AlwaysTwo:
        def read(self, text: str, place: Place | None) -> SourceFeatures:
            read_at.append(place)
            return SourceFeatures(np.zeros(0), None, None, 0)

        def guesses(self, source: SourceFeatures, workloads: list[object], device: str) -> list[dict[str, Guess]]:
            return [{"peak_memory": Guess(2.0), "cpu_time": Guess(2.0)} for _ in workloads]

    write_guesses(tmp_path / "g.parquet", ROWS[:1], METRICS, np.array([[1.5, 2e-6]]))
    found = all_guesses(tmp_path / "g.parquet", AlwaysTwo(), TEXTS, ROWS[:2], {"sum": there})  # type: ignore[arg-type]
    assert read_at == [there]
    assert [found[key_of(row)]["peak_memory"].cost for row in ROWS[:2]] == [1.5, 2.0]


def test_trees_of_other_features_are_refused(tmp_path: Path) -> None:
    write_names(tmp_path, ["sum"])
    for metric in METRICS:
        write_graph(tmp_path, metric, fit(np.zeros((40, 3)), np.zeros(40), TreeRecipe(10, 63, rate=3), threads=1))
    fit_kernel_trees(tmp_path)
    with pytest.raises(ValueError, match="was learned on 3 features"):
        Prior(tmp_path)


def test_a_problem_is_guessed_without_itself() -> None:
    """Its cost is nothing like the others': only trees that have seen it could know."""
    problems = [f"p{number}" for number in range(40) for _ in range(20)]
    odd = "p7"
    table = np.array([[float(problem[1:])] for problem in problems])
    targets = np.array([50.0 if problem == odd else 0.0 for problem in problems])
    models = fit_without_folds(table, targets, problems, TreeRecipe(60, 63, rate=0.5), threads=1)
    guesses = unseen_guesses(models, table, problems)
    members = [index for index, problem in enumerate(problems) if problem == odd]
    assert np.abs(guesses[members]).max() < 5
    assert fit(table, targets, TreeRecipe(60, 63, rate=0.5), threads=1).predict(table)[members].min() > 25


def test_problems_that_continue_each_other_are_in_one_fold() -> None:
    assert fold("own/sums") == fold("own/sums+sorted")
    assert {fold(f"p{number}") for number in range(100)} == set(range(FOLDS))


def test_guesses_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "guesses.parquet"
    write_guesses(path, ROWS[:2], METRICS, np.array([[1.5, 2e-6], [3.0, 4e-6]]), np.array([[0.1, 0.2], [1, 2]]))
    assert read_guesses(path) == {
        ("sum", ROWS[0]["workload"], "cpu"): {"peak_memory": Guess(1.5, 0.1), "cpu_time": Guess(2e-6, 0.2)},
        ("sum", ROWS[1]["workload"], "cpu"): {"peak_memory": Guess(3.0, 1.0), "cpu_time": Guess(4e-6, 2.0)},
    }


def test_one_launch_on_two_devices_is_two_records(tmp_path: Path) -> None:
    rows = [{"program": "k", "workload": launch(64), "device": device} for device in ("sm_80", "sm_90")]
    write_guesses(tmp_path / "g.parquet", rows, KERNEL_METRICS, np.array([[32, 0, 1e-5], [40, 0, 1e-5]]))
    registers = [guess["registers"] for guess in read_guesses(tmp_path / "g.parquet").values()]
    assert [guess.cost for guess in registers] == [32, 40]
    assert all(math.isnan(guess.doubt) for guess in registers), "nobody said how far off they are"


def test_what_was_not_measured_is_not_learned_from() -> None:
    costs = log_costs("cpu_time", [{"cpu_time": None}, {"cpu_time": 2.0}])
    assert np.isnan(costs[0])
    assert costs[1] == 1
