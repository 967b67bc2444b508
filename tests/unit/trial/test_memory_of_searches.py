"""What searches by regular expressions hold: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11


@pytest.mark.parametrize(
    ("expression", "measured"),
    [
        ("re.match(r'\\w+ \\w+', text)", 1_134),
        ("re.match(r'(\\w+) (\\w+)', text)", 1_198),
        ("re.fullmatch(r'(\\w+) (\\w+)', text)", 1_046),
        ("re.match(r'Z(\\w+)', text)", 1_030),
        ("re.search(r'(\\w+) (\\w+) (\\w+)', text)", 1_230),
        ("re.findall(r'(\\w+) (\\w)', text)", 2_259),
        ("re.sub(r'(\\w+) \\w', 'b', text)", 1_266),
        pytest.param("re.split(r'(\\w+) (\\w)', text)", 1_935, marks=OF_PYTHON_3_11),
        ("sum(1 for _ in re.finditer(r'(\\w+) (\\w)', text))", 2_141),
    ],
)
def test_a_search_holds_its_stack_its_groups_and_what_it_finds(expression: str, measured: int) -> None:
    source = f"def f(text):\n    return {expression}\n\nimport re\n"
    found = Trials(source).estimate(parse("text: str * 60 like 'aaaa aaaa aaaa aaaa aaaa 0000'"))
    by_name = dict(zip(NAMES, found, strict=True))
    assert by_name["trial_whole"] == 1
    assert 2.0 ** by_name["trial_peak"] == pytest.approx(measured, rel=0.03)


def test_a_search_that_nothing_can_begin_holds_nothing() -> None:
    found = Trials("def f(text):\n    return re.search('Zaaa', text)\n\nimport re\n").estimate(parse("text: str * 60"))
    assert 2.0 ** dict(zip(NAMES, found, strict=True))["trial_peak"] < 100
