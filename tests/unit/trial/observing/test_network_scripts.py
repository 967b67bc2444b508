"""Functions that take a network, or what trains it, are called with one of the file's where nothing else calls them."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial.observing.network_scripts import networks_in
from perfcast.trial.observing.observer import Observer

NET = """
    import torch
    from torch import nn

    class Part(nn.Module):
        def __init__(self, size):
            super().__init__()
            self.layer = nn.Linear(size, size)

        def forward(self, x):
            return self.layer(x)

    class Net(nn.Module):
        def __init__(self, classes=4):
            super().__init__()
            self.part = Part(16)
            self.head = nn.Linear(16, classes)

        def forward(self, x):
            return self.head(self.part(x).relu())
    """
TRAINING = """
    def train(model, train_loader, optimizer, criterion, device="cpu"):
        total = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x.to(device)), y.to(device))
            loss.backward()
            optimizer.step()
            total += loss.item()
        return total

    def freeze(net: nn.Module) -> None:
        for one in net.parameters():
            one.requires_grad_(False)

    def export(model, path):
        torch.save(model.state_dict(), path)

    class Trainer:
        def __init__(self, model, lr=0.1):
            self.model = model
            self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

        def evaluate(self, loader, epoch: int):
            with torch.no_grad():
                return [self.model(x).argmax(1) for x, _ in loader]

    def total(values):
        return sum(values)
    """


def observed(folder: Path, text: str) -> dict[str, str]:
    path = folder / "net.py"
    path.write_text(textwrap.dedent(text))
    file = SourceFile.parse(path.read_text())
    found = Observer(Place.of(path, [folder]), [unit.name for unit in file.units]).observed()
    return {name: str(one.described.workload) for name, one in found.items()}


def test_they_take_the_network_and_what_trains_it(tmp_path):
    found = observed(tmp_path, NET + TRAINING)
    assert found["train"].startswith("model: Net; train_loader: DataLoader; optimizer: ")
    assert found["freeze"] == "net: Net"
    assert found["Trainer.__init__"].startswith("model: Net")
    assert found["Trainer.evaluate"].startswith("loader: DataLoader; epoch: int")
    assert "total" not in found and "export" not in found, "nobody knows what else it takes"


def test_what_the_file_shows_counts(tmp_path):
    shown = "\n    def main():\n        freeze(Part(3))\n"
    assert observed(tmp_path, NET + TRAINING + shown)["freeze"] == "net: Part"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("classes=4", "classes, *, layers: list[int]"),
        ("self.part = Part(16)", "self.part = nn.Linear(16, 16)"),
        ("(nn.Module)", ""),
        ("return self.head(self.part(x).relu())", "return None"),
    ],
    ids=["made with anything", "two networks", "none", "without a result"],
)
def test_nothing_is_made_up_of_what_is_not_known(tmp_path, before, after):
    assert "train" not in observed(tmp_path, (NET + TRAINING).replace(before, after))


@pytest.mark.parametrize(
    ("used", "loss", "targets"),
    [("", "CrossEntropyLoss", "randint"), ("CRITERION = nn.MSELoss()", "MSELoss", "rand")],
)
def test_targets_are_what_the_file_s_loss_takes(used, loss, targets):
    [first, *_] = networks_in(SourceFile.parse(textwrap.dedent(NET + TRAINING) + used))
    text = "\n".join(map(ast.unparse, first.statements))
    assert loss in text and f"targets = torch.{targets}(" in text
