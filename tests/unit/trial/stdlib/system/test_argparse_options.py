"""Options of the command line have the values that they have where nobody gives any."""

from __future__ import annotations

import sys

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

TOLD = """
import argparse
parser = argparse.ArgumentParser(description="x", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
{told}
args = parser.parse_args()
found = {{name: getattr(args, name, "none") for name in ("a", "b_c", "n", "quick", "slow", "count", "given")}}
"""


@pytest.mark.parametrize(
    "told",
    [
        "parser.add_argument('--a')",
        "parser.add_argument('--a', type=int, default=3)",
        "parser.add_argument('-n', '--b-c', type=float, default='2.5')",
        "parser.add_argument('-n', type=str, default='x', help='much')",
        "parser.add_argument('--fast', dest='quick', action='store_true')",
        "parser.add_argument('--slow', action='store_false')",
        "parser.add_argument('-v', '--count', action='count', default=2)",
        "parser.add_argument('--a', nargs='+', default=[1, 2])",
        "parser.set_defaults(given=7)",
        "parser.add_argument_group('g').add_argument('--a', default=1)",
        "parser.add_subparsers(dest='given').add_parser('do').add_argument('--a', default=1)",
    ],
)
def test_defaults_are_those_of_argparse(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["script"])
    assert interpreted(TOLD.format(told=told)) == run(TOLD.format(told=told))


def test_known_options_come_with_the_others() -> None:
    source = TOLD.format(told="parser.add_argument('--a', default=1)").replace("parse_args()", "parse_known_args()[0]")
    assert interpreted(source)["a"] == 1


def test_a_program_may_say_what_its_module_says() -> None:
    text = "def main():\n    return argparse.ArgumentParser(description=__doc__).parse_args()\nimport argparse\n"
    found = dict(zip(NAMES, Trials(text).estimate(parse("")), strict=True))
    assert (found["trial_runs"], found["trial_refused"]) == (1, 0)
