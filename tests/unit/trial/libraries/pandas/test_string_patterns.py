"""Columns of texts and regular expressions; figures are memray's of CPython 3.11 and pandas 3."""

from __future__ import annotations

import pandas as pd
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_WORDS = "words: list[str] * 5000 * 12 in 'abcdefghij  '"


@pytest.mark.parametrize(
    ("expression", "measured"),
    [
        (r"s.str.replace(r'[^a-f]', '', regex=True)", 288_000),
        (r"s.str.replace(r'\s+', ' ', regex=True)", 658_000),
        (r"s.str.extract(r'([a-z]+) ([a-z]+)')", 1_020_000),
        (r"s.str.extract(r'([a-z]+)', expand=False)", 582_000),
        (r"s.str.findall(r'[a-z]+').str.len()", 1_450_000),
        (r"s.str.extractall(r'([a-z]+)')", 3_300_000),
        (r"s[s.str.contains(r'a+b|c', case=False) & s.str.match(r'[a-e]')]", 288_000),
        (r"s.str.split(' ', n=1, expand=True)", 1_310_000),
    ],
)
def test_what_a_pattern_makes_of_a_column_takes_memory(expression: str, measured: int) -> None:
    found = _tried(f"def f(words):\n    s = pd.Series(words)\n    return {expression}\n", _WORDS)
    assert 2.0 ** found["trial_peak"] == pytest.approx(measured, rel=0.25)


def test_texts_that_a_table_is_asked_for_become_python_s_own() -> None:
    source = "def f(words):\n    return pd.Series(words).map({c: i for i, c in enumerate('abcdefgh')})\n"
    found = _tried(source, "words: list[str] * 5000 * 1 in 'abcdefghij'")
    assert 2.0 ** found["trial_peak"] == pytest.approx(408_000, rel=0.1)


@pytest.mark.parametrize(
    "expression",
    [
        "s.str.extract(r'(?P<first>[a-z]+) ?(?P<second>[a-z]*)')",
        "s.str.extract(r'([a-z]+)', expand=False)",
        "s.str.split(' ', expand=True)",
        "s.str.extractall(r'([a-z])')",
        "s.str.extractall(r'(?P<first>[a-z])(b)?').reset_index()",
        "s.str.findall(r'[aeiou]')",
        "s.str.count(r'[aeiou]')",
        "s.str.fullmatch(r'[a-z]+')",
        "s.str.isnumeric()",
        "s.str.isdecimal()",
        "s.str.istitle()",
        "s.str.replace(r'(a|b)+', '-', regex=True)",
        "s.str.contains('A', case=False)",
    ],
)
def test_it_finds_what_pandas_finds(expression: str) -> None:
    texts = ["ab ba", "cde", "", "a e i"]
    theirs = str(eval(expression, {"s": pd.Series(texts)}).to_numpy().tolist())
    source = (
        f"def f(n):\n    s = pd.Series({texts!r})\n    return 1 // (str({expression}.values.tolist()) == {theirs!r})\n"
    )
    assert _tried(source, "n: int = 8")["trial_raised"] == 0


def test_a_pattern_without_groups_cannot_be_extracted() -> None:
    found = _tried("def f(words):\n    return pd.Series(words).str.extract('[a-z]+')\n", _WORDS)
    assert found["trial_raised"] == 1


def _tried(source: str, workload: str) -> dict[str, float]:
    found = Trials(f"{source}\nimport pandas as pd\n").estimate(parse(workload))
    return dict(zip(NAMES, found, strict=True))


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("s.str.contains('a.').tolist()", [True, False, False]),
        ("s.str.contains('a', na=True).tolist()", [True, True, False]),
        ("s.str.match('a').tolist()", [True, False, False]),
        ("s.str.contains('A', case=False, regex=False).tolist()", [True, False, False]),
        ("s.str.extract('(?P<q>b)', expand=False).name", "q"),
    ],
)
def test_what_there_is_for_no_text_is_what_pandas_has(expression: str, found: object) -> None:
    source = f"def f(n):\n    s = pd.Series(['ab', None, 'cd'])\n    return 1 // ({expression} == {found!r})\n"
    assert _tried(source, "n: int = 8")["trial_raised"] == 0


def test_searches_of_many_texts_are_paid_for() -> None:
    source = "def f(n):\n    return pd.Series(['a' * 290] * 300).str.contains(r'(\\w+)(\\w+)x')\n"
    assert _tried(source, "n: int = 3")["trial_whole"] <= 0
