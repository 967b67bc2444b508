"""Distillation: teachers' answers are kept whole, and a student learns distributions from them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from model_export.corpus.origins.drafts import drafts
from model_export.corpus.records import CorpusError
from model_export.corpus.reserved import ReservedPrograms, token_runs
from model_export.distillation.answers import answered_programs, levels, read_answers, write_answers
from model_export.distillation.asking import ask, drawn
from model_export.distillation.unlabelled import made_up
from model_export.teacher.answering import Floats, Integers, Question
from model_export.training.batches import epoch, following
from model_export.training.dataset import example, labelled_programs
from model_export.training.model import Shape
from model_export.training.objective import branch_logits
from model_export.training.processes import Processes
from model_export.training.train import Recipe, Run
from model_export.training.vocabulary import learn
from perfcast.prior import Guess
from perfcast.rlm import numerals
from perfcast.rlm.prompt import METRICS
from perfcast.rlm.vocabulary import Vocabulary
from perfcast.workload import parse

TEXT = "def total(values):\n    return sum(values)"
KEY = ("p", "values: list[int] * 10", "cpu")
GUESSES = {KEY: {"peak_memory": Guess(1.0, 0.5), "cpu_time": Guess(1e-6, 2.0)}}


def tokens(number: float) -> list[int]:
    return [numerals.TOKENS.index(token) for token in numerals.write(number)]


class Constant:
    """A teacher that always answers the same."""

    def __init__(self, number: float) -> None:
        self.number = number

    def numerals(self, text: str, questions: Sequence[Question], levels: Floats) -> Integers:
        return np.tile(tokens(self.number), (*levels.shape, 1))


def row(metrics: dict[str, float]) -> dict[str, object]:
    program, workload, device = KEY
    named = {"program": program, "origin": "own", "problem": program, "workload": workload, "device": device}
    return {**named, **dict.fromkeys(METRICS), **metrics}


def test_answers_are_kept_in_parts_and_not_asked_for_again(tmp_path: Path) -> None:
    for program, number in (("p", 1.0), ("q", 25.0)):
        asked = [(program, "n: int = 3", "cpu", "cpu_time")]
        write_answers(tmp_path, asked, np.array([[tokens(number), tokens(2 * number)]]))
    assert answered_programs(tmp_path) == {"p", "q"}
    found = read_answers(tmp_path)["q", "n: int = 3", "cpu", "cpu_time"]
    assert numerals.read(found).tolist() == [25.0, 50.0]


def test_several_teachers_answer_as_one_with_equal_weights() -> None:
    asked, found = ask([Constant(1.0), Constant(100.0)], TEXT, [row({})], GUESSES, 4)
    assert asked == [(*KEY, "peak_memory"), (*KEY, "cpu_time")]
    assert found.shape == (2, 8, numerals.LENGTH)
    assert sorted(numerals.read(found[0])) == [1.0] * 4 + [100.0] * 4


def test_levels_are_the_middles_of_equal_parts() -> None:
    assert levels(4).tolist() == [0.125, 0.375, 0.625, 0.875]


def test_records_are_drawn_alike_each_time_and_not_more_than_asked_for() -> None:
    rows = [{"program": f"p{i}", "workload": f"n: int = {size}"} for i in range(9) for size in range(5)]
    found = drawn(rows, 3, seed=1)
    assert found == drawn(rows, 3, seed=1)
    assert len(found) == 9
    assert {len(some) for some in found.values()} == {3}


def test_what_follows_a_beginning_is_counted_among_the_answers_that_begin_so() -> None:
    answers = np.array([tokens(number) for number in (1.2, 1.5, 2.0, 30.0)])
    found = following(answers[0], answers)
    first = numerals.TOKENS.index("<D0>")
    assert found[0, numerals.TOKENS.index("<E0>")] == 0.75
    assert found[0, numerals.TOKENS.index("<E1>")] == 0.25
    assert np.allclose(found[1, [first + 1, first + 2]], [2 / 3, 1 / 3])
    assert np.allclose(found[2, [first + 2, first + 5]], [1 / 2, 1 / 2])
    assert np.allclose(found.sum(axis=1), 1)


def test_a_student_learns_a_distribution_that_no_label_shows(tmp_path: Path) -> None:
    """Half of the answers are 3 and half are 70, of a record that has no label."""
    answers = {(*KEY, "cpu_time"): np.array([tokens(3.0), tokens(70.0)] * 8, dtype=np.int8)}
    programs = labelled_programs([row({})], {"p": TEXT}, GUESSES, answers)
    vocabulary = Vocabulary(learn([TEXT], 300))
    examples = [example(program, vocabulary, random.Random(0), [], 1) for program in programs]
    shape = Shape(len(vocabulary), width=32, heads=2, encoder_layers=1, decoder_layers=1, feedforward=64)
    recipe = Recipe(epochs=10**6, steps=60, learning_rate=3e-3, dropout=0.0, validate_every=10**9, save_every=10**9)
    run = Run(tmp_path, shape, recipe, Processes("cpu"))
    run.train(examples, [])
    batch = next(epoch(examples, random.Random(0), tokens=256, group=1, auxiliary=0))
    logits = branch_logits(run.model.float().eval(), batch)[0, 0, 0]
    likely = torch.softmax(logits, dim=-1)[[numerals.TOKENS.index("<E0>"), numerals.TOKENS.index("<E1>")]]
    assert torch.allclose(likely, torch.tensor([0.5, 0.5]), atol=0.1)


def test_labels_are_learned_from_where_they_are_wanted() -> None:
    answers = {(*KEY, "cpu_time"): np.array([tokens(70.0)], dtype=np.int8)}
    programs = labelled_programs([row({"cpu_time": 3e-6})], {"p": TEXT}, GUESSES, answers)
    vocabulary = Vocabulary(learn([TEXT], 300))
    examples = [example(program, vocabulary, random.Random(0), [], 1) for program in programs]

    def read(labels: float) -> set[float]:
        seen = (epoch(examples, random.Random(s), tokens=256, group=1, auxiliary=0, labels=labels) for s in range(30))
        return {round(float(number), 1) for batches in seen for b in batches for number in numerals.read(b.numerals[0])}

    # Three times the guess, which is doubted by two binary orders.
    assert read(1.0) == {5.5}
    assert read(0.0) == {70.0}
    assert read(0.5) == {5.5, 70.0}


def test_real_functions_get_workloads_and_reserved_ones_are_left_out(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    kept = (
        "def largest(values):\n    best = values[0]\n    for v in values:\n        best = max(best, v)\n    return best"
    )
    secret = "def secret(rows):\n    found = {}\n    for row in rows:\n        found[row] = row + 1\n    return found"
    module.write_text(f"{kept}\n\n{secret}\n\n{TEXT}\n")
    reserved = ReservedPrograms(frozenset(token_runs(secret)))
    found = list(made_up(drafts(module, "packages", "module", "MIT"), {TEXT}, reserved, "cpu", 10, 3, seed=0))
    assert {record["program"] for record, _ in found} == {"unlabelled/packages/module.largest"}
    assert {text for _, text in found} == {kept}
    assert len({parse(record["workload"]).size for record, _ in found}) == 3


def test_a_folder_without_answers_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="answers"):
        read_answers(tmp_path)
