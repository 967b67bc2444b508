"""Places of entries that are gone are gone over each time the first entry of a dictionary is looked for."""

from __future__ import annotations

from collections import OrderedDict

import pytest

from perfcast.trial.interpreter.accounting.first_entries import FirstEntries
from tests.unit.trial.interpreting import time_of

_DRAIN = """
def f(values: list[int]) -> int:
    table = {{index: value for index, value in enumerate(values)}}
    total = 0
    while table:
        {take}
        total += key
    return total
"""


def _taken_from_front(table: dict[int, int], entries: FirstEntries, times: int, *, puts: bool = False) -> float:
    """How often what one place costs is paid for with the last one."""
    one = 0.0
    for number in range(times):
        key = next(iter(table))
        paid = entries.time(table)
        one = one or paid
        del table[key]
        entries.lost(table, key)
        if puts:
            table[-number - 1] = 0
    return round(entries.time(table) / one) if one else 0


def test_each_that_was_taken_out_is_gone_over() -> None:
    table = {number: number for number in range(100)}
    assert _taken_from_front(table, FirstEntries(), 60) == 60


def test_a_table_that_has_no_places_left_is_made_anew() -> None:
    table = {number: number for number in range(100)}
    # 170 places are filled by 100 entries and 71 further ones.
    assert _taken_from_front(table, FirstEntries(), 69, puts=True) == 69
    assert _taken_from_front({number: number for number in range(100)}, FirstEntries(), 75, puts=True) < 10


def test_what_lies_behind_the_first_entry_is_not_gone_over() -> None:
    table, entries = {number: number for number in range(100)}, FirstEntries()
    assert entries.time(table) == 0
    for key in range(50, 90):
        del table[key]
        entries.lost(table, key)
    assert entries.time(table) == 0


def test_ordered_dictionaries_know_their_first_entry() -> None:
    assert _taken_from_front(OrderedDict((number, number) for number in range(100)), FirstEntries(), 60) == 0


@pytest.mark.parametrize("take", ["key = next(iter(table)); del table[key]", "key = next(iter(table)); table.pop(key)"])
def test_taking_entries_from_the_front_takes_longer_each_time(take: str) -> None:
    """Measured: 55 to 220 times as long as from the end, at 20,000 entries, by how much of them the caches hold."""
    last = time_of(_DRAIN.format(take="key, _ = table.popitem()"), "values: list[int] * 20000")
    first = time_of(_DRAIN.format(take=take), "values: list[int] * 20000")
    assert 40 < first / last < 250


_REFILLED = """
def f(values: list[int]) -> int:
    table = dict.fromkeys(values, 1)
    for _ in range(len(table) - 1):
        del table[next(iter(table))]
    {0}
    table[-1] = 1
    total = 0
    for _ in range(3000):
        total += next(iter(table))
    return total
"""


def test_a_table_that_was_cleared_has_new_places() -> None:
    """Measured: 0.99 times as long as one that was made anew."""
    cleared, anew = (
        time_of(_REFILLED.format(one), "values: list[int] * 2000") for one in ("table.clear()", "table = {}")
    )
    assert 0.9 < cleared / anew < 1.1
