"""Teachers: fine-tuning learns and goes on where it stopped, and answers are the distributions that were learned."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
import typer
from transformers import T5GemmaForConditionalGeneration
from typer.testing import CliRunner

from model_export.teacher import finetune
from model_export.teacher.answering import Floats, Question, Teacher, prompt_ids
from model_export.teacher.command import teacher as teacher_command
from model_export.teacher.examples import examples
from model_export.teacher.finetune import Finetuning, Recipe
from model_export.teacher.folders import recover_folder, replace_folder
from model_export.teacher.loading import load_teacher
from model_export.teacher.network import NetworkTeacher
from model_export.teacher.rows import Rows, rows_of
from model_export.teacher.t5gemma import T5GemmaNetwork
from model_export.training.batches import epoch, padded
from model_export.training.dataset import Example, Labelled
from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.objective import Batch, branch_logits
from model_export.training.processes import Processes
from model_export.training.vocabulary import learn
from perfcast.prior import Guess
from perfcast.rlm import numerals
from perfcast.rlm.decode import inverse
from perfcast.rlm.prompt import METRICS, SPECIAL, context_ids
from perfcast.rlm.vocabulary import Vocabulary
from perfcast.workload import parse
from tests.unit.model_export.tiny_t5gemma import write_tiny_t5gemma

CPU = torch.device("cpu")
GUESS = {"peak_memory": Guess(1.0, 0.5), "cpu_time": Guess(1e-6, 2.0)}
TEXT = "def total(vs):\n    result = 0\n    for value in vs:\n        result += value\n    return result"
#: Prompts of several lengths, in no order.
QUESTIONS = [
    Question(parse(workload), "cpu", metric, GUESS)
    for workload, metric in (
        ("vs: list[int] * 300; k: int = 12", "peak_memory"),
        ("vs: list[int] * 7", "cpu_time"),
        ("vs: str * 12345 in 'a'..'z'", "peak_memory"),
        ("vs: list[int] * 7", "peak_memory"),
    )
]


@pytest.fixture(scope="module")
def pretrained(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("pretrained")
    write_tiny_t5gemma(folder, TEXT)
    return str(folder)


def labelled(program: int) -> Labelled:
    sizes = (10, 100, 1000)
    costs = np.full((len(sizes), len(METRICS)), np.nan)
    costs[:, METRICS.index("peak_memory")] = [8.0 * size for size in sizes]
    costs[1:, METRICS.index("cpu_time")] = [1e-8 * size for size in sizes[1:]]
    text = TEXT.replace("0", str(program)) + "\n" * program
    workloads = [parse(f"vs: list[int] * {size}") for size in sizes]
    return Labelled(f"p{program}", "own", f"p{program}", text, workloads, ["cpu"] * 3, costs, [GUESS] * 3)


def encoded(network: T5GemmaNetwork) -> list[Example]:
    programs = [labelled(program) for program in range(8)]
    return examples(programs, network.vocabulary, network.source_tokens, 2, 0, ["alpha", "beta"])


def session(folder: Path, pretrained: str, epochs: float, accumulate: int = 1) -> Finetuning:
    recipe = Recipe(epochs=epochs, tokens=128, group=2, learning_rate=3e-3, validate_every=10**9, save_every=0)
    return Finetuning(folder, T5GemmaNetwork.load(pretrained), recipe, Processes("cpu", accumulate=accumulate))


def drawn(network: T5GemmaNetwork) -> Batch:
    return next(epoch(encoded(network), random.Random(0), tokens=10_000, group=3, auxiliary=1))


def test_special_tokens_get_ids_and_rows_of_their_own(pretrained: str) -> None:
    before = T5GemmaForConditionalGeneration.from_pretrained(pretrained)
    network = T5GemmaNetwork.load(pretrained)
    vocabulary, model = network.vocabulary, network.model
    own = vocabulary.own_ids(torch.arange(len(SPECIAL))).tolist()
    assert len(set(own)) == len(SPECIAL)
    assert own[0] == 0, "the tokenizer's own padding"
    for part, old in ((model.get_encoder(), before.get_encoder()), (model.get_decoder(), before.get_decoder())):
        weight = part.get_input_embeddings().weight
        known = old.get_input_embeddings().weight
        assert torch.equal(weight[: len(known)], known)
        assert len(weight) == len(vocabulary) and len(torch.unique(weight[own], dim=0)) == len(SPECIAL)
    assert model.get_output_embeddings().weight is model.get_decoder().get_input_embeddings().weight
    text = "x = '<E3><pad>'"
    ids = vocabulary.own_ids(torch.tensor(vocabulary.encode(text)))
    assert not set(ids.tolist()) & set(own)
    assert vocabulary.own_ids(torch.tensor(vocabulary.encode_source(text, 4))).tolist() == [2, *ids.tolist()[:3]]


def test_rows_hold_the_questions_that_count_with_their_labels(pretrained: str) -> None:
    network = T5GemmaNetwork.load(pretrained)
    batch = drawn(network)
    rows = rows_of(batch, network.vocabulary)
    assert len(rows.ids) == int((batch.weights > 0).sum())
    own = network.vocabulary.numerals
    for row in range(len(rows.ids)):
        places = rows.places[row]
        assert int(rows.mask[row].sum()) == int(places[-1]) + 1
        assert rows.ids[row, 0] == 2
        # The token before the exponent is the plus; then comes what was to be answered.
        read = rows.ids[row, places].tolist()
        assert read == [own[0], *[own[token] for token in rows.targets[row, :-1]]]


def test_padding_changes_nothing(pretrained: str) -> None:
    """Sources and prompts in one batch with longer ones against each alone."""
    network = T5GemmaNetwork.load(pretrained).eval()
    rows = rows_of(drawn(network), network.vocabulary)
    with torch.no_grad():
        together = network(rows)
        for row in range(0, len(rows.ids), 5):
            source = int(rows.source_of[row])
            length, tokens = int(rows.source_mask[source].sum()), int(rows.mask[row].sum())
            alone = Rows(
                rows.source_ids[source : source + 1, :length],
                rows.source_mask[source : source + 1, :length],
                torch.tensor([0]),
                rows.ids[row : row + 1, :tokens],
                rows.mask[row : row + 1, :tokens],
                rows.places[row : row + 1],
                rows.targets[row : row + 1],
                rows.weights[row : row + 1],
            )
            assert torch.allclose(network(alone), together[row : row + 1], atol=1e-4)


def test_fine_tuning_learns_and_its_best_network_can_be_loaded(tmp_path: Path, pretrained: str) -> None:
    run = session(tmp_path, pretrained, 12)
    data = encoded(run.inner)
    before = run.validate(data)
    run.train(data, data)
    assert run.best < 0.7 * before
    loaded = Finetuning(
        tmp_path / "other", T5GemmaNetwork.load(tmp_path / finetune.BEST), Recipe(tokens=128, group=2), run.processes
    )
    assert loaded.validate(data) == pytest.approx(run.best, rel=1e-4)
    assert (tmp_path / "log.csv").read_text().count("\n") == run.steps + 1


def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(
    tmp_path: Path, pretrained: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = session(tmp_path / "whole", pretrained, 3, accumulate=2)
    data = encoded(whole.inner)
    whole.train(data, data)

    class Killed(Exception):
        pass

    def die(*_: object) -> None:
        raise Killed

    killed = session(tmp_path / "killed", pretrained, 3, accumulate=2)
    learn_one, count = killed._learn, itertools.count()
    # In the middle of an update and of an epoch.
    monkeypatch.setattr(killed, "_learn", lambda *args: die() if next(count) == 7 else learn_one(*args))
    with pytest.raises(Killed):
        killed.train(data, data)
    again = session(tmp_path / "killed", pretrained, 3, accumulate=2)
    assert (again.steps, again.epochs > 0 or again.batches_in_epoch > 0) == (3, True)
    again.train(data, data)
    assert again.steps == whole.steps
    for name, parameter in whole.inner.named_parameters():
        assert torch.allclose(parameter, dict(again.inner.named_parameters())[name], atol=1e-5), name


def test_the_command_leaves_a_teacher_with_its_curve(
    tmp_path: Path, pretrained: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = [labelled(program) for program in range(4)]
    monkeypatch.setattr("model_export.teacher.command.read_labelled", lambda *_: (programs, programs[:1]))
    app = typer.Typer()
    app.command()(teacher_command)
    asked = ["--records", "r", "--data", "d", "--run", str(tmp_path), "--init", pretrained]
    done = CliRunner().invoke(app, [*asked, "--epochs", "1", "--batch", "128", "--source-tokens", "30"])
    assert done.exit_code == 0, done.output
    assert {"best", "checkpoint.pt", "log.csv", "loss.png"} <= {path.name for path in tmp_path.iterdir()}
    [answer] = load_teacher(tmp_path, CPU).numerals(TEXT, QUESTIONS[:1], np.array([[0.5]]))
    assert np.isfinite(numerals.read(answer))
    # A run of `train` has a vocabulary; its checkpoint is not one to go on from.
    (tmp_path / "vocabulary.json").touch()
    assert CliRunner().invoke(app, asked).exit_code == 2


def test_a_folder_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "best"
    replace_folder(folder, lambda new: (new / "old").touch())
    with pytest.raises(ZeroDivisionError):
        replace_folder(folder, lambda new: (new / "new").touch() or 1 / 0)  # type: ignore[func-returns-value]
    assert [path.name for path in folder.iterdir()] == ["old"]
    # A stop between the two renamings.
    folder.rename(tmp_path / "best.old")
    recover_folder(folder)
    replace_folder(folder, lambda new: (new / "new").touch())
    assert [path.name for path in folder.iterdir()] == ["new"]
    assert not (tmp_path / "best.old").exists()


def brute_force(next_probabilities: object, levels: Floats) -> np.ndarray:
    """Numerals at the levels, one token at a time, each from a pass over the whole prompt and numeral."""
    assert callable(next_probabilities)
    tokens = np.zeros((len(levels), numerals.LENGTH), dtype=np.int64)
    remaining = levels
    for position in range(1, numerals.LENGTH):
        rows = np.stack([next_probabilities(row[:position].tolist()) for row in tokens])
        rows *= numerals.allowed()[position]
        tokens[:, position], remaining = inverse(rows, remaining)
    return tokens


def check(teacher: Teacher, distributions: Sequence[object]) -> None:
    """Against brute force, a distribution a question; levels in no order."""
    levels = np.random.default_rng(0).uniform(size=(len(QUESTIONS), 9))
    levels[:, 0] = 0.001
    answers = teacher.numerals(TEXT, QUESTIONS, levels)
    assert answers.shape == (len(QUESTIONS), 9, numerals.LENGTH)
    assert np.all(numerals.allowed()[np.arange(numerals.LENGTH), answers])
    for row, distribution in enumerate(distributions):
        assert np.array_equal(answers[row], brute_force(distribution, levels[row]))
        numbers = numerals.read(answers[row])[levels[row].argsort()]
        assert np.all(np.diff(numbers) >= 0)
    assert len(np.unique(answers[:, 1:], axis=0)) == len(QUESTIONS)
    alone = np.concatenate(
        [teacher.numerals(TEXT, [question], row[None]) for question, row in zip(QUESTIONS, levels, strict=True)]
    )
    assert np.array_equal(answers, alone)
    assert teacher.numerals(TEXT, [], np.zeros((0, 3))).shape == (0, 3, numerals.LENGTH)


@pytest.fixture(scope="module")
def fine_tuned(tmp_path_factory: pytest.TempPathFactory, pretrained: str) -> tuple[Path, list[object]]:
    """A teacher's folder, and what its network says under teacher forcing, question by question, each asked once."""
    folder: Path = tmp_path_factory.mktemp("fine_tuned")
    made = T5GemmaNetwork.load(pretrained, source_tokens=20)
    # Distributions that differ: the network as it was initialised hardly tells prompts apart.
    with torch.no_grad():
        made.model.get_decoder().get_input_embeddings().weight.normal_(std=1.0)
    (folder / finetune.BEST).mkdir()
    made.save(folder / finetune.BEST)
    network = T5GemmaNetwork.load(folder / finetune.BEST).eval()
    vocabulary = network.vocabulary
    assert network.source_tokens == 20

    def distribution(question: Question) -> object:
        source = vocabulary.own_ids(torch.tensor([vocabulary.encode_source(TEXT, 20)]))
        prompt = [vocabulary.start, *prompt_ids(question, vocabulary)]

        @cache
        def told(beginning: tuple[int, ...]) -> np.ndarray:
            own = vocabulary.own_ids(torch.tensor([prompt]))
            ids = torch.cat([own, torch.tensor([[vocabulary.numerals[token] for token in beginning[1:]]]).long()], 1)
            with torch.no_grad():
                logits = network.model(input_ids=source, decoder_input_ids=ids, use_cache=False).logits[0, -1]
            return torch.softmax(logits[vocabulary.numerals].double(), dim=0).numpy()

        return lambda beginning: told(tuple(beginning))

    return folder, [distribution(question) for question in QUESTIONS]


@pytest.mark.parametrize("at_once", [256, 9, 20])
def test_the_fine_tuned_teacher_answers_as_the_network_does_under_teacher_forcing(
    fine_tuned: tuple[Path, list[object]], monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("model_export.teacher.fine_tuned._AT_ONCE", at_once)
    folder, distributions = fine_tuned
    check(load_teacher(folder, CPU), distributions)


@pytest.mark.parametrize("at_once", [2048, 9, 20])
def test_the_network_teacher_answers_as_the_network_does_under_teacher_forcing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("model_export.teacher.network._AT_ONCE", at_once)
    learn([TEXT] * 3, 350).save(str(tmp_path / "vocabulary.json"))
    vocabulary = Vocabulary.load(tmp_path / "vocabulary.json")
    shape = Shape(len(vocabulary), 32, 2, 1, 2, 64)
    torch.manual_seed(1)
    model = RegressionLanguageModel(shape).eval()
    with torch.no_grad():
        model.head.weight.normal_(std=0.5)
    torch.save({"shape": shape.as_dict(), "weights": model.state_dict()}, tmp_path / "best.pt")

    def distribution(question: Question) -> object:
        source, source_mask = padded([vocabulary.encode(TEXT)])
        context, _ = padded([context_ids(question.workload, question.guesses, question.device, vocabulary)])
        lengths, metric = torch.tensor([context.shape[1]]), torch.tensor([[METRICS.index(question.metric)]])
        targets = torch.zeros(1, 1, numerals.LENGTH - 1, len(numerals.TOKENS))

        def after(beginning: list[int]) -> np.ndarray:
            tokens = torch.zeros(1, 1, numerals.LENGTH, dtype=torch.int64)
            tokens[0, 0, : len(beginning)] = torch.tensor(beginning)
            batch = Batch(source, source_mask, context, lengths, metric, tokens, targets, torch.ones(1, 1))
            with torch.no_grad():
                logits = branch_logits(model, batch)[0, 0, len(beginning) - 1]
            return torch.softmax(logits.double(), dim=0).numpy()

        return after

    teacher = load_teacher(tmp_path, CPU)
    assert isinstance(teacher, NetworkTeacher)
    check(teacher, [distribution(question) for question in QUESTIONS])
