"""Going through a ``ChainMap``, which makes a dictionary of all keys first."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of, time_of

SOURCE = """
from collections import ChainMap

def f(first, second):
    count = 0
    for key in ChainMap(first, second):
        count += 1
    return count
"""
MERGING = "def f(first, second):\n    return first | second\n"
TABLES = "first: dict[str, int] * 1000; second: dict[str, int] * 1000"


@OF_PYTHON_3_11
def test_a_dictionary_of_all_keys_is_there() -> None:
    """Measured: 104 kB, of which 36 are that of the keys of the first."""
    assert peak_of(SOURCE, TABLES) == pytest.approx(104_000, rel=0.1)


def test_going_through_takes_longer_than_merging() -> None:
    """Measured: 2.3 times as long for getting to the first key."""
    assert time_of(SOURCE, TABLES) > 3 * time_of(MERGING, TABLES)
