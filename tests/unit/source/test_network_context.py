"""What normal forms take in besides what is called: configurations, how instances are made, options."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload import Workload
from perfcast.workload.origins.resolution import resolve

CONFIGURED = """
import torch.nn as nn
class GPTConfig:
    width = 7
class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.inner = nn.Linear(config.width, 2)
    def forward(self, x):
        return self.inner(x)
def plain(config):
    return config
"""


def form(text: str, name: str) -> str:
    file = SourceFile.parse(text)
    return file.normal_form(file.unit(name))


def test_a_configuration_that_is_looked_into_is_of_the_class_of_that_name() -> None:
    assert "class GPTConfig" in form(CONFIGURED, "Block.__init__")
    assert "class GPTConfig" in form(CONFIGURED, "Block.forward")
    assert "class GPTConfig" not in form(CONFIGURED, "plain")
    assert "class GPTConfig" not in form(CONFIGURED.replace("(self, config)", "(self, config: dict)"), "Block.forward")


def test_a_configuration_that_is_written_later_is_found() -> None:
    before = SourceFile.parse(CONFIGURED.replace("GPTConfig", "Other"))
    assert "class Other" not in before.normal_form(before.unit("Block.forward"))
    after = SourceFile.parse(CONFIGURED, before)
    assert "class GPTConfig" in after.normal_form(after.unit("Block.forward"))


MADE = """
import torch.nn as nn
WIDTH = 30
class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, 2)
    def forward(self, x):
        return self.inner(x)
    def generate(self, x):
        return self(x)
def main(width):
    {made}
"""


@pytest.mark.parametrize(
    ("made", "is_closed"),
    [
        ("return Net(WIDTH)", True),
        ("return Net(width=WIDTH * 2)", True),
        ("return Net(width)", False),
        ("width = 3; return Net(width)", False),
        ("return Net(unknown)", False),
        ("return nn.Net(3)", False),
    ],
)
def test_how_the_file_makes_an_instance_of_names_of_the_module(made: str, is_closed: bool) -> None:
    text = form(MADE.format(made=made), "Net.forward")
    assert (made.partition("return ")[2] + "\n" in text + "\n") == is_closed
    assert ("WIDTH = 30" in text) == is_closed


def test_making_that_is_written_later_or_changed_is_seen() -> None:
    before = SourceFile.parse(MADE.format(made="pass"))
    assert "Net(" not in before.normal_form(before.unit("Net.forward")).replace("class Net(nn.Module)", "")
    after = SourceFile.parse(MADE.format(made="return Net(WIDTH)"), before)
    assert "Net(WIDTH)" in after.normal_form(after.unit("Net.forward"))
    again = SourceFile.parse(MADE.format(made="return Net(WIDTH + 1)"), after)
    assert "Net(WIDTH + 1)" in again.normal_form(again.unit("Net.forward"))


def test_classes_that_are_no_modules_have_no_recipe() -> None:
    text = MADE.format(made="return Net(WIDTH)").replace("nn.Module", "object")
    assert "Net(WIDTH)" not in form(text, "Net.forward")


def test_calling_a_module_runs_its_forward() -> None:
    assert "def forward" in form(MADE.format(made="pass"), "Net.generate")


OPTIONS = """
import argparse
parser = argparse.ArgumentParser(description="much text")
parser.add_argument("-n", "--num-words", type=int, default=40, help="how many words")
parser.add_argument("--unused", default="a")
parser.add_argument("--fast", dest="quick", action="store_true")
opt = parser.parse_args()
SHAPE = (opt.num_words, 3)
def f():
    return [0] * opt.num_words
def g():
    return opt.quick, SHAPE
"""


def test_options_that_are_read_come_with_how_the_parser_is_told_them() -> None:
    text = form(OPTIONS, "f")
    assert "parser.add_argument('-n', '--num-words', type=int, default=40)" in text
    assert "unused" not in text
    assert "quick" not in text
    assert text.index("add_argument") < text.index("parse_args")
    assert "dest='quick'" in form(OPTIONS, "g")
    assert "--num-words" in form(OPTIONS, "g")


def test_an_option_that_is_told_otherwise_is_another_text() -> None:
    before = SourceFile.parse(OPTIONS)
    first = before.normal_form(before.unit("f"))
    after = SourceFile.parse(OPTIONS.replace("default=40", "default=50"), before)
    assert "default=50" in after.normal_form(after.unit("f"))
    assert "default=40" in first


def test_names_of_a_call_that_are_bound_later_are_seen() -> None:
    text = MADE.format(made="pass") + "net = Net(SIZE)\n"
    before = SourceFile.parse(text)
    assert "Net(SIZE)" not in before.normal_form(before.unit("Net.forward"))
    after = SourceFile.parse(text + "SIZE = 5\n", before)
    assert "Net(SIZE)" in after.normal_form(after.unit("Net.forward"))


PARTS = """
import torch.nn as nn
class Inner(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, width)
    def forward(self, x):
        return self.helped(x)
    def helped(self, x):
        return self.inner(x)
class Middle(nn.Module):
    def __init__(self, width, inner=Inner):
        super().__init__()
        self.part = inner(2 * width)
    def forward(self, x):
        return self.part(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.middle = Middle(20)
    def forward(self, x):
        return self.middle(x)
    def unused(self):
        return 0
class Alone(nn.Module):
    def __init__(self, width):
        super().__init__()
    def forward(self, x):
        assert isinstance(x, Inner)
        return x
"""


def outer(text: str, name: str) -> str | None:
    file = SourceFile.parse(text)
    owner = file.owner(file.unit(f"{name}.forward"))
    assert owner is not None
    found = file.outer(owner)
    return None if found is None else found.node.name


def test_the_outermost_module_that_others_are_parts_of() -> None:
    assert outer(PARTS, "Inner") == outer(PARTS, "Middle") == "Net"
    assert outer(PARTS, "Net") is None
    # Asking whether something is one makes none.
    assert outer(PARTS, "Alone") is None


def test_modules_that_hold_one_another_end() -> None:
    text = PARTS.replace("self.inner = nn.Linear(width, width)", "self.inner = Net()")
    assert outer(text, "Inner") == "Net"
    assert outer(text, "Net") is not None


def test_a_part_comes_with_the_module_that_is_called() -> None:
    text = form(PARTS, "Inner.helped")
    assert text.startswith("class Inner(nn.Module):\n    def helped")
    assert "\nNet\n" in text
    assert "class Middle" in text
    assert "self.middle(x)" in text
    # Calling the whole calls the part.
    assert "self.helped(x)" in text
    assert "unused" not in text


def test_a_module_that_is_made_of_a_class_holds_it() -> None:
    text = PARTS.replace("inner=Inner", "inner").replace("Middle(20)", "nn.Linear(20, 20)") + "net = Middle(3, Inner)\n"
    assert outer(text, "Inner") == "Middle"
    assert "\nMiddle(3, Inner)\n" in form(text, "Inner.forward")


def test_a_function_that_gives_an_instance_makes_it() -> None:
    text = MADE.format(made="pass") + "def small():\n    width = 7\n    net = Net(width)\n    return net\n"
    assert "\nsmall()\n" in form(text, "Net.forward")
    assert "width = 7" in form(text, "Net.forward")
    needing = text.replace("def small()", "def small(width)")
    assert "small(" not in form(needing, "Net.forward")


def test_a_part_is_another_text_once_the_whole_is() -> None:
    before = SourceFile.parse(PARTS)
    assert "Middle(20)" in before.normal_form(before.unit("Inner.forward"))
    after = SourceFile.parse(PARTS.replace("Middle(20)", "Middle(30)"), before)
    assert "Middle(30)" in after.normal_form(after.unit("Inner.forward"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("inner=Inner", "inner=nn.Linear"),
        ("Middle(20)", "nn.Linear(20, 20)"),
        ("class Middle(nn.Module)", "class Middle(object)"),
        ("class Alone", "net = Middle(3, Inner)\nclass Alone"),
        (
            "def __init__(self, width):\n        super().__init__()\n    def",
            "def __init__(self, c=Net):\n        pass\n    def",
        ),
    ],
)
def test_forms_follow_whatever_makes_a_part_of_something(before: str, after: str) -> None:
    for old, new in ((PARTS, PARTS.replace(before, after)), (PARTS.replace(before, after), PARTS)):
        assert old != new
        first = SourceFile.parse(old)
        for unit in first.units:
            first.normal_form(unit)
        later, fresh = SourceFile.parse(new, first), SourceFile.parse(new)
        for unit in fresh.units:
            assert later.normal_form(unit) == fresh.normal_form(unit), unit.name


def test_lists_of_layers_are_written_in_full_for_modules_alone() -> None:
    layers = ", ".join(map(str, range(100, 140)))
    body = f"    made = [{layers}]\n    def forward(self, x):\n        return self.made\n"
    text = f"import torch.nn as nn\nclass Net(nn.Module):\n{body}"
    assert "139" in form(text, "Net.forward")
    assert "139" not in form(text.replace("nn.Module", "object"), "Net.forward")


def test_what_extends_a_layer_is_a_module() -> None:
    text = PARTS.replace("class Net(nn.Module)", "class Net(nn.Sequential)")
    assert outer(text, "Inner") == "Net"


def test_a_parameter_that_is_asked_for_what_a_class_of_its_name_has_is_one() -> None:
    text = "class Graph:\n    def names(self): return []\n\ndef f(graphs): return [one.names() for one in graphs]\n"
    assert "class Graph" in form(text, "f")
    assert "class Graph" not in form(text.replace("one.names", "one.labels"), "f")


def test_a_parameter_that_several_classes_would_do_for_is_of_the_abstract_one_that_they_extend() -> None:
    text = (
        "class Shape:\n    def area(self): raise NotImplementedError\n"
        "class RoundShape(Shape):\n    def area(self): return 3\n"
        "class FlatShape(RoundShape):\n    def area(self): return 0\n"
        "def total(shapes):\n    return sum(shape.area() for shape in shapes)\n"
        "def one(shape):\n    return shape.area()\n"
    )
    file = SourceFile.parse(text.replace("class Shape:", "class AnyShape:").replace("(Shape)", "(AnyShape)"))
    assert [str(default_of(file, name)) for name in ("total", "one")] == [
        "shapes: list[AnyShape] * 1000",
        "shape: AnyShape",
    ]
    apart = SourceFile.parse(text.replace("class Shape:", "class AnyShape:").replace("(Shape)", ""))
    assert str(default_of(apart, "one")) == "shape: object"


def default_of(file: SourceFile, name: str) -> Workload:
    return resolve(file.unit(name), file).workload
