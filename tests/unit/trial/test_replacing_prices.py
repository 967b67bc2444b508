"""What it takes to put one text in another's place."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

TIME = NAMES.index("trial_time")


@pytest.mark.parametrize(
    ("pieces", "nanoseconds"),
    # As CPython 3.11 takes, of a thousand digits, a tenth of which are found.
    [("'1', '0'", 450), ("'1', ''", 1_300), ("'1', '0' * 50", 1_500), ("'12', '34'", 950)],
)
def test_time_grows_with_what_is_found(pieces: str, nanoseconds: float) -> None:
    tried = Trials(f"def f(text):\n    return text.replace({pieces})\n").estimate(parse("text: str * 1000 in '0'..'9'"))
    assert 2 ** tried[TIME] == pytest.approx(nanoseconds, rel=0.6)


def test_a_long_text_in_a_short_ones_place_costs_its_bytes_alone() -> None:
    text = "def f(text, long):\n    return text.replace(text[:1], long)\n"
    short, long = (
        Trials(text).estimate(parse(f"text: str * 500 in '0'..'9'; long: str * {length} in '0'..'9'"))[TIME]
        for length in (2, 400)
    )
    assert long < short + 1.5
