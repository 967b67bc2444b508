"""Regular expressions: those that may take long are refused, however they are written."""

from __future__ import annotations

import time

import pytest

from perfcast.trial.regular import checked
from perfcast.trial.stops import Unsupported

#: Repeats within repeats, and choices, that leave but one way.
DETERMINED = {
    r"([a-z]+,)*$": "a" * 2_000,
    r'"([^"\\]|\\.)*"': '"' + "\\a" * 900,
    r"^(?:\s*[a-z]+\s*=\s*\d+;)*$": "ab = 12; " * 200 + "!",
    r"(?:(?:\d|[a-f])*x)*y": "1a" * 900,
    r"(?i)(?:[a-z]+-)*0": "A-b" * 600,
}
SLOW = [
    *(r"(a+)+$", r"(\w+\s?)*x", r"(\d+|[a-z]+)*$", r"(a*)*b", r"(a?){20}a{20}", r"(x+x+)+y", r"(.*a){20}"),
    *(r"(?i)(?:[a-z]+K)*z", r"(?:a+(?i:A))*b", r"(?:\d+(?:\.\d+)?)*;", r"(?:(?=a+)a)*b", r"(?:(a)\1*)*b", r"(é+è+é*)*"),
]


@pytest.mark.parametrize("pattern", DETERMINED)
def test_a_pattern_that_leaves_no_choice_is_quick(pattern: str) -> None:
    found = checked(pattern)
    assert found.is_for_ascii
    began = time.process_time()
    found.compiled.search(DETERMINED[pattern])
    # Not a benchmark: with a choice at every character it would take longer than the universe has.
    assert time.process_time() - began < 5


@pytest.mark.parametrize("pattern", SLOW)
def test_a_pattern_that_may_take_long_is_refused(pattern: str) -> None:
    with pytest.raises(Unsupported):
        checked(pattern)


def test_what_looks_ahead_is_among_the_repeats() -> None:
    assert len(checked(r"(?=a*)b*(?<!c)").lengths) == 2
    assert checked(r"(a*)\1").lengths[1] > 1
