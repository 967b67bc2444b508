"""What a tensor is made on where nobody says it."""

from __future__ import annotations

from tests.unit.trial.interpreting import interpreted

_SOURCE = """
import torch

device = torch.get_default_device()
found = [device.type, device == torch.empty(0).device, torch.zeros(3, device=device).device == device]
"""


def test_tensors_are_made_on_the_processor() -> None:
    assert interpreted(_SOURCE) == ["cpu", True, True]
