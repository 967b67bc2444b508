"""Of values of which each is there several times there are fewer as sizes are smaller."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.scaling import shrunk
from perfcast.workload import parse
from perfcast.workload.language.spread import spread_of


@pytest.mark.parametrize(
    ("whole", "small"),
    [
        ("x: list[int] * 10000 in 0..400", "x: list[int] * 100 in 0..400 of 20"),
        ("x: list[int] * 10000", "x: list[int] * 100 of 32"),
        ("x: ListNode[int] * 10000", "x: ListNode[int] * 100 of 32"),
        ("x: list[int] * 1600", "x: list[int] * 40"),
        ("x: list[int] * 10000 in 0..9000", "x: list[int] * 100 in 0..95"),
        ("x: list[int] * 10000 in 0..3000", "x: list[int] * 100 in 0..3000"),
        ("x: list[int] * 10000 in 0..30", "x: list[int] * 100 in 0..30"),
        ("x: list[int] * 10000 in 0..400 few", "x: list[int] * 100 in 0..400 few"),
        ("x: list[datetime] * 40000", "x: list[datetime] * 200 over 19 days"),
        ("x: list[datetime] * 400 over 100 days", "x: list[datetime] * 20 over 10 days"),
        ("x: dict[str, Order] * 400", "x: dict[str, Order] * 20 over 19 days"),
        ("x: list[{at: timestamp, n: int}] * 400", "x: list[{at: timestamp, n: int}] * 20 over 19 days"),
        ("n: int = 400; x: datetime; y: Order", "n: int = 20; x: datetime; y: Order over 19 days"),
        ("x: datetime; y: Order", "x: datetime; y: Order"),
        ("x: list[tuple[str, int]] * 10000 in 0..400", "x: list[tuple[str, int]] * 100 in 0..400 of 20"),
        ("x: list[tuple[int, int]] * 10000 in 0..400", "x: list[tuple[int, int]] * 100 in 0..20"),
        ("x: list[list[int]] * 10000 * 2 in 0..400", "x: list[list[int]] * 100 * 2 in 0..20"),
        ("x: set[int] * 10000", "x: set[int] * 100"),
        ("x: list[float] * 10000", "x: list[float] * 100"),
    ],
)
def test_there_are_fewer_where_values_recur(whole: str, small: str) -> None:
    assert str(shrunk(parse(whole), 0.5)) == small


@pytest.mark.parametrize(
    "text", ["x: list[datetime] * 400", "x: list[Order] * 400; y: list[datetime] * 9 over 30 days"]
)
def test_what_does_not_shrink_stays_as_it_is(text: str) -> None:
    assert shrunk(parse(text), 1.0) == parse(text)


def test_days_that_are_said_come_before_those_that_are_not() -> None:
    whole = parse("x: list[Order] * 1000; y: list[datetime] * 1000 over 30 days")
    assert [spread_of(one).days for one in (whole, shrunk(whole, 0.8))] == [30, 15]


def test_a_table_of_all_values_grows_no_more() -> None:
    run = Trials("def run(x):\n    seen = {}\n    for v in x:\n        seen[v] = v\n    return seen\n")
    index = NAMES.index("trial_peak")
    small, large = (2 ** run.estimate(parse(f"x: list[int] * {size}"))[index] for size in (8_000, 500_000))
    assert large == pytest.approx(small, rel=0.6)


def test_what_is_made_of_them_takes_the_memory_that_it_takes() -> None:
    run = Trials("def run(x):\n    return [v + 1 for v in x]\n")
    found = run.estimate(parse("x: list[int] * 100000"))
    # Three quarters are above 256; their objects, and the list's places.
    assert 2 ** found[NAMES.index("trial_peak")] == pytest.approx(3_190_000, rel=0.3)


def test_groups_by_the_days_of_instances_grow_no_more_once_all_are_there() -> None:
    source = (
        "from datetime import datetime\n\n\nclass Sale:\n    def __init__(self, at: datetime) -> None:\n"
        "        self.at = at\n\n\ndef run(sales):\n    found = {}\n    for one in sales:\n"
        "        found[one.at.date()] = found.get(one.at.date(), 0) + 1\n    return found\n"
    )
    run = Trials(source)
    index = NAMES.index("trial_peak")
    small, large = (2 ** run.estimate(parse(f"sales: list[Sale] * {size}"))[index] for size in (3_000, 300_000))
    assert large == pytest.approx(small, rel=0.6)


@pytest.mark.parametrize(
    ("whole", "small"),
    [
        ("x: list[int] * 10000 in 0..400 of 50", "x: list[int] * 100 in 0..400 of 50"),
        ("x: list[int] * 10000 in 0..400 of 100", "x: list[int] * 100 in 0..400 of 10"),
    ],
)
def test_there_are_never_more_than_are_said(whole: str, small: str) -> None:
    assert str(shrunk(parse(whole), 0.5)) == small
