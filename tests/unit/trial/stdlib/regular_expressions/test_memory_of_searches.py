"""What searches by regular expressions hold: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11
from tests.unit.trial.peaks import peak


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


@pytest.mark.parametrize(
    ("pattern", "text", "nbytes"),
    [
        (r'"(?:[^"\\]|\\.)*"', "'\"' + 'a' * (5 * times) + '\"'", 143),
        (r"(?:\d\d)+", "'12345678' * (5 * times // 8)", 37),
        (r"(\w+,)*", "'abcd,' * times", 36),
        (r"((a|b)+ )*", "'abab ' * times", 121),
        (r"(?P<number>\d+)|(?P<text>x(?:[^x\\]|\\.)*x)", "'x' + 'a' * (5 * times) + 'x'", 148),
    ],
)
def test_each_turn_of_a_repeat_is_kept(pattern: str, text: str, nbytes: int) -> None:
    found = _matched(pattern, text)
    assert found == pytest.approx(nbytes * 5 * 380, rel=0.2)


@pytest.mark.parametrize("pattern", [r"[ab]*", r"(?:a|b)*", r"(?:ab){1,3}"])
def test_turns_of_single_characters_or_of_few_are_not_kept(pattern: str) -> None:
    assert _matched(pattern, "'ab' * times") < 8_000


def _matched(pattern: str, text: str) -> float:
    return peak(
        f"return len(re.match(PATTERN, {text}).group(0))", "times: int = 380", f"import re\nPATTERN = {pattern!r}\n"
    )


@pytest.mark.parametrize(
    ("pattern", "least", "most"),
    [
        # No match comes by the repeat within the quotes, though it would match what it goes through.
        (r'([^=;]*)(?:\s*=\s*("(?:[^\\"]|\\.)*"|.*?))?\s*;', 5_000, 25_000),
        (r'"(?:[^\\"]|\\.)*";', 0, 8_000),
        # It does, and each turn is kept.
        (r"((?:[^\\\"]|\\.)*);", 500_000, 1_000_000),
    ],
)
def test_turns_of_repeats_that_a_match_does_not_come_by_are_not_kept(pattern: str, least: int, most: int) -> None:
    found = peak(f"return re.findall({pattern!r}, x + ';')", "x: str * 5000 in 'a'..'z'", "import re")
    assert least < found < most


def test_a_pattern_of_lines_is_soon_tried_where_none_begins() -> None:
    source = "def run(x):\n    return re.sub(r'^', '  ', x, flags=re.M)\n\nimport re\n"
    found = dict(zip(NAMES, Trials(source).estimate(parse("x: str * 5000 in 'a'..'z'")), strict=True))
    assert 15_000 < 2.0 ** found["trial_time"] < 35_000
