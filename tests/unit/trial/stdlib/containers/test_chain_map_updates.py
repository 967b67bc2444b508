"""``ChainMap`` that is put into, and what is too large for the first run unless values shrink, too."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _found(text: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))


def test_the_first_mapping_of_a_chain_takes_what_is_put_into_it() -> None:
    text = """
from collections import ChainMap

def f(keys):
    own = {}
    chain = ChainMap(own, {"a": 1})
    for key in keys:
        chain[key] = 1
    if len(own) != len(set(keys)) or chain["a"] != own.get("a", 1):
        raise ValueError
    return own
"""
    found = _found(text, "keys: list[str] * 200 * 6 in 'a'..'z' distinct")
    assert found["trial_raised"] == 0
    # A table of 200 entries.
    assert 2 ** found["trial_peak"] > 9_000


def test_what_is_as_large_as_a_value_says_is_carried_on_from_smaller_values() -> None:
    text = """
def f(meetings):
    change = [0] * (max(meetings, default=0) + 2)
    for meeting in meetings:
        change[meeting] += 1
    return change
"""
    found = _found(text, "meetings: list[int] * 3000 in 0..800000")
    assert 2 ** found["trial_peak"] == pytest.approx(6_400_000, rel=0.3)
