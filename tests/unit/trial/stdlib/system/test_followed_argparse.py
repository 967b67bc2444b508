"""Parsers are those of the standard library where its source is at hand: they parse the words that they are given."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_GIVEN = """
import argparse
parser = argparse.ArgumentParser(prog="tool", description="x")
parser.add_argument("names", nargs="*")
parser.add_argument("--level", type=int, default=3, choices=range(10))
parser.add_argument("-v", "--verbose", action="store_true")
group = parser.add_mutually_exclusive_group()
group.add_argument("--one", action="store_const", const=1)
group.add_argument("--more", action="append")
found = vars(parser.parse_args({words}))
"""
_COMMANDS = """
import argparse
parser = argparse.ArgumentParser(prog="tool")
commands = parser.add_subparsers(dest="command", required=True)
add = commands.add_parser("add")
add.add_argument("x", type=float)
add.set_defaults(function=abs)
args = parser.parse_args(["add", "3.5"])
found = args.command, args.x, args.function(-2)
"""
_OWN = """
import argparse
class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise ValueError(message)
parser = Parser(prog="tool")
parser.add_argument("--x", required=True)
try:
    parser.parse_args([])
except ValueError as error:
    found = str(error)
"""
_REQUIRED = """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--data", required=True)
parser.add_argument("--rate", type=float, default="0.5")
parser.add_mutually_exclusive_group(required=True).add_argument("--fast", action="store_true")
found = vars(parser.parse_args())
"""


@pytest.mark.parametrize(
    "words", [[], ["a", "b", "--level", "4", "-v"], ["--one", "--level=5"], ["--more", "1", "--more", "2", "--", "-a"]]
)
def test_given_words_are_parsed(words: list[str]) -> None:
    source = _GIVEN.format(words=words)
    assert interpreted(source, place=here()) == run(source)


@pytest.mark.parametrize("source", [_COMMANDS, _OWN])
def test_commands_and_parsers_of_ones_own_are_as_in_the_library(source: str) -> None:
    assert interpreted(source, place=here()) == run(source)


def test_scripts_go_on_without_what_they_require() -> None:
    assert interpreted(_REQUIRED, place=here()) == {"file": None, "data": None, "rate": 0.5, "fast": False}


def test_given_words_are_refused_where_the_source_is_not_at_hand() -> None:
    with pytest.raises(Unsupported):
        interpreted(_GIVEN.format(words=["--level", "4"]))
