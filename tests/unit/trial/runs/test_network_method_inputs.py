"""How methods of networks' modules can be called: as the whole shows that they are parts of, else so that they end."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.trial.process.worker import TrialProcess
from perfcast.workload import Workload, parse
from perfcast.workload.origins.resolution import fitting, resolve

IMPORTS = "import torch\nimport torch.nn as nn\n"
NET = """
class Attend(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.heads = heads
    def forward(self, x, scale=1.0):
        b, n, c = x.shape
        return self.qkv(x).reshape(b, n, 3, self.heads, c // self.heads) * scale
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.patch = nn.Conv2d(3, 48, 8, 8)
        self.attend = Attend(48, 6)
    def forward(self, img):
        x = self.patch(img)
        x = x.flatten(2).transpose(1, 2)
        return self.attend(x, scale=0.5)
"""


def found(source: str, name: str) -> Workload:
    """As a server finds it."""
    file = SourceFile.parse(IMPORTS + source)
    unit = file.unit(name)
    resolved = resolve(unit, file)
    assert resolved.ways is not None
    trials = Trials(file.normal_form(unit))
    fits = trials.fitted(resolved.ways.own, resolved.ways.outer)
    workload = fitting(resolved, fits, 1000).workload
    assert trials.estimate(workload)[NAMES.index("trial_raised")] == 0
    return workload


def test_a_part_is_called_as_the_whole_calls_it() -> None:
    workload = found(NET, "Attend.forward")
    assert str(workload) == "x: torch.float32[8, 16, 48]; scale: float = 0.5"
    # The batch grows, what layers want does not.
    assert workload.arguments[0].kept == (1, 2)


def test_a_constructor_is_called_as_the_whole_calls_it() -> None:
    source = NET.replace("Attend(48, 6)", "Attend(self.patch.out_channels, 6)")
    assert str(found(source, "Attend.__init__")) == "width: int = 48; heads: int = 6"


def test_words_are_those_of_the_whole() -> None:
    source = (
        "class Table(nn.Module):\n"
        "    def __init__(self, count):\n        super().__init__()\n        self.e = nn.Embedding(count, 8)\n"
        "    def forward(self, x):\n        return self.e(x)\n"
        "class Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.t = Table(777)\n"
        "    def forward(self, x):\n        return self.t(x)\n"
    )
    assert str(found(source, "Table.forward")).endswith("in 0..776")


@pytest.mark.parametrize(
    ("forward", "expected"),
    [
        # No layer says how many axes there are.
        ("b, c, h, w = x.shape\n        return x + b", 4),
        ("b, n, c = x.permute(0, 2, 1).shape\n        return x + b", 3),
    ],
)
def test_other_shapes_are_tried_where_no_layer_says(forward: str, expected: int) -> None:
    source = f"class M(nn.Module):\n    def forward(self, x):\n        {forward}\n"
    assert len(found(source, "M.forward").arguments[0].type.shape) == expected


def test_parts_of_what_is_joined_share_what_a_layer_takes() -> None:
    source = (
        "class M(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(6, 8, 3)\n"
        "    def forward(self, a, b):\n        return self.c(torch.cat([a, b], 1))\n"
    )
    assert [one.type.shape[1] for one in found(source, "M.forward").arguments] == [3, 3]


def test_times_and_classes_are_one_for_each_image() -> None:
    source = (
        "class M(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 8, 3)\n"
        "        self.e = nn.Embedding(10, 8)\n"
        "    def forward(self, x, time, classes):\n"
        "        return self.c(x) * time[:, None, None, None] + self.e(classes)[:, :, None, None]\n"
    )
    batch, times, classes = (one.type.shape for one in found(source, "M.forward").arguments)
    assert times == classes == batch[:1]


def test_what_never_comes_to_an_end_stays_as_it_was() -> None:
    file = SourceFile.parse(IMPORTS + "class M(nn.Module):\n    def forward(self, x):\n        raise ValueError\n")
    resolved = resolve(file.unit("M.forward"), file)
    assert resolved.ways is not None
    fits = Trials(file.normal_form(file.unit("M.forward"))).fitted(resolved.ways.own, resolved.ways.outer)
    assert fits is None
    assert fitting(resolved, fits, 1000).workload == resolved.workload


def test_what_no_workload_describes_is_not_taken() -> None:
    source = NET.replace("self.attend(x, scale=0.5)", "self.attend([x, x])").replace(
        "b, n, c = x.shape", "x = x[0] if isinstance(x, list) else x\n        b, n, c = x.shape"
    )
    assert str(found(source, "Attend.forward")).startswith("x: torch.float32[")


@pytest.mark.parametrize("given", ["float('-inf')", "float('nan')", "10**400", "**{'a b': 2}", "x[:, :0]"])
def test_no_workload_is_of_what_cannot_be_written(given: str) -> None:
    source = NET.replace("scale=0.5", given).replace("scale=1.0):", "scale=1.0, **kw):").replace("* scale", "")
    assert str(found(source, "Attend.forward")).startswith("x: torch.float32[")
    assert "scale" not in str(found(source, "Attend.forward")) or "= 1.0" in str(found(source, "Attend.forward"))


def test_functions_have_no_ways() -> None:
    assert Trials("def f(x):\n    return x").fitted([parse("x: int = 1")], []) is None


def test_another_process_finds_the_same() -> None:
    file = SourceFile.parse(IMPORTS + NET)
    unit = file.unit("Attend.forward")
    ways, form = resolve(unit, file).ways, file.normal_form(unit)
    assert ways is not None
    process = TrialProcess()
    try:
        there = process.fitted(form, ways.own, ways.outer, here())
        assert str(there) == str(Trials(form).fitted(ways.own, ways.outer))
        assert process.fitted("def (", ways.own, ways.outer, here()) is None
    finally:
        process.close()
