"""Classes that extend the library's layers do what those do."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

CLASSES = """
import torch
import torch.nn as nn
class Net(nn.Module):
    def forward(self, x):
        {asked}
    def __init__(self):
        super().__init__()
        self.norm, self.lora, self.stack = Norm(8), Low(8, 4), Stack(8, 4)
class Norm(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x.float()).type(x.dtype)
class Low(nn.Linear):
    def __init__(self, a, b):
        super().__init__(a, b, bias=False)
        self.down = nn.Linear(a, 2)
    def forward(self, x):
        return super().forward(x) + x @ self.weight.T
class Stack(nn.Sequential):
    def __init__(self, a, b):
        super().__init__(nn.Linear(a, b), nn.ReLU())
class Plain(nn.Conv2d):
    pass
"""


def comes_to_an_end(asked: str) -> None:
    row = Trials(CLASSES.format(asked=asked)).estimate(parse("x: torch.float32[8, 8]"))
    assert row[NAMES.index("trial_runs")] > 0
    assert row[NAMES.index("trial_raised")] == 0


@pytest.mark.parametrize(
    "asked",
    [
        "assert self.norm(x).shape == x.shape",
        "assert self.lora(x).shape[-1] == 4",
        "assert self.stack(x).shape[-1] == 4",
        "assert len(self.stack) == 2 and self.stack[0].out_features == 4",
        "assert len([part for part in self.stack]) == 2",
        "assert isinstance(self.lora, nn.Linear) and isinstance(self.lora, nn.Module)",
        "assert not isinstance(self.norm, nn.Linear)",
        "assert self.lora.in_features == 8 and self.lora.bias is None",
        "assert len(list(self.lora.parameters())) == 3",
        "assert Plain(3, 4, 3)(torch.zeros(1, 3, 9, 9)).shape == (1, 4, 7, 7)",
        "self.eval()\n        assert not self.lora.training",
    ],
)
def test_they_are_layers(asked: str) -> None:
    comes_to_an_end(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "assert torch.erfinv(torch.tensor([0.5])).item() - 0.4769 < 0.005",
        "x.erfinv_()",
        "assert torch.ones(3, 3).triu_(1).sum().item() == 3",
        "assert torch.ones(3, 3).tril_().sum().item() == 6",
        "assert not (x.is_xpu or x.is_mps)",
        "assert int(torch.__version__.split('.')[0]) >= 2",
        "assert torch.autograd.Variable(x).shape == x.shape",
        "a = nn.ModuleList([nn.ReLU()]); a.extend([nn.ReLU()]); a.insert(0, nn.Tanh())\n        assert len(a) == 3",
        "assert torch.spmm(x, x).shape == (8, 8)",
    ],
)
def test_what_networks_ask_of_the_library(asked: str) -> None:
    comes_to_an_end(asked)
