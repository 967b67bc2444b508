"""Training, from records to a model: a run that stops goes on, and learns."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from model_export.training.batches import epoch
from model_export.training.dataset import example, labelled_programs
from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.objective import Batch, branch_logits, loss
from model_export.training.processes import Processes
from model_export.training.renaming import renamed
from model_export.training.train import Recipe, Run, load_model
from model_export.training.vocabulary import learn
from perfcast.prior import Guess
from perfcast.rlm import numerals
from perfcast.rlm.prompt import METRICS, scale_of
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


GUESS = {"peak_memory": Guess(100.0, 0.5), "cpu_time": Guess(1e-6, 2.0)}
GUESSES = {(str(row["program"]), str(row["workload"]), str(row["device"])): GUESS for row in records()}


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
        session = Run(tmp_path / folder, shape(vocabulary), recipe, Processes("cpu"))
        session.train(examples, examples)
        return session

    start = Run(tmp_path / "start", shape(vocabulary), Recipe(), Processes("cpu")).validate(examples)
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
    assert np.allclose(scale_of("peak_memory", GUESS).costs(read), [80, 800, 8000], rtol=0.01)
    doubts = np.log2([0.8, 8, 80]) / 0.5
    assert np.allclose(np.log2(read / 10**0.5), doubts, atol=0.02), "each doubt doubles the answer"
    assert not item.present[0, METRICS.index("cpu_time")]


def kernel_records() -> list[dict[str, object]]:
    """Registers and shared memory of all, the time of a few."""
    return [
        {
            "program": "kernel",
            "origin": "own",
            "problem": "copy",
            "workload": f"x_ptr: float32[64]; B: constexpr = {block}; num_warps: 4",
            "device": "sm_90",
            **dict.fromkeys(METRICS),
            "registers": float(block),
            "shared_memory": 0.0,
            "spills": 0.0,
        }
        for block in (16, 32)
    ]


KERNEL_GUESS = {"registers": Guess(24.0), "shared_memory": Guess(16.0), "gpu_time": Guess(1e-5)}


def test_kernels_are_trained_on_with_their_own_guesses_and_metrics(vocabulary: Vocabulary) -> None:
    guesses = {(str(r["program"]), str(r["workload"]), str(r["device"])): KERNEL_GUESS for r in kernel_records()}
    [labelled] = labelled_programs(kernel_records(), {"kernel": "def k(): pass"}, guesses)
    item = example(labelled, vocabulary, random.Random(0), [], 1)
    assert [METRICS[column] for column in item.present[0].nonzero()[0]] == ["registers", "shared_memory", "spills"]
    read = scale_of("registers", KERNEL_GUESS).costs(numerals.read(item.targets[:, METRICS.index("registers")]))
    assert np.allclose(read, [16, 32], rtol=0.01)
    # What is less than can be told apart counts as the least that can.
    none = scale_of("shared_memory", KERNEL_GUESS).costs(numerals.read(item.targets[:, METRICS.index("shared_memory")]))
    assert np.allclose(none, 16.0, rtol=0.01)
    asked = [batch.metrics for batch in epoch([item], random.Random(0), tokens=256, group=2, auxiliary=1)]
    wanted = {METRICS.index(metric) for metric in ("registers", "shared_memory", "spills")}
    assert set(torch.cat([one.flatten() for one in asked]).tolist()) == wanted


def test_functions_and_kernels_share_batches(vocabulary: Vocabulary) -> None:
    rows = [*records(), *kernel_records()]
    guesses = GUESSES | {
        (str(row["program"]), str(row["workload"]), str(row["device"])): KERNEL_GUESS for row in kernel_records()
    }
    rng = random.Random(0)
    programs = labelled_programs(rows, SOURCES | {"kernel": "def k(): pass"}, guesses)
    examples = [example(program, vocabulary, rng, [], 1) for program in programs]
    model = RegressionLanguageModel(shape(vocabulary)).eval()
    losses = [loss(model, batch) for batch in epoch(examples, rng, tokens=4096, group=2, auxiliary=1)]
    assert len(losses) == 1 and torch.isfinite(losses[0])
