"""Training, from records to a model: a run that stops goes on, and learns."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from model_export.training.dataset import epoch, example, labelled_programs
from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.objective import Batch, branch_logits, loss
from model_export.training.renaming import renamed
from model_export.training.train import Recipe, Run, load_model
from model_export.training.vocabulary import learn
from perfcast.rlm import numerals
from perfcast.rlm.prompt import METRICS, unit_of
from perfcast.rlm.vocabulary import Vocabulary

SOURCES = {
    f"p{i}": f"def total{i}(vs):\n    result = {i}\n    for value in vs:\n        result += value\n    return result"
    for i in range(12)
}


def records() -> list[dict[str, object]]:
    return [
        {
            "program": program,
            "origin": "own",
            "problem": program,
            "workload": f"values: list[int] * {size}",
            "device": "cpu",
            **dict.fromkeys(METRICS),
            "peak_memory": 8.0 * size,
            "cpu_time": None if size == 10 else 1e-8 * size,
        }
        for program in SOURCES
        for size in (10, 100, 1000)
    ]


GUESSES = {(row["program"], row["workload"]): (1.0, 1e-6) for row in records()}


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(learn(SOURCES.values(), 400))


def shape(vocabulary: Vocabulary) -> Shape:
    return Shape(len(vocabulary), width=32, heads=2, encoder_layers=1, decoder_layers=1, feedforward=64)


def batches(vocabulary: Vocabulary) -> list[Batch]:
    rng = random.Random(0)
    examples = [example(p, vocabulary, rng, [], 1) for p in labelled_programs(records(), SOURCES, GUESSES)]
    return list(epoch(examples, rng, tokens=256, group=2, auxiliary=1))


def test_the_vocabulary_keeps_layout_and_digits_apart(vocabulary: Vocabulary) -> None:
    text = "def f(x):\n\tif x:\n        return 1234  # <pad>\r\n"
    assert vocabulary.decode(vocabulary.encode(text)) == text
    assert len(vocabulary.encode("98765")) == 5


def test_a_metric_is_forecast_without_seeing_the_others(vocabulary: Vocabulary) -> None:
    torch.manual_seed(0)
    model = RegressionLanguageModel(shape(vocabulary)).eval()
    batch = batches(vocabulary)[0]
    before = branch_logits(model, batch)
    changed = batch.numerals.clone()
    changed[:, 0, 1] = (changed[:, 0, 1] + 1) % 30 + 3
    after = branch_logits(model, Batch(**{**vars(batch), "numerals": changed}))
    assert torch.allclose(before[:, 1:], after[:, 1:], atol=1e-5)
    assert not torch.allclose(before[:, 0, 1:], after[:, 0, 1:], atol=1e-5)


def test_what_was_not_measured_has_no_part_in_the_loss(vocabulary: Vocabulary) -> None:
    torch.manual_seed(0)
    model = RegressionLanguageModel(shape(vocabulary)).eval()
    for batch in batches(vocabulary):
        absent = batch.weights == 0
        changed = batch.numerals.clone()
        changed[absent] = torch.tensor([0, 9, 39, 39, 39])
        assert torch.allclose(loss(model, batch), loss(model, Batch(**{**vars(batch), "numerals": changed})), atol=1e-6)


def test_a_run_learns_and_goes_on_from_its_checkpoint(tmp_path: Path, vocabulary: Vocabulary) -> None:
    rng = random.Random(0)
    examples = [example(p, vocabulary, rng, [], 1) for p in labelled_programs(records(), SOURCES, GUESSES)]

    def run(folder: str, epochs: float) -> Run:
        recipe = Recipe(epochs=epochs, tokens=256, learning_rate=3e-3, save_every=5, validate_every=10**9)
        session = Run(tmp_path / folder, shape(vocabulary), recipe, torch.device("cpu"))
        session.train(examples, examples)
        return session

    start = Run(tmp_path / "start", shape(vocabulary), Recipe(), torch.device("cpu")).validate(examples)
    first = run("whole", 30)
    assert first.validate(examples) < 0.7 * start
    half = run("halved", 15)
    steps = half.steps
    again = run("halved", 30)
    assert again.steps > steps
    assert again.epochs == 30
    loaded = load_model(tmp_path / "halved" / "checkpoint.pt")
    assert all(torch.isfinite(parameter).all() for parameter in loaded.parameters())


def test_renaming_keeps_the_program_and_the_names_it_does_not_own() -> None:
    source = "import math\n\ndef f(xs, key):\n    total = math.fsum(xs)\n    return sorted(xs, key=key) + [total]"
    new, mapping = renamed(source, random.Random(1), ["alpha", "beta", "gamma", "delta"], share=1.0)
    assert mapping
    assert set(mapping) <= {"f", "xs", "total"}
    scope: dict[str, object] = {}
    exec(new, scope)
    function = scope[mapping.get("f", "f")]
    assert callable(function)
    assert function([2, 1], None) == [1, 2, 3.0]


def test_numerals_of_targets_read_back_as_the_labels(vocabulary: Vocabulary) -> None:
    item = example(labelled_programs(records(), SOURCES, GUESSES)[0], vocabulary, random.Random(0), [], 1)
    read = numerals.read(item.targets[:, METRICS.index("peak_memory")])
    assert np.allclose(read * unit_of("peak_memory", (1.0, 1e-6)), [80, 800, 8000], rtol=0.01)
    assert not item.present[0, METRICS.index("cpu_time")]
