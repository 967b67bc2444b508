"""Axes named in patterns, as ``einops`` turns tensors by them, beside what PyTorch gives in its own words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfcast.trial.libraries.torch.values import Tensor
from tests.unit.trial.interpreting import interpreted

torch = pytest.importorskip("torch")

SETUP = """
import torch
from einops import einsum, rearrange, reduce, repeat
from einops.layers.torch import Rearrange, Reduce
x = torch.arange(240.0).reshape(2, 6, 4, 5)
found = {expression}
"""
X = torch.arange(240.0).reshape(2, 6, 4, 5)
CASES: list[tuple[str, Any]] = [
    ("rearrange(x, 'b c h w -> b (c h w)')", X.flatten(1)),
    ("rearrange(x, 'b (d c) h w -> b d c (h w)', d=3)", X.reshape(2, 3, 2, 20)),
    ("rearrange(x, 'b ... w -> w ... b')", X.permute(3, 1, 2, 0)),
    ("rearrange(x, '... h w -> ... w h')", X.transpose(2, 3)),
    ("rearrange(x, 'b c (h p) w -> b h p c w 1', p=2)", X.reshape(2, 6, 2, 2, 5).permute(0, 2, 3, 1, 4)[..., None]),
    ("rearrange(x[:, :1], 'b 1 h w -> b h w')", X[:, 0]),
    ("rearrange([x, x], 'n b c h w -> b (n c) h w')", torch.stack([X, X]).permute(1, 0, 2, 3, 4).reshape(2, 12, 4, 5)),
    ("repeat(x, 'b c h w -> b c n h w', n=3)", X[:, :, None].expand(2, 6, 3, 4, 5)),
    ("repeat(x, 'b c h w -> b (c n) h w', n=2)", X.repeat_interleave(2, 1)),
    ("repeat(x[:1], '1 c h w -> b c h w', b=4)", X[:1].expand(4, 6, 4, 5)),
    ("reduce(x, 'b c h w -> b c', 'mean')", X.mean((2, 3))),
    ("reduce(x, 'b c (h 2) w -> b c h w', 'max')", X.reshape(2, 6, 2, 2, 5).amax(3)),
    ("reduce(x, 'b c h w -> b c 1 1', 'sum')", X.sum((2, 3), keepdim=True)),
    ("einsum(x, x, 'b chan h w, b chan v w -> b h v')", torch.einsum("bchw,bcvw->bhv", X, X)),
    ("Rearrange('b c h w -> b h w c')(x)", X.permute(0, 2, 3, 1)),
    ("Reduce('b c h w -> b c', 'max')(x)", X.amax((2, 3))),
]


@pytest.mark.parametrize(("expression", "expected"), CASES)
def test_patterns_turn_tensors(expression: str, expected: Any) -> None:
    found = interpreted(SETUP.format(expression=expression))
    assert isinstance(found, Tensor)
    assert found.shape == tuple(expected.shape)
    assert np.allclose(found.array, expected.numpy())


@pytest.mark.parametrize(
    "expression",
    [
        "rearrange(x, 'b c h -> b c h')",
        "rearrange(x, 'b c h w -> b c h')",
        "rearrange(x, 'b (c d) h w -> b c d h w')",
        "rearrange(x, 'b (c d) h w -> b c d h w', c=5)",
        "repeat(x, 'b c h w -> b c h w n')",
        "rearrange(x, 'b c h w')",
    ],
)
def test_patterns_that_do_not_fit_are_errors(expression: str) -> None:
    with pytest.raises(RuntimeError):
        interpreted(SETUP.format(expression=expression))
