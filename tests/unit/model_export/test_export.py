"""Export: the graphs compute what the model computes, and a bundle made of them answers."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from model_export.export.assemble import assemble
from model_export.export.calibrating import take_trees
from model_export.export.check import TOLERANCE, largest_difference
from model_export.export.graphs import export_graphs
from model_export.export.seal import seal
from model_export.prior.files import FOLDER, write_graph, write_names
from model_export.prior.fit import TreeRecipe, fit
from model_export.training.batches import padded
from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.objective import Batch, branch_logits
from model_export.training.processes import Processes
from model_export.training.train import Recipe, Run, load_model
from model_export.training.vocabulary import learn
from perfcast.prior import METRICS as PRIOR_METRICS
from perfcast.prior import FeatureMaker, Guess, Prior
from perfcast.rlm import Prompt, RegressionModel, bundle, numerals
from perfcast.rlm.prompt import METRICS, Scale, context_ids, scale_of
from perfcast.rlm.vocabulary import Vocabulary
from perfcast.workload import parse
from tests.unit.model_export.constant_trees import (
    KERNEL,
    fit_doubting_trees,
    fit_estimated_trees,
    fit_kernel_trees,
    launch,
)

GUESSES = {"peak_memory": Guess(1e3, 0.1), "cpu_time": Guess(1e-5, 0.7)}
MODEL = {"name": "n", "version": "1", "devices": ["cpu"], "metrics": ["peak_memory"]}
SOURCE = "def f(values):\n    return [value * 2 for value in values]"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    learn([SOURCE] * 3, 350).save(str(folder / "vocabulary.json"))
    vocabulary = Vocabulary.load(folder / "vocabulary.json")
    Run(folder, Shape(len(vocabulary), 64, 2, 2, 2, 128), Recipe(seed=4), Processes("cpu")).save()
    shutil.copy(folder / "checkpoint.pt", folder / "best.pt")
    fit_prior(folder / FOLDER)
    return folder


def fit_prior(folder: Path, each: float = 8.0) -> None:
    """Trees that have learned that a cost is 8 an element, or another constant."""
    maker = FeatureMaker(["len", ".append"])
    workloads = [parse(f"values: list[int] * {size}") for size in range(10, 400)]
    rows = maker.rows(maker.read(SOURCE), workloads)
    costs = np.log2([each * workload.size for workload in workloads])
    folder.mkdir()
    write_names(folder, maker.names)
    for metric in PRIOR_METRICS:
        write_graph(folder, metric, fit(rows, costs, TreeRecipe(60, 63, rate=0.5), threads=1))
    fit_estimated_trees(folder, maker.width)
    fit_doubting_trees(folder, maker.width)
    fit_kernel_trees(folder)


def test_the_graphs_equal_the_model(run: Path, tmp_path: Path) -> None:
    model = load_model(run / "checkpoint.pt")
    export_graphs(model, tmp_path)
    vocabulary = Vocabulary.load(run / "vocabulary.json")
    sources = [vocabulary.encode(text) for text in (SOURCE, SOURCE * 5, "x")]
    prompts = [context_ids(parse(f"n: int = {n}; k: int = {n}"), GUESSES, "cpu", vocabulary) for n in (3, 12345)]
    assert largest_difference(model, tmp_path, sources, prompts) < TOLERANCE
    with torch.no_grad():
        model.head.weight[3, 0] += 0.1
    assert largest_difference(model, tmp_path, sources, prompts) > TOLERANCE


@pytest.fixture(scope="module")
def bundled(run: Path, tmp_path_factory: pytest.TempPathFactory) -> RegressionModel:
    folder: Path = tmp_path_factory.mktemp("bundle")
    network = load_model(run / "best.pt")
    assemble(run, network, export_graphs(network, folder / "graphs"), folder / "bundle", MODEL, int8=False)
    return RegressionModel.load(folder / "bundle", threads=1)


def test_bundles_of_one_export_are_those_that_exports_of_their_own_make(run: Path, tmp_path: Path) -> None:
    network = load_model(run / "best.pt")
    graphs = export_graphs(network, tmp_path / "graphs")
    vocabulary = Vocabulary.load(run / "vocabulary.json")
    # What the command does with the graphs before and between.
    largest_difference(network, tmp_path / "graphs", [vocabulary.encode(SOURCE)], [[5, 6, 7]])
    exported = contents(tmp_path / "graphs")
    prompts = [Prompt(parse("values: list[int] * 300"), "cpu", metric) for metric in ("peak_memory", "cpu_time")]
    for int8 in (False, True, False):
        shared, own = tmp_path / f"shared-{int8}", tmp_path / f"own-{int8}"
        assemble(run, network, graphs, shared, MODEL, int8=int8)
        fresh = load_model(run / "best.pt")
        assemble(run, fresh, export_graphs(fresh, tmp_path / f"graphs-{int8}"), own, MODEL, int8=int8)
        assert contents(tmp_path / "graphs") == exported
        assert contents(shared) == contents(own)
        assert set(contents(shared)) == {*bundle.FILES, bundle.MANIFEST}
        assert (shared / "encoder.onnx").read_bytes() == exported["encoder.onnx"] or int8
        answers = [
            loaded.quantiles(loaded.read(SOURCE), prompts, (0.1, 0.5, 0.9))
            for loaded in (RegressionModel.load(folder, threads=1) for folder in (shared, own))
        ]
        assert np.array_equal(*answers)


def contents(folder: Path) -> dict[str, bytes]:
    """File -> what is in it."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_other_trees_in_a_bundle_whose_network_stays(run: Path, bundled: RegressionModel, tmp_path: Path) -> None:
    network = load_model(run / "best.pt")
    assemble(run, network, export_graphs(network, tmp_path / "graphs"), tmp_path / "bundle", MODEL, int8=False)
    fit_prior(tmp_path / FOLDER, each=64.0)
    take_trees(tmp_path / FOLDER, tmp_path / "bundle")
    seal(tmp_path / "bundle", tmp_path / "bundle")
    later = RegressionModel.load(tmp_path / "bundle", threads=1)
    prompts = [Prompt(parse("values: list[int] * 300"), "cpu", metric) for metric in PRIOR_METRICS]
    before, after = (model.greedy(model.read(SOURCE), prompts) for model in (bundled, later))
    assert np.all(after > 4 * before), "guesses are eight times as high, and what errs on them says so relative to them"
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no trees"):
        take_trees(tmp_path / "empty", tmp_path / "bundle")


def test_prompts_that_are_asked_together_are_answered_as_each_alone(bundled: RegressionModel) -> None:
    """Prompts of several lengths, asked by one or two metrics each, in no order."""
    texts = ("values: list[int] * 300; k: int = 12", "values: list[int] * 7", "values: str * 12345 in 'a'..'z'")
    prompts = [Prompt(parse(text), "cpu", "peak_memory") for text in texts]
    prompts += [Prompt(parse(text), "cpu", "cpu_time") for text in reversed(texts[1:])]
    reading, levels = bundled.read(SOURCE), (0.05, 0.3, 0.5, 0.9)
    together = bundled.quantiles(reading, prompts, levels)
    alone = np.concatenate([bundled.quantiles(reading, [prompt], levels) for prompt in prompts])
    assert np.allclose(together, alone, rtol=1e-3)
    assert len(np.unique(together[:, 2])) == len(prompts)


def test_launches_on_several_devices_are_answered_as_each_alone_in_amounts_that_there_are(
    bundled: RegressionModel,
) -> None:
    asked = {"registers": "sm_90", "shared_memory": "sm_80", "gpu_time": "A100-80GB"}
    prompts = [Prompt(parse(launch(block)), asked[metric], metric) for block in (64, 4096) for metric in asked]
    reading, levels = bundled.read(KERNEL), (0.1, 0.5, 0.9)
    together = bundled.quantiles(reading, prompts, levels)
    alone = np.concatenate([bundled.quantiles(reading, [prompt], levels) for prompt in prompts])
    assert np.allclose(together, alone, rtol=1e-3)
    assert np.all(np.diff(together, axis=1) >= 0)
    for prompt, row in zip(prompts, together, strict=True):
        step = {"registers": 1, "shared_memory": 16}.get(prompt.metric)
        assert step is None or (np.all(row % step == 0) and np.all(row >= step))


def test_the_bundle_forecasts_as_the_model_does_under_teacher_forcing(run: Path, bundled: RegressionModel) -> None:
    """The cached steps of the run time against one pass over the whole numeral, as in training."""
    workload = parse("values: list[int] * 300")
    prompts = [Prompt(workload, "cpu", metric) for metric in ("peak_memory", "cpu_time")]
    greedy = bundled.greedy(bundled.read(SOURCE), prompts)

    model: RegressionLanguageModel = load_model(run / "checkpoint.pt")
    vocabulary = Vocabulary.load(run / "vocabulary.json")
    source_ids, source_mask = padded([vocabulary.encode(SOURCE)])
    prior = Prior(run / FOLDER)
    [guesses] = prior.guesses(prior.read(SOURCE), [workload], "cpu")
    context, _ = padded([context_ids(workload, guesses, "cpu", vocabulary)])
    tokens = torch.zeros((1, 2, numerals.LENGTH), dtype=torch.int64)
    allowed = torch.from_numpy(numerals.allowed())
    for position in range(1, numerals.LENGTH):
        batch = Batch(
            source_ids,
            source_mask,
            context,
            torch.tensor([context.shape[1]]),
            torch.tensor([[METRICS.index("peak_memory"), METRICS.index("cpu_time")]]),
            tokens,
            torch.zeros(1, 2, numerals.LENGTH - 1, len(numerals.TOKENS)),
            torch.ones(1, 2),
        )
        logits = branch_logits(model, batch)[:, :, position - 1]
        tokens[:, :, position] = logits.masked_fill(~allowed[position], float("-inf")).argmax(dim=-1)
    scales = Scale.of_rows([scale_of(prompt.metric, guesses) for prompt in prompts])
    assert np.allclose(greedy, scales.costs(numerals.read(tokens[0].numpy())[:, None])[:, 0], rtol=1e-9)
