"""Layers of the closed world give tensors of the shapes that PyTorch's give, and the same where nothing is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.values import Tensor
from tests.unit.trial.interpreting import interpreted, run

torch = pytest.importorskip("torch")

SETUP = """
import torch
from torch import nn
import torch.nn.functional as F
im = (torch.arange(192.0) / 7 % 1).reshape(2, 3, 4, 8)
row = (torch.arange(60.0) / 9 % 1).reshape(2, 5, 6)
words = torch.tensor([[1, 2, 3], [4, 0, 2]])
found = {expression}
"""
#: Of weights that are drawn shapes are compared, of all others elements too.
EXACT = (
    *("nn.ReflectionPad2d(1)(im)", "nn.ZeroPad2d((1, 2, 0, 1))(im)", "nn.ReplicationPad1d(2)(row)", "F.glu(row)"),
    *("nn.ConstantPad2d(1, 3.5)(im)", "nn.Upsample(scale_factor=2)(im)", "nn.PixelShuffle(2)(im.reshape(2, 12, 2, 4))"),
    *("nn.InstanceNorm2d(3)(im)", "nn.PReLU()(im - 0.5)", "nn.RMSNorm(6)(row)", "F.rms_norm(row, (6,))"),
    *("nn.MaxPool2d(3, 2, ceil_mode=True)(im)", "nn.MaxPool2d(2, stride=2, padding=1)(im)", "nn.AvgPool1d(2)(row)"),
    *("nn.AdaptiveMaxPool2d(2)(im)", "nn.AdaptiveAvgPool1d(2)(row)", "nn.Unflatten(1, (5, 1))(row)"),
    *("nn.GLU()(row)", "nn.Softmax2d()(im)"),
    *("nn.LayerNorm(6, bias=False)(row)", "nn.ReLU(inplace=True)(im - 0.5)", "nn.LeakyReLU(0.2, True)(im - 0.5)"),
    *("nn.BatchNorm2d(3, affine=False)(im)", "nn.Hardsigmoid()(row)", "nn.GELU('tanh')(row)", "nn.Identity()(row)"),
    *("F.conv_transpose1d(row, torch.ones(5, 2, 3), stride=2)", "F.prelu(im - 0.5, torch.tensor([0.1, 0.2, 0.3]))"),
    *("F.conv_transpose2d(im, torch.arange(24.0).reshape(3, 2, 2, 2), stride=2)", "F.dropout2d(im, 0.0)"),
    *("F.conv_transpose2d(im, torch.arange(54.0).reshape(3, 2, 3, 3), padding=1)", "F.instance_norm(im)"),
    "F.conv_transpose2d(im, torch.ones(3, 2, 3, 3), stride=2, padding=1, output_padding=1, dilation=1)",
    "F.conv_transpose2d(im, torch.arange(54.0).reshape(3, 2, 3, 3), dilation=2, bias=torch.tensor([1.0, 2.0]))",
    *("F.conv3d(im[None], torch.ones(1, 2, 2, 2, 2))", "torch.view_as_complex(row.reshape(2, 5, 3, 2))"),
    "torch.view_as_real(torch.view_as_complex(row.reshape(2, 5, 3, 2)))",
    "nn.Embedding.from_pretrained(row[0])(words)",
    *("nn.CELU(0.7)(im - 0.5)", "nn.Hardshrink()(im)", "nn.Softshrink(0.2)(im - 0.5)", "nn.Threshold(0.3, 2.0)(im)"),
    *("F.softshrink(row - 0.5)", "F.threshold(row, 0.1, 2.0)", "nn.Softmin(-1)(row)", "F.selu(row)"),
    "F.binary_cross_entropy_with_logits(row, row, None, pos_weight=None, reduction='none')",
    *("nn.Tanhshrink()(row)", "F.hardswish(row)", "nn.init.eye_(torch.ones(3, 4))"),
)  # fmt: skip
SHAPED = (
    *("nn.ConvTranspose2d(3, 5, 4, 2, 1)(im)", "nn.ConvTranspose1d(5, 2, 3)(row)", "nn.Conv3d(2, 3, 2)(im[None])"),
    *("nn.LSTM(6, 8, bidirectional=True, batch_first=True)(row)[0]", "nn.GRU(6, 8, 2, bidirectional=True)(row)[1]"),
    *("nn.LSTMCell(6, 8)(row[0])[1]", "nn.GRUCell(6, 8)(row[0])", "nn.RNNCell(6, 8)(row[0])"),
    "nn.TransformerDecoderLayer(6, 2, 16)(row, row)",
    "nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 2, 16, batch_first=True), 3)(row)",
    "nn.Transformer(6, 2, 2, 2, 16, batch_first=True)(row, row[:, :3])",
    "nn.MultiheadAttention(6, 2, batch_first=True)(row[:, :2], row, row)[0]",
    "nn.Embedding(9, 4, padding_idx=0, max_norm=None)(words)",
    "nn.utils.parametrizations.weight_norm(nn.Linear(6, 3))(row)",
    "nn.Linear(6, 3, dtype=torch.float32, device='cpu')(row)",
    "nn.Conv2d(3, 5, 3, padding=1, padding_mode='zeros')(im)",
)  # fmt: skip


@pytest.mark.parametrize("expression", EXACT)
def test_elements_are_those_of_pytorch(expression: str) -> None:
    found, expected = both(expression)
    assert found.shape == tuple(expected.shape)
    assert np.allclose(found.array, expected.detach().numpy(), atol=1e-4)


@pytest.mark.parametrize("expression", SHAPED)
def test_shapes_are_those_of_pytorch(expression: str) -> None:
    found, expected = both(expression)
    assert found.shape == tuple(expected.shape)


def both(expression: str) -> tuple[Tensor, Any]:
    with torch.no_grad():
        expected = run(SETUP.format(expression=expression))
    found = interpreted(SETUP.format(expression=expression))
    assert isinstance(found, Tensor)
    return found, expected


MODULE = """
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(4, 4))
        self.rest.add_module("last", nn.Linear(4, 2))
        self.register_buffer("scale", torch.ones(2))
        self.seen = []
        self.apply(self.look)
    def look(self, module):
        if isinstance(module, nn.Linear):
            self.seen.append(module.weight.shape[0])
    def forward(self, x):
        return self.rest(self.first(x))
net = Net()
found = {expression}
"""


@pytest.mark.parametrize(
    "expression",
    [
        "sorted(net.seen)",
        "[name for name, _ in net.named_children()]",
        "sorted(name for name, _ in net.named_modules())",
        "len(list(net.buffers()))",
        "isinstance(net.first, nn.Module), isinstance(net.first, nn.Conv2d), isinstance(net, nn.Module)",
        "net.first.__class__.__name__",
        "hasattr(net, 'second'), hasattr(net, 'first')",
        "sum(p.numel() for p in net.parameters())",
        "[net.rest[1].in_features, len(net.rest)]",
        "isinstance(net.first.weight, nn.Parameter), isinstance(net.scale, nn.Parameter)",
        "hasattr(net.scale, '__array_namespace__'), hasattr(net.scale, 'iloc'), hasattr(net.scale, 'shape')",
    ],
)
def test_modules_tell_of_themselves_what_pytorchs_do(expression: str) -> None:
    assert interpreted(MODULE.format(expression=expression)) == run(MODULE.format(expression=expression))


def test_weights_may_be_shared() -> None:
    source = """
import torch
from torch import nn
table, last = nn.Embedding(5, 4), nn.Linear(4, 5, bias=False)
table.weight = last.weight
last.weight.data.fill_(2.0)
found = table(torch.tensor([0])).sum().item()
"""
    assert interpreted(source) == run(source) == 8


HOLDING = """
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch._C._log_api_usage_once("net")
        self.named = nn.ParameterDict({{"first": nn.Parameter(torch.ones(5))}})
        self.row = nn.ParameterList([nn.Parameter(torch.ones(2, 3)), torch.ones(3)])
        self.layers = nn.ModuleDict({{}})
    @torch.jit.export
    def grown(self, name):
        self.named[name] = nn.Parameter(torch.ones(4))
        self.named.update({{"last": nn.Parameter(torch.ones(6))}})
        self.layers[name] = nn.Linear(2, 2)
        del self.layers[name]
        self.layers["other"] = nn.Linear(2, 3)
        self.row.append(nn.Parameter(torch.ones(1)))
        return self
net = Net().grown("second")
net.named.pop("last")
found = {expression}
"""


@pytest.mark.parametrize(
    "expression",
    [
        "sorted(name for name, _ in net.named_parameters())",
        "[weight.shape[0] for weight in net.row], len(net.row), net.row[1].requires_grad",
        "'first' in net.named, 'last' in net.named, list(net.named), list(net.named.keys()), len(net.named)",
        "list(net.layers), 'other' in net.layers, 'second' in net.layers",
        "isinstance(net.named['second'], nn.Parameter), isinstance(net.named, nn.ParameterDict)",
        "sum(weight.numel() for weight in net.parameters())",
        "[name for name, _ in net.named_children()]",
    ],
)
def test_modules_hold_weights_and_parts_by_name(expression: str) -> None:
    assert interpreted(HOLDING.format(expression=expression)) == run(HOLDING.format(expression=expression))


SURROUNDED = """
import torch
@torch.jit.ignore
def one(a):
    return a + 1
@torch.compiler.disable(recursive=False)
def two(a):
    return torch.jit.annotate(int, a)
found = {expression}
"""


@pytest.mark.parametrize(
    "expression",
    [
        "one(1), two(1)",
        "torch.jit.is_scripting(), torch.jit.is_tracing(), torch.compiler.is_compiling()",
        "torch.distributed.is_available() and torch.distributed.is_initialized()",
        "torch.are_deterministic_algorithms_enabled(), torch.is_autocast_enabled()",
        "torch.backends.mps.is_available(), torch.xpu.is_available(), torch.mtia.is_available()",
        "torch._assert(True, '')",
    ],
)
def test_nothing_compiles_or_spreads_what_runs(expression: str) -> None:
    assert interpreted(SURROUNDED.format(expression=expression)) == run(SURROUNDED.format(expression=expression))


def test_compiling_a_module_is_unknown() -> None:
    with pytest.raises(Unsupported):
        interpreted("import torch\nfrom torch import nn\nfound = torch.jit.script(nn.Linear(2, 2))")


@pytest.mark.parametrize(
    "expression",
    [
        "isinstance(partial(nn.Linear, 2), partial), isinstance(nn.Linear, partial)",
        "partial(nn.Linear, 2)(3).in_features",
        "type('A', (), {'largest': partial(max, 1)})().largest(2)",
        "partial(max, 1, key=abs).args, partial(max, 1, key=abs).keywords",
        "isinstance(nn.Linear, type), isinstance(nn.Linear(2, 3), type), isinstance(nn.Module, type)",
    ],
)
def test_classes_of_layers_may_be_begun(expression: str) -> None:
    source = f"from functools import partial\nfrom torch import nn\nfound = {expression}\n"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("made", ["nn.Upsample(size=(8, 8))(row)", "F.interpolate(row, (8, 8))"])
def test_pictures_are_resized_by_as_many_sizes_as_they_have_axes(made: str) -> None:
    with pytest.raises(ValueError, match="the same number of spatial dimensions"):
        run(SETUP.format(expression=made))
