"""What takes the place of matches, made by a function of the unit's."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, run
from tests.unit.trial.peaks import peak

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


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("replacement", "measured"),
    [
        ("lambda m: m.group(0).upper()", 88_200),
        ("lambda m: m.group(0) * 5", 126_000),
        ("lambda m: str(len(m.group(0)) * 1_000)", 88_200),
        # Texts that are there anyway.
        ("lambda m: 'x'", 22_500),
        ("lambda m: TEXTS[len(m.group(0))]", 57_700),
        ("'y'", 22_400),
        ("r'<\\g<0>>'", 92_900),
    ],
)
def test_texts_that_take_the_place_of_matches_are_held_until_they_are_joined(replacement: str, measured: int) -> None:
    found = peak(
        f"return re.sub(r'\\w+', {replacement}, x)",
        "x: str * 6000 like 'aaaa aaaa aaaa aaaa aaaa 0000 '",
        "import re\nTEXTS = ['z' * 30 for i in range(20)]\n",
    )
    assert found == pytest.approx(measured, rel=0.08)
