"""What searches pay for beginnings of matches that come to nothing."""

from __future__ import annotations

import re

import pytest

from perfcast.trial.stdlib.regular_expressions.search_costs import work_of


def price(pattern: str, text: str) -> float:
    spans = [one.span() for one in re.compile(pattern).finditer(text)]
    return work_of(pattern, 0).of(text, 0, len(text), spans)


@pytest.mark.parametrize("pattern", ["a.*!", "a.*?!", "a[a-z]*!", r"a\w+[!;]", "(a)(.*?)b$", "[ab].+!"])
def test_a_repeat_is_gone_through_from_each_of_them(pattern: str) -> None:
    once, twice = (price(pattern, "acde" * count) for count in (500, 1000))
    # Of both sides there is some that grows with the length alone.
    assert twice / once == pytest.approx(4.0, rel=0.1)


@pytest.mark.parametrize("pattern", ["a.*e", "a.*", "ax*!", "z.*!", "a(?:cd)*!"])
def test_what_is_found_or_soon_over_grows_with_the_length(pattern: str) -> None:
    once, twice = (price(pattern, "acde" * count) for count in (500, 1000))
    assert twice / once == pytest.approx(2.0, rel=0.1)


def test_it_ends_where_the_characters_do() -> None:
    assert price("a.*!", "acde\n" * 1000) / price("a.*!", "acde\n" * 500) == pytest.approx(2.0, rel=0.1)


def test_as_few_as_it_can_costs_more_than_all_of_the_line() -> None:
    text = "abcd" * 500
    assert price("a.*?!", text) > 5 * price("a.*!", text)


def test_one_try_goes_through_what_is_repeated_once() -> None:
    work = work_of("a.*!", 0)
    tries = [work.of_one_try("a" * length, 0, length) for length in (1000, 2000)]
    assert tries[1] / tries[0] == pytest.approx(2.0, rel=0.1)
    assert work.of_one_try("b" * 1000, 0, 1000) < tries[0] / 10
