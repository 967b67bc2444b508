"""Pretraining: texts without reserved programs, gaps that can be filled, a run that goes on and is trained from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model_export.corpus.reserved import ReservedPrograms, token_runs
from model_export.pretraining import texts as texts_module
from model_export.pretraining.batches import Ids, batch, planned
from model_export.pretraining.command import pretrain
from model_export.pretraining.pretrain import Pretraining, Recipe
from model_export.pretraining.spans import MASK_ID, SHARE, corrupted, window
from model_export.pretraining.texts import source_files, split, texts
from model_export.training.checkpoint import SavedRun
from model_export.training.model import PAD_ID, Shape
from model_export.training.processes import Processes
from model_export.training.train import Recipe as TrainingRecipe
from model_export.training.train import Run, load_model, load_weights
from perfcast.rlm.prompt import MAX_SOURCE, SPECIAL

SHAPE = Shape(len(SPECIAL) + 40, width=32, heads=2, encoder_layers=1, decoder_layers=1, feedforward=64)
TOKENS = st.integers(len(SPECIAL), SHAPE.vocabulary - 1)
DEVICE = torch.device("cpu")

TOTAL = """
def total(values, start):
    '''The sum of the values that are worth it.'''
    result = start  # from here
    for value in values:
        if value > start:
            result += value
    return result
"""
KEPT = """
class Tally:
    def closest(self, numbers, threshold):
        for index, number in enumerate(numbers):
            for other in numbers[index + 1:]:
                if abs(number - other) < threshold:
                    return True
        return False
"""


def rebuilt(source: Sequence[int], target: Sequence[int]) -> list[int]:
    """The text, by the order of masks alone."""
    spans: list[list[int]] = []
    for token in target:
        if token == MASK_ID:
            spans.append([])
        else:
            spans[-1].append(token)
    assert spans.pop() == []
    assert all(spans) and source.count(MASK_ID) == len(spans)
    filled = iter(spans)
    return [token for one in source for token in (next(filled) if one == MASK_ID else [one])]


@given(st.lists(TOKENS, min_size=2, max_size=MAX_SOURCE), st.randoms(use_true_random=False))
def test_source_and_target_make_the_text(text: list[int], rng: random.Random) -> None:
    source, target = corrupted(text, rng)
    assert rebuilt(source, target) == text
    assert len(source) <= len(text)
    assert len(target) <= MAX_SOURCE


def test_a_share_of_the_tokens_is_dropped_from_anywhere_in_spans_of_several() -> None:
    rng = random.Random(0)
    text = list(range(100, 600))
    dropped = np.zeros(len(text))
    for _ in range(400):
        source, target = corrupted(text, rng)
        gone = [token - 100 for token in target if token != MASK_ID]
        assert len(gone) == round(SHARE * len(text))
        assert len(gone) / source.count(MASK_ID) == pytest.approx(3, rel=0.05)
        dropped[gone] += 1
    tenths = dropped.reshape(10, -1).mean(axis=1) / 400
    assert np.allclose(tenths, SHARE, atol=0.03)


def test_what_is_read_of_a_long_text_is_from_anywhere_in_it() -> None:
    rng = random.Random(0)
    text = list(range(MAX_SOURCE + 5))
    windows = [window(text, rng) for _ in range(100)]
    assert {len(one) for one in windows} == {MAX_SOURCE}
    assert {one[0] for one in windows} == set(range(6))
    assert window(text[:7], rng) == text[:7]


@pytest.fixture(scope="module")
def ids() -> list[Ids]:
    """Texts that can be guessed: each counts on from somewhere."""
    size = SHAPE.vocabulary - len(SPECIAL)
    return [
        np.array([len(SPECIAL) + (start + place) % size for place in range(20 + start % 7)], dtype=np.int32)
        for start in range(40)
    ]


def test_an_epoch_has_every_text_once_in_batches_of_similar_length(ids: list[Ids]) -> None:
    batches = planned(ids, random.Random(0), 200)
    assert sorted(position for one in batches for position in one) == list(range(len(ids)))
    for positions in batches:
        assert max(len(ids[position]) for position in positions) * len(positions) <= 200
    drawn = batch([ids[position] for position in batches[0]], random.Random(0))
    assert drawn.source_mask.sum(dim=1).tolist() == (drawn.source_ids != PAD_ID).sum(dim=1).tolist()
    assert set(drawn.target_ids[:, 0].tolist()) == {MASK_ID}


def run(folder: Path, ids: list[Ids], epochs: float = 4) -> Pretraining:
    recipe = Recipe(epochs=epochs, tokens=200, learning_rate=1e-2, save_every=4, validate_every=7)
    session = Pretraining(folder, SHAPE, recipe, DEVICE)
    session.train(ids, ids[:8])
    return session


def test_a_run_learns(tmp_path: Path, ids: list[Ids]) -> None:
    start = Pretraining(tmp_path / "start", SHAPE, Recipe(), DEVICE).validate(ids)
    assert run(tmp_path / "run", ids, 15).validate(ids) < 0.5 * start


def test_a_run_that_was_killed_ends_as_one_that_was_not(
    tmp_path: Path, ids: list[Ids], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(tmp_path / "whole", ids)
    log = SavedRun.log

    def killed(session: SavedRun, figures: dict[str, float | str]) -> None:
        if session.steps == 10:
            raise KeyboardInterrupt
        log(session, figures)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(SavedRun, "log", killed)
        run(tmp_path / "killed", ids)
    assert Pretraining(tmp_path / "killed", SHAPE, Recipe(), DEVICE).steps == 8
    again = run(tmp_path / "killed", ids)
    assert (again.steps, again.epochs, again.best) == (whole.steps, whole.epochs, whole.best)
    for name in ("checkpoint.pt", "best.pt"):
        _, weights = load_weights(tmp_path / "killed" / name)
        _, wanted = load_weights(tmp_path / "whole" / name)
        assert all(torch.equal(weights[key], wanted[key]) for key in wanted)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder of packages."""
    folder = tmp_path / "site"
    for name, text in {
        "a/total.py": TOTAL,
        "a/again.py": TOTAL.replace("total", "summed") + "\n\ndef short():\n    pass\n",
        "a/broken.py": "def f(:\n",
        "a/tests/held.py": TOTAL.replace("value", "item"),
        "a/test_total.py": TOTAL.replace("value", "item"),
        "b/kept.py": KEPT + TOTAL.replace("values", "numbers"),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_texts_are_normal_forms_each_once(installed: Path) -> None:
    files = list(source_files(installed))
    assert [path.name for path in files] == ["again.py", "broken.py", "total.py", "kept.py"]
    found = texts(files, ReservedPrograms(frozenset()))
    assert [text.split("(")[0] for text in found] == ["def summed", "class Tally:\n    def closest", "def total"]
    assert "worth it" not in found[0] and "from here" not in found[0]


def test_files_with_a_reserved_program_give_no_text(installed: Path) -> None:
    method = "\n".join(line[4:] for line in KEPT.splitlines()[2:])
    reserved = ReservedPrograms(frozenset(token_runs(method)))
    found = texts(list(source_files(installed)), reserved)
    assert [text.split("(")[0] for text in found] == ["def summed"]


def test_a_fiftieth_is_for_validation_whatever_else_there_is() -> None:
    all_texts = [f"def f{number}(): pass" for number in range(5000)]
    training, validation = split(all_texts)
    assert sorted([*training, *validation]) == sorted(all_texts)
    assert 60 < len(validation) < 140
    assert split(all_texts[:100])[1] == [text for text in validation if text in all_texts[:100]]


def test_the_command_makes_what_training_starts_from(
    tmp_path: Path, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (installed / "many.py").write_text("\n".join(TOTAL.replace("value", f"one{'x' * n}") for n in range(150)))
    monkeypatch.setattr(texts_module, "installed", lambda: [installed])
    (tmp_path / "reserved.json").write_text('{"runs": []}')
    folder = tmp_path / "run"

    def command() -> None:
        pretrain(tmp_path, folder, vocabulary_size=320, width=64, encoder_layers=1, decoder_layers=1, threads=1)

    command()
    names = {"best.pt", "checkpoint.pt", "log.csv", "loss.png", "texts.parquet", "vocabulary.json"}
    assert {path.name for path in folder.iterdir()} == names
    model = load_model(folder / "best.pt")
    assert model.shape == Shape(320, 64, 1, 1, 1, 256)
    # Resumed, nothing is left to be done, and no file is read again.
    monkeypatch.setattr(texts_module, "installed", lambda: pytest.fail("scanned again"))
    lines = (folder / "log.csv").read_text()
    command()
    assert (folder / "log.csv").read_text() == lines


def test_training_begins_with_the_weights_of_pretraining(tmp_path: Path, ids: list[Ids]) -> None:
    run(tmp_path / "texts", ids, 1)
    session = Run(tmp_path / "run", SHAPE, TrainingRecipe(seed=1), Processes("cpu"))
    before = session.optimiser.master_state(session.model)
    session.start_from(tmp_path / "texts")
    after = session.optimiser.master_state(session.model)
    _, pretrained = load_weights(tmp_path / "texts" / "best.pt")
    assert all(torch.equal(after[name], pretrained[name]) for name in pretrained)
    assert not torch.equal(after["encoder.0.qkv.weight"], before["encoder.0.qkv.weight"])
    # What only training uses has stayed as any run has it at first.
    fresh = Pretraining(tmp_path / "fresh", SHAPE, Recipe(), DEVICE)
    assert torch.equal(after["head.weight"], fresh.optimiser.master_state(fresh.model)["head.weight"])
