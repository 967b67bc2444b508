"""Functions that train a network that they are given: by memray, of CPython 3.11 and PyTorch 2.13."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_IMPORTS = """
import torch
import torch.nn as nn
import torch.nn.functional as F
"""
_ROWS = "x: torch.float32[32, 256]"
_BATCHES = "loader: list[tuple[torch.float32[32, 256], torch.int64[32]]] * 10 in 0..255"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("with torch.no_grad():\n    return model(x).argmax(dim=1)", f"model: nn.Module; {_ROWS}", 68_672),
        (
            "model.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\nreturn loss.item()",
            f"model: nn.Module; {_ROWS}; y: torch.int64[32] in 0..255; criterion: nn.CrossEntropyLoss",
            574_624,
        ),
        # With what the optimiser keeps of each weight, and a root and a quotient of the largest one.
        (
            "optimizer.zero_grad()\nloss = F.cross_entropy(model(x), y)\nloss.backward()\noptimizer.step()\n"
            "return loss.item()",
            f"model: nn.Module; {_ROWS}; y: torch.int64[32] in 0..255; optimizer: optim.Adam",
            2_127_959,
        ),
        (
            "total = 0.0\nfor xb, yb in loader:\n    optimizer.zero_grad()\n    out = model(xb.to(device))\n"
            "    loss = criterion(out, yb)\n    loss.backward()\n    optimizer.step()\n    total += loss.item()\n"
            "return total",
            f"model: nn.Module; {_BATCHES}; optimizer: optim.Adam; criterion: nn.CrossEntropyLoss; device: device",
            2_130_306,
        ),
    ],
)
def test_training_a_given_network(body: str, workload: str, measured: float) -> None:
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    lines = body.replace("\n", "\n    ")
    found = Trials(f"def run({names}):\n    {lines}\n\n{_IMPORTS}").estimate(parsed)
    by_name = dict(zip(NAMES, found, strict=True))
    assert by_name["trial_whole"] == 1 and by_name["trial_raised"] == 0
    assert 2.0 ** by_name["trial_peak"] == pytest.approx(measured, rel=0.08)
