"""Methods of neural networks' modules are called with tensors that their layers take."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload import resized
from perfcast.workload.origins.resolution import resolve
from tests.unit.trial.interpreting import soon

IMPORTS = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"


def workload(source: str, name: str = "M.forward") -> str:
    file = SourceFile.parse(IMPORTS + source)
    return str(resolve(file.unit(name), file).workload)


def module(forward: str, layers: str, parameters: str = "x", made_with: str = "") -> str:
    body = "".join(f"        {line}\n" for line in forward.splitlines())
    made = "".join(f"        {line}\n" for line in layers.splitlines())
    return (
        f"class M(nn.Module):\n    def __init__(self{made_with}):\n        super().__init__()\n{made}"
        f"    def forward(self, {parameters}):\n{body}"
    )


CASES = [
    # The last axis of a linear layer, rows of which there are some, or sequences.
    ("return self.l(x)", "self.l = nn.Linear(784, 10)", "x: torch.float32[64, 784]"),
    ("b, t, c = x.shape\nreturn self.l(x)", "self.l = nn.Linear(96, 10)", "x: torch.float32[8, 128, 96]"),
    ("b, t, c = x.size()\nreturn self.l(x)", "self.l = nn.Linear(96, 10)", "x: torch.float32[8, 128, 96]"),
    ("b, n, _, h = *x.shape, 8\nreturn self.l(x)", "self.l = nn.Linear(96, 10)", "x: torch.float32[8, 128, 96]"),
    ("return self.l(x.transpose(1, 2))", "self.l = nn.Conv1d(96, 10, 3)", "x: torch.float32[8, 128, 96]"),
    ("return self.l(x)[0]", "self.l = nn.LSTM(32, 64, batch_first=True)", "x: torch.float32[8, 128, 32]"),
    ("return self.n(x)", "self.n = nn.LayerNorm(48)", "x: torch.float32[64, 48]"),
    ("return x * self.w", "self.w = nn.Parameter(torch.ones(48))", "x: torch.float32[64, 48]"),
    ("return x @ self.w", "self.w = nn.Parameter(torch.zeros(48, 6))", "x: torch.float32[64, 48]"),
    ("return F.linear(x, self.w)", "self.w = nn.Parameter(torch.zeros(6, 48))", "x: torch.float32[64, 48]"),
    # Images: of digits, of photographs that are told apart, of what other layers made.
    ("return self.l(self.c(x).flatten(1))", "self.c = nn.Conv2d(1, 8, 3)\nself.l = nn.Linear(8, 2)",
     "x: torch.float32[8, 1, 28, 28]"),
    ("return self.l(self.c(x).flatten(1))", "self.c = nn.Conv2d(3, 8, 3)\nself.l = nn.Linear(8, 2)",
     "x: torch.float32[8, 3, 32, 32]"),
    ("return self.c(x)", "self.c = nn.Conv2d(3, 8, 3)", "x: torch.float32[1, 3, 256, 256]"),
    ("return self.c(F.relu(self.b(x)))", "self.c = nn.Conv2d(16, 8, 3)\nself.b = nn.BatchNorm2d(16)",
     "x: torch.float32[8, 16, 64, 64]"),
    # Numbers of rows of a table.
    ("return self.e(x)", "self.e = nn.Embedding(5000, 64)", "x: torch.int64[8, 128] in 0..4999"),
    # Containers, loops, functions that make layers.
    ("return self.s(x)", "self.s = nn.Sequential(nn.ReLU(), nn.Linear(33, 4))", "x: torch.float32[64, 33]"),
    ("for l in self.ls:\n    x = l(x)\nreturn x", "self.ls = nn.ModuleList([nn.Linear(33, 33) for _ in range(3)])",
     "x: torch.float32[64, 33]"),
    ("return self.s(x)",
     "def block(i, o):\n    return [nn.Linear(i, o), nn.ReLU()]\nself.s = nn.Sequential(*block(21, 4), *block(4, 2))",
     "x: torch.float32[64, 21]"),
    ("return self.s(x)",
     "ls = []\nfor a, b in [(17, 4), (4, 2)]:\n    ls.extend([nn.Linear(a, b)])\nself.s = nn.Sequential(*ls)",
     "x: torch.float32[64, 17]"),
    ("return self.t['e'](x)", "self.t = nn.ModuleDict(dict(e=nn.Embedding(70, 4)))", "x: torch.int64[8, 128] in 0..69"),
    # What einops says of axes.
    ("x = rearrange(x, 'b n (h d) -> b h n d', h=4)\nreturn x", "self.l = nn.Linear(4, 4)",
     "x: torch.float32[8, 128, 256]"),
]  # fmt: skip


@pytest.mark.parametrize(("forward", "layers", "expected"), CASES)
def test_the_first_layer_says_what_it_takes(forward: str, layers: str, expected: str) -> None:
    assert workload("from einops import rearrange\n" + module(forward, layers)) == expected


OTHERS = """
class Inner(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
    def forward(self, x):
        b, t, c = x.shape
        return self.qkv(self.norm(x))
"""


def test_modules_of_the_file_are_looked_into() -> None:
    source = OTHERS + module("return self.inner(x) + x", "self.inner = Inner(2 * 60, 4)")
    assert workload(source) == "x: torch.float32[8, 128, 120]"


def test_a_constructor_that_nobody_calls_gets_usual_sizes() -> None:
    source = module("return self.l(x)", "self.l = nn.Linear(d_model, num_classes)", made_with=", d_model, num_classes")
    assert workload(source, "M.__init__") == "d_model: int = 256; num_classes: int = 10"
    assert workload(source) == "x: torch.float32[64, 256]"


def test_how_the_file_makes_an_instance_comes_first() -> None:
    source = module("return self.l(x)", "self.l = nn.Linear(width, 2)", made_with=", width")
    assert workload(source + "SIZE = 40\nmodel = M(SIZE + 2)\n") == "x: torch.float32[64, 42]"
    assert workload(source + "def main(n):\n    return M(n)\n") == "x: torch.float32[64, 256]"


CONFIGURED = """
from dataclasses import dataclass
@dataclass
class NetConfig:
    width: int = 72
    words: int = 900
"""


@pytest.mark.parametrize("parameter", ["config", "cfg", "config: NetConfig"])
def test_a_configuration_is_of_the_files_class_of_that_name(parameter: str) -> None:
    name = parameter.partition(":")[0]
    source = CONFIGURED + module("return self.l(x)", f"self.l = nn.Linear({name}.width, 2)", made_with=f", {parameter}")
    assert workload(source) == "x: torch.float32[64, 72]"
    assert workload(source, "M.__init__") == f"{name}: NetConfig"


def test_options_of_the_command_line_have_their_defaults() -> None:
    source = """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--latent-dim", type=int, default=100, help="width of what is drawn")
opt = parser.parse_args()
"""
    assert workload(source + module("return self.l(z)", "self.l = nn.Linear(opt.latent_dim, 2)", "z")) == (
        "z: torch.float32[64, 100]"
    )


def test_masks_states_and_classes_beside_rows() -> None:
    source = module(
        "x = self.l(x) + self.e(labels)\nmask = mask.unsqueeze(1)\nreturn x, hidden",
        "self.l = nn.Linear(32, 8)\nself.e = nn.Embedding(10, 8)",
        "x, labels, mask, hidden",
    )
    assert workload(source) == (
        "x: torch.float32[64, 32]; labels: torch.int64[64] in 0..9; mask: torch.bool[8, 128, 128]; hidden: None = None"
    )


def test_sizes_grow_where_layers_leave_them_open() -> None:
    file = SourceFile.parse(IMPORTS + module("b, t, c = x.shape\nreturn self.l(x)", "self.l = nn.Linear(96, 10)"))
    found = resolve(file.unit("M.forward"), file, 1000).workload
    assert str(resized(found, 16 * 1024)) == "x: torch.float32[32, 512, 96]"
    tokens = SourceFile.parse(IMPORTS + module("return self.e(x)", "self.e = nn.Embedding(99, 10)"))
    found = resolve(tokens.unit("M.forward"), tokens, 1000).workload
    assert str(resized(found, 16 * 1024)) == "x: torch.int64[16384, 128] in 0..98"


def test_other_classes_and_functions_are_as_they_were() -> None:
    assert workload("class M:\n    def forward(self, x):\n        return x + 1\n") == "x: int = 10"
    assert workload("def forward(x):\n    return x + 1\n", "forward") == "x: int = 10"


@pytest.mark.parametrize(
    "strange",
    [
        "if width:\n    return\nself.l = nn.Linear(width, 2)",
        "self.l = nn.Linear(width / 0, 2)",
        "self.l = M(width)",
        "self.l = [self.l for self.l in self.l]",
        "width += nn\nself.l, self.k = width",
        "self.l = nn.Sequential(*width)\nself.l.append(nn.Linear(3, 4))",
        "for a, (b, c) in width: self.l = b",
        "self.l = (lambda: nn.Linear(width))()",
        "self.l = nn.Linear(10 ** 400, 3)",
        # What would take for ever, or all memory there is.
        "self.l = nn.Linear(10 ** 10 ** 9, 2 << 10 ** 8)",
        "sizes = [1]\n" + "sizes = sizes + sizes\n" * 60 + "self.l = nn.Sequential(*sizes)",
        "sizes = [1]\n" + "sizes.extend(sizes)\n" * 60 + "self.l = nn.Sequential(*sizes)",
        "l = nn.ReLU()\n" + "l = nn.Sequential(l, l, l)\n" * 30 + "self.l = l",
        "sizes = [1]\n" + "sizes = sizes * 2\n" * 60 + "self.l = nn.Sequential(*sizes)",
        "self.l = nn.Linear(round(5, -999999999), 3)",
        "self.l = nn.Linear(math.prod(['a', 999999999, 999999999]), math.prod([999999999, [1]]))",
        "a = b = [1]\n" + "a = [a, a]\nb = [b, b]\n" * 60 + "self.l = nn.Linear(4 if a == b or a else 3, 2)",
        "a = (1,)\n" + "a = (a, a)\n" * 60 + "self.l = nn.Sequential({a: 1})",
        "self.l = nn.Linear(" + "9" * 4_000 + ", 3)",
        "def again(n):\n    return again(n) + again(n)\nself.l = nn.Linear(again(3), 2)",
        "".join(f"self.l{i} = self\n" for i in range(200)),
    ],
)
def test_constructors_that_tell_nothing_end_nothing(strange: str) -> None:
    with soon():
        assert workload(module("return self.l(x)", strange, made_with=", width")).startswith("x: ")


@pytest.mark.parametrize("use", ["x.size(100000000)", "x.size(10 ** 30)", "x.transpose(1, 300)", "x.sum(dim=10 ** 8)"])
def test_axes_that_no_tensor_has_end_soon(use: str) -> None:
    with soon():
        assert len(workload(module(f"y = {use}\nreturn self.l(x)", "self.l = nn.Linear(7, 2)"))) < 100


def test_modules_within_modules_that_are_gone_through_often_end_soon() -> None:
    often = "x = self.l(x)\n" * 20 + "return x"
    source = module(often, "self.l = nn.Linear(7, 7)").replace("class M(", "class M0(")
    for depth in range(1, 8):
        source += module(often, f"self.l = M{depth - 1}()").replace("class M(", f"class M{depth}(")
    with soon():
        assert workload(source, "M7.forward") == "x: torch.float32[64, 7]"
