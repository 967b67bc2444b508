"""What normal forms take in besides what is called: configurations, how instances are made, options."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile

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
