"""Tables of a workload are as full as they are at its own size, not as they are on average."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.accounting.largest_table import NO_TABLE, Table, table_of
from perfcast.trial.runs.table_steps import GrowingTable
from tests.unit.trial.peaks import peak

_COUNTING = "counts = {}\nfor word in words:\n    counts[word] = counts.get(word, 0) + 1\nreturn counts"
_SQUARES = "return {i * i for i in range(n)}"
_HULL = "return sorted(set(points))[:4]"
_ORDERED = (
    "points = sorted(set(points))\nturns = 0\nfor _ in points:\n    for _ in range(300): turns += 1\nreturn turns"
)


@pytest.mark.parametrize(("number", "measured"), [(20_000, 608_000), (100_000, 5_500_000), (180_000, 11_000_000)])
def test_dictionaries_are_as_full_as_at_the_size_that_is_asked_about(number: int, measured: int) -> None:
    assert 0.9 * measured < peak(_COUNTING, f"words: list[str] * {number} * 8 in 'a'..'z'", "") < 1.1 * measured


@pytest.mark.parametrize(("number", "measured"), [(20_000, 3_250_000), (100_000, 8_810_000), (180_000, 17_600_000)])
def test_sets_are_too(number: int, measured: int) -> None:
    assert 0.85 * measured < peak(_SQUARES, f"n: int = {number}", "") < 1.15 * measured


@pytest.mark.parametrize(("number", "measured"), [(19_000, 750_000), (21_000, 2_622_000), (70_000, 2_909_000)])
def test_a_set_that_steps_between_two_sizes_does_so_in_the_forecast(number: int, measured: int) -> None:
    assert 0.8 * measured < peak(_HULL, f"points: list[tuple[int, int]] * {number} in 0..1000", "") < 1.25 * measured


@pytest.mark.parametrize(("number", "measured"), [(4_000, 179_600), (5_000, 655_900), (8_000, 655_900)])
def test_a_set_that_is_there_for_a_call_alone_steps_too(number: int, measured: int) -> None:
    assert 0.8 * measured < peak(_ORDERED, f"points: list[tuple[float, float]] * {number}", "") < 1.25 * measured


def test_a_table_that_was_filled_is_told_by_its_number_of_entries() -> None:
    numbers, texts, values = dict[int, int](), dict[str, int](), set[int]()
    for number in range(30_000):
        numbers[number] = texts[str(number)] = number
        values.add(number)
        if number < 1_000 or number % 997 == 0:
            assert [table_of(one).entries for one in (numbers, texts, values)] == [number + 1] * 3
    assert table_of(values).first_entries == 19_661
    assert table_of(numbers).first_entries == 21_846
    assert [table_of(one).entry for one in (numbers, texts, values)] == [24, 16, 0]


def test_a_table_that_lost_most_of_its_entries_is_none_of_these() -> None:
    values = set(range(30_000))
    for number in range(29_000):
        values.discard(number)
    assert table_of(values) == NO_TABLE
    assert table_of({}) == NO_TABLE


def test_where_runs_do_not_agree_on_a_table_it_is_as_full_as_on_average() -> None:
    tables = [Table(10, 24), Table(20, 24), Table(40, 24)]
    assert GrowingTable([4.0, 5.0, 6.0], tables).held(20.0, 14.0) != 20.0
    for others in ([*tables[:2], NO_TABLE], [NO_TABLE, NO_TABLE, tables[2]], [tables[0]] * 3):
        assert GrowingTable([4.0, 5.0, 6.0], others).held(20.0, 14.0) == 20.0
