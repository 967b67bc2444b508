"""The bundle: checked before it is used, small, and complete."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from perfcast.rlm import BundleError, Prompt, RegressionModel, bundle
from perfcast.rlm.bundle import Bundle
from perfcast.workload import parse

SOURCE = "def squares(n):\n    return [i * i for i in range(n)]"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(bundle.PACKAGED, tmp_path / "bundle"))


def test_the_packaged_bundle_is_whole_and_at_most_30_mb() -> None:
    opened = Bundle.open()
    assert set(opened.model) >= {"name", "version", "devices", "metrics", "sha256"}
    assert sum(path.stat().st_size for path in opened.folder.iterdir()) <= 30e6


@pytest.mark.parametrize("name", bundle.FILES)
def test_a_changed_file_is_named(copy: Path, name: str) -> None:
    with (copy / name).open("ab") as file:
        file.write(b" ")
    with pytest.raises(BundleError, match=f"{name}: its SHA-256"):
        RegressionModel.load(copy)


@pytest.mark.parametrize("name", [*bundle.FILES, bundle.MANIFEST])
def test_a_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(BundleError, match=f"{name} is missing"):
        RegressionModel.load(copy)


def test_an_unknown_format_is_refused(copy: Path) -> None:
    manifest = json.loads((copy / bundle.MANIFEST).read_text()) | {"format": 999}
    (copy / bundle.MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(BundleError, match="format 999"):
        RegressionModel.load(copy)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 1}'])
def test_a_manifest_that_is_none_is_refused(copy: Path, content: str) -> None:
    (copy / bundle.MANIFEST).write_text(content)
    with pytest.raises(BundleError, match=r"bundle\.json"):
        RegressionModel.load(copy)


def test_a_sealed_file_that_does_not_load_is_a_bundle_error(copy: Path) -> None:
    (copy / bundle.ENCODER).write_bytes(b"not a graph")
    bundle.write_manifest(copy, json.loads((copy / bundle.MANIFEST).read_text())["model"])
    with pytest.raises(BundleError, match="does not load"):
        RegressionModel.load(copy)


@pytest.fixture(scope="module")
def model() -> RegressionModel:
    return RegressionModel.load(threads=1)


def test_forecasts_do_not_depend_on_what_else_is_asked(model: RegressionModel) -> None:
    device = model.metadata["devices"][0]
    prompts = [
        Prompt(parse(f"n: int = {n}"), device, metric) for n in (10, 1000) for metric in ("peak_memory", "cpu_time")
    ]
    reading = model.read(SOURCE)
    together = model.quantiles(reading, prompts, (0.1, 0.5, 0.9))
    alone = np.concatenate([model.quantiles(reading, [prompt], (0.1, 0.5, 0.9)) for prompt in prompts])
    # INT8 activations are scaled by the largest of a batch, so the last digit may differ.
    assert np.abs(np.log(together / alone)).max() < 0.25
    assert (np.diff(together, axis=1) >= 0).all()


def test_samples_are_seeded_and_greedy_is_deterministic(model: RegressionModel) -> None:
    prompt = Prompt(parse("n: int = 1000"), model.metadata["devices"][0], "peak_memory")
    reading = model.read(SOURCE)
    first, second = (model.sample(reading, [prompt], 20, seed=3) for _ in range(2))
    assert first.shape == (1, 20)
    assert (first == second).all()
    assert (model.sample(reading, [prompt], 20, seed=4) != first).any()
    assert (model.greedy(reading, [prompt]) == model.greedy(reading, [prompt])).all()


def test_the_vocabulary_gives_every_text_back() -> None:
    from perfcast.rlm.vocabulary import Vocabulary

    vocabulary = Vocabulary.load(bundle.PACKAGED / bundle.VOCABULARY)
    for text in (SOURCE, "a\n\n\tb = 'é😀'  # <pad> <E3>\r\n", "x1234567890", " " * 17 + "\n"):
        assert vocabulary.decode(vocabulary.encode(text)) == text
    digits = vocabulary.encode("1234567890")
    assert len(digits) == 10
    assert len({vocabulary.decode([token]) for token in digits}) == 10
