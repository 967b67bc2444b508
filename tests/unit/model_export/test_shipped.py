"""Weights read back from a bundle are those that it was made of, and training goes on from them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import onnx
import pytest
import torch
import typer
from onnxruntime.quantization import quantize_dynamic
from torch import Tensor
from typer.testing import CliRunner

from model_export.export.assemble import assemble
from model_export.export.graphs import export_graphs
from model_export.prior.files import FOLDER
from model_export.training.command import train
from model_export.training.dataset import labelled_programs
from model_export.training.model import RegressionLanguageModel, Shape
from model_export.training.processes import Processes
from model_export.training.shipped import graph_weights, read_bundle
from model_export.training.train import Recipe, Run, load_weights
from model_export.training.vocabulary import learn
from perfcast.prior import FILES, Guess
from perfcast.rlm import bundle
from perfcast.rlm.prompt import METRICS
from perfcast.rlm.vocabulary import Vocabulary

TEXTS = {f"p{i}": f"def total{i}(vs):\n    return sum(value * {i} for value in vs)" for i in range(8)}
#: What stays in fp32, besides the norms.
EXACT = {"embedding.weight", "head.weight"}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    learn(TEXTS.values(), 340).save(str(folder / "vocabulary.json"))
    (folder / FOLDER).mkdir()
    for name in FILES:
        shutil.copy(bundle.PACKAGED / name, folder / FOLDER)
    return folder


@pytest.fixture(scope="module")
def network(run: Path) -> RegressionLanguageModel:
    """Of more than one layer each, in which some norms are still equal, as in a run that has just begun."""
    torch.manual_seed(3)
    vocabulary = Vocabulary.load(run / "vocabulary.json")
    network = RegressionLanguageModel(Shape(len(vocabulary), 64, 1, 2, 3, 256)).eval()
    for name, parameter in network.named_parameters():
        if parameter.dim() == 1 and name.startswith("decoder"):
            torch.nn.init.normal_(parameter, mean=1.0, std=0.1)
    return network


@pytest.fixture(scope="module")
def weights(network: RegressionLanguageModel) -> dict[str, Tensor]:
    return {name: parameter.detach() for name, parameter in network.named_parameters()}


@pytest.fixture(scope="module")
def graphs(network: RegressionLanguageModel, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return export_graphs(network, tmp_path_factory.mktemp("graphs"))


@pytest.fixture(scope="module")
def shipped(
    run: Path,
    network: RegressionLanguageModel,
    graphs: tuple[Path, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    folder: Path = tmp_path_factory.mktemp("shipped") / "bundle"
    assemble(run, network, graphs, folder, {"name": "n", "version": "1", "devices": ["cpu"], "metrics": []})
    return folder


def is_quantised(name: str, weight: Tensor) -> bool:
    return weight.dim() == 2 and name not in EXACT


def test_weights_come_back_within_half_a_step_of_their_channel(
    shipped: Path, network: RegressionLanguageModel, weights: dict[str, Tensor]
) -> None:
    shape, read = read_bundle(shipped)
    assert shape == network.shape
    assert read.keys() == weights.keys()
    for name, weight in weights.items():
        if not is_quantised(name, weight):
            assert torch.equal(read[name], weight), name
            continue
        steps = weight.abs().amax(dim=1, keepdim=True) / 127
        errors = (read[name] - weight).abs()
        assert (errors <= steps * 0.5001).all(), name
        # Of a network that was rounded, not of the one before.
        assert errors.max() > 0, name


def test_weights_of_graphs_that_were_not_quantised_come_back_equal(
    graphs: tuple[Path, Path], weights: dict[str, Tensor]
) -> None:
    read = {name: weight for graph in graphs for name, weight in graph_weights(graph).items()}
    assert read.keys() == weights.keys()
    assert all(torch.equal(read[name], weight) for name, weight in weights.items())


def test_zero_points_count(network: RegressionLanguageModel, tmp_path: Path) -> None:
    """INT8 whose middle is not 0, of weights that are mostly above it, by more for each channel than for the last."""
    uneven = RegressionLanguageModel(network.shape).eval()
    with torch.no_grad():
        for parameter in uneven.parameters():
            if parameter.dim() == 2:
                parameter.add_(torch.linspace(0, 0.2, len(parameter))[:, None])
    settings = {"WeightSymmetric": False}
    read = {}
    for graph in export_graphs(uneven, tmp_path):
        small = graph.with_suffix(".small")
        quantize_dynamic(graph, small, ["MatMul"], per_channel=True, extra_options=settings)
        assert any(
            array.name.endswith("_zero_point") and onnx.numpy_helper.to_array(array).std() > 1
            for array in onnx.load(str(small)).graph.initializer
        )
        read |= graph_weights(small)
    for name, parameter in uneven.named_parameters():
        if parameter.dim() == 2:
            nothing = torch.zeros(len(parameter))
            steps = (parameter.amax(dim=1).maximum(nothing) - parameter.amin(dim=1).minimum(nothing)) / 255
            # Half a step of the weight, half a step of the zero point at the ends.
            assert ((read[name] - parameter).abs() <= steps[:, None] * 1.001).all(), name


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"feedforward": 128}, r"encoder\.0\.feedforward\.up\.weight is \[256, 64\] there, and should be \[128, 64\]"),
        ({"vocabulary": 341}, r"embedding\.weight is \[340, 64\] there, and should be \[341, 64\]"),
        ({"encoder_layers": 3}, r"encoder\.2\.norm\.weight is in neither graph"),
        ({"decoder_layers": 2}, r"that the network has not: decoder\.2\.cross_kv\.weight, decoder\.2\.cross_norm"),
    ],
)
def test_a_weight_that_does_not_fit_the_shape_is_named(
    shipped: Path, network: RegressionLanguageModel, tmp_path: Path, change: dict[str, int], message: str
) -> None:
    folder = tmp_path / "bundle"
    shutil.copytree(shipped, folder)
    manifest = json.loads((folder / bundle.MANIFEST).read_text())
    manifest["model"]["shape"] = replace(network.shape, **change).as_dict()
    (folder / bundle.MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(ValueError, match=message):
        read_bundle(folder)


def test_a_weight_that_a_graph_lacks_is_named(shipped: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bundle"
    shutil.copytree(shipped, folder)
    model = onnx.load(str(folder / bundle.DECODER))
    [node] = [node for node in model.graph.node if node.name == "/decoder.1/cross_out/MatMul_quant"]
    model.graph.node.remove(node)
    onnx.save(model, str(folder / bundle.DECODER))
    with pytest.raises(ValueError, match=r"decoder\.1\.cross_out\.weight is in neither graph"):
        read_bundle(folder)


def test_graphs_of_two_networks_are_no_bundle(shipped: Path, network: RegressionLanguageModel, tmp_path: Path) -> None:
    folder = tmp_path / "bundle"
    shutil.copytree(shipped, folder)
    torch.manual_seed(9)
    _, decoder = export_graphs(RegressionLanguageModel(network.shape), tmp_path / "graphs")
    shutil.copy(decoder, folder / bundle.DECODER)
    with pytest.raises(ValueError, match=r"embedding\.weight is not the same"):
        read_bundle(folder)


def test_a_run_begins_with_the_weights_of_a_bundle(
    shipped: Path, network: RegressionLanguageModel, tmp_path: Path
) -> None:
    session = Run(tmp_path / "run", network.shape, Recipe(seed=1), Processes("cpu"))
    session.start_from(shipped)
    begun = session.optimiser.master_state(session.model)
    _, read = read_bundle(shipped)
    assert begun.keys() == read.keys()
    assert all(torch.equal(begun[name], weight) for name, weight in read.items())
    deeper = Run(tmp_path / "deeper", replace(network.shape, encoder_layers=3), Recipe(), Processes("cpu"))
    with pytest.raises(ValueError, match="another shape"):
        deeper.start_from(shipped)


@pytest.fixture
def trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Tensor]]:
    """The command, run in a folder on a few programs in place of the corpus: the weights that it leaves."""
    rows = [
        {"program": program, "origin": "own", "problem": program, "workload": f"vs: list[int] * {size}"}
        | {"device": "cpu", **dict.fromkeys(METRICS), "peak_memory": 8.0 * size}
        for program in TEXTS
        for size in (10, 1000)
    ]
    guesses = {(str(row["program"]), str(row["workload"]), "cpu"): {"peak_memory": Guess(100.0, 0.5)} for row in rows}
    programs = labelled_programs(rows, TEXTS, guesses)
    monkeypatch.setattr("model_export.training.command.read_labelled", lambda *_: (programs, programs[:2]))
    app = typer.Typer()
    app.command()(train)

    def command(name: str, *options: str) -> dict[str, Tensor]:
        asked = ["--records", "r", "--data", "d", "--run", str(tmp_path / name), "--epochs", "2", "--spellings", "1"]
        shape = ["--vocabulary-size", "340", "--width", "64", "--encoder-layers", "2", "--decoder-layers", "3"]
        CliRunner().invoke(app, [*asked, *shape, *options], catch_exceptions=False, standalone_mode=False)
        return load_weights(tmp_path / name / "best.pt")[1]

    return command


def test_the_command_goes_on_from_a_bundle(
    shipped: Path, tmp_path: Path, trained: Callable[..., dict[str, Tensor]]
) -> None:
    start = ["--start-from", str(shipped)]
    later, anew = trained("later", *start), trained("anew")
    assert len((tmp_path / "later" / "log.csv").read_text().splitlines()) > 1
    assert (tmp_path / "later" / "vocabulary.json").read_bytes() == (shipped / bundle.VOCABULARY).read_bytes()
    _, read = read_bundle(shipped)
    moved, apart = (other["encoder.1.qkv.weight"] - read["encoder.1.qkv.weight"] for other in (later, anew))
    assert 0 < moved.norm() < 0.2 * apart.norm()


def test_the_command_refuses_weights_about_another_vocabulary(
    shipped: Path, tmp_path: Path, trained: Callable[..., dict[str, Tensor]]
) -> None:
    (tmp_path / "other").mkdir()
    learn([text.upper() for text in TEXTS.values()], 340).save(str(tmp_path / "other" / "vocabulary.json"))
    with pytest.raises(typer.BadParameter, match="not that of"):
        trained("other", "--start-from", str(shipped))
