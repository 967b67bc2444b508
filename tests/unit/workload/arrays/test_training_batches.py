"""Batches beside a network that a function is given."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload import build, parse
from perfcast.workload.defaults.assembly import default_workload

_ROWS = "torch.float32[32, 256]"


def _default(source: str) -> str:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    return str(default_workload(node, 1000, drop_first=False))


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(model: nn.Module, x: torch.Tensor): return model(x).argmax(dim=1)", f"model: nn.Module; x: {_ROWS}"),
        ("def f(model: nn.Module, x): return model.forward(x.to('cpu').float())", f"model: nn.Module; x: {_ROWS}"),
        (
            "def f(model: nn.Module, x: torch.Tensor, y: torch.Tensor): return F.cross_entropy(model(x), y)",
            f"model: nn.Module; x: {_ROWS}; y: torch.int64[32] in 0..255",
        ),
        (
            "def f(net, x, y):\n    loss = F.mse_loss(net(x), target=y)\n    loss.backward()",
            f"net: nn.Module; x: {_ROWS}; y: {_ROWS}",
        ),
        ("def f(model, x):\n    with torch.no_grad():\n        return model(x)", f"model: nn.Module; x: {_ROWS}"),
    ],
)
def test_what_a_network_is_called_with_has_as_many_features_as_it_takes(source: str, workload: str) -> None:
    assert _default(source) == workload


_BATCHES = "list[tuple[torch.float32[32, 256], torch.int64[32]]] * 10 in 0..255"
_CLASSES = "torch.int64[32] in 0..255"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(model, x, y, criterion, optimizer):\n    optimizer.zero_grad()\n"
            "    criterion(model(x), y).backward()\n    optimizer.step()",
            f"model: nn.Module; x: {_ROWS}; y: {_CLASSES}; criterion: nn.CrossEntropyLoss; optimizer: optim.Adam",
        ),
        (
            "def f(net: nn.Module, loader, opt: torch.optim.Optimizer, device):\n    for x, y in loader:\n"
            "        x = x.to(device)\n        F.cross_entropy(net(x), y).backward()\n        opt.step()",
            f"net: nn.Module; loader: {_BATCHES}; opt: optim.Adam; device: device",
        ),
        (
            "def f(model: nn.Module, loader):\n    for x, y in loader:\n        F.mse_loss(model(x), y).backward()",
            "model: nn.Module; loader: list[tuple[torch.float32[32, 256], torch.float32[32, 256]]] * 10 in 0..255",
        ),
        (
            "def f(model: nn.Module, loader: DataLoader, criterion: nn.Module, device: str):\n"
            "    for i, (x, y) in enumerate(loader):\n        criterion(model(x.to(device)), y.to(device)).backward()",
            f"model: nn.Module; loader: {_BATCHES}; criterion: nn.CrossEntropyLoss; device: str = 'cpu'",
        ),
    ],
)
def test_what_trains_a_network_fits_it(source: str, workload: str) -> None:
    assert _default(source) == workload


def test_an_optimiser_changes_the_weights_of_the_network_beside_it() -> None:
    pytest.importorskip("torch")
    _, made = build(parse("opt: optim.Adam; model: nn.Module; loss: nn.CrossEntropyLoss"), 1)
    [group] = made["opt"].param_groups
    assert [id(one) for one in group["params"]] == [id(one) for one in made["model"].parameters()]
    assert type(made["loss"]).__name__ == "CrossEntropyLoss"
    # Alone it has weights of its own.
    _, made = build(parse("opts: list[optim.Adam] * 2"), 1)
    assert len(made["opts"]) == 2


@pytest.mark.parametrize(
    "source",
    [
        # Nothing says that it is a network.
        "def f(model, x): return model(x) + 1",
        "def f(score, x):\n    with torch.no_grad():\n        return score(x)",
    ],
)
def test_what_is_called_need_not_be_a_network(source: str) -> None:
    assert "nn.Module" not in _default(source)


def test_what_stands_beside_a_network_and_is_not_given_to_it_stays_as_it_is() -> None:
    assert _default("def f(model: nn.Module, x: torch.Tensor, k: int): return model(x).topk(k)").endswith("k: int = 10")
