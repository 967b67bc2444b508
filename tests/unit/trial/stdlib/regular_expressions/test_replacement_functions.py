"""What takes the place of matches, made by a function of the unit's."""

from __future__ import annotations

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_SOURCE = """
def f(text: str) -> str:
    return re.sub(r'(.)\\1*', lambda match: f'{match.group(1)}{len(match.group())}', text)

import re
"""


def test_it_is_as_in_python() -> None:
    source = f"{_SOURCE}\nfound = f('aabccc')"
    assert interpreted(source) == run(source)


def test_what_the_function_takes_is_no_time_of_the_search() -> None:
    found = Trials(_SOURCE).estimate(parse("text: str * 400 in 'a'..'z'"))
    assert found[NAMES.index("trial_whole")] == 1
