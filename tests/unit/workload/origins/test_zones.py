"""Moments have a zone where the code that they are made up for works with such."""

from __future__ import annotations

from datetime import UTC

import pytest

from perfcast.source import SourceFile
from perfcast.workload import build, describe, parse
from perfcast.workload.origins.resolution import resolve

_ORDER = """
@dataclass
class Order:
    due: datetime

@dataclass
class Batch:
    orders: list[Order]

@dataclass
class Point:
    x: int
"""


def _workload(source: str) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.unit("f"), file).workload)


@pytest.mark.parametrize(
    "now",
    [
        "datetime(2024, 1, 1).replace(tzinfo=UTC)",
        "datetime.now(timezone.utc)",
        "datetime.now(UTC)",
        "datetime.now(tz=ZoneInfo('Europe/Paris'))",
        "dt.datetime.now(dt.timezone.utc)",
        "timezone.now()",
        "datetime(2024, 1, 1, tzinfo=UTC)",
        "utcnow()",
    ],
)
def test_what_is_compared_with_a_moment_in_a_zone_has_one(now: str) -> None:
    source = f"def f(at: datetime, n: str):\n    return at < {now}\ndef utcnow():\n    return datetime.now(tz=UTC)\n"
    assert _workload(source) == "at: datetime in UTC; n: str * 1000 in 'a'..'z'"


@pytest.mark.parametrize(
    "now",
    [
        *("datetime.now()", "datetime.utcnow()", "datetime.now(None)", "datetime.now(tz=None)"),
        *("datetime.now(timezone.utc).replace(tzinfo=None)", "datetime(2024, 1, 1, tzinfo=None)"),
        *("datetime(1970, 1, 1)", "datetime.strptime('2024', '%Y')", "datetime.fromisoformat('2024-01-01')"),
    ],
)
def test_what_is_compared_with_a_moment_without_zone_has_none(now: str) -> None:
    other = "def g():\n    return datetime.now(UTC)\n"
    assert _workload(f"def f(at: datetime):\n    return at < {now}\n{other}") == "at: datetime"


@pytest.mark.parametrize(
    ("of", "has_one"), [("Order", True), ("Batch", True), ("Elsewhere", True), ("Point", False), ("timedelta", False)]
)
def test_instances_that_may_hold_moments_do_so_in_a_zone(of: str, has_one: bool) -> None:
    source = f"def f(xs: list[{of}]):\n    return [x for x in xs if x.due < datetime.now(UTC)]\n{_ORDER}"
    assert _workload(source) == f"xs: list[{of}] * 1000" + " in UTC" * has_one


def test_what_nothing_is_known_of_has_none() -> None:
    assert _workload("def f(thing):\n    return [thing, datetime.now(UTC)]\n") == "thing: object"


def test_those_that_are_said_to_have_a_zone_are_made_with_one() -> None:
    text = "at: datetime in UTC; times: list[datetime] * 9 over 30 days in UTC; other: datetime"
    workload = parse(text)
    assert str(workload) == text
    given = build(workload, seed=1)[1]
    assert {one.tzinfo for one in (given["at"], *given["times"])} == {UTC}
    assert given["other"].tzinfo is None


def test_those_that_were_seen_to_have_a_zone_are_described_so() -> None:
    given = build(parse("times: list[datetime] * 9 in UTC; other: list[datetime] * 9"), seed=1)[1]
    assert str(describe(**given)) == "times: list[datetime] * 9 in UTC; other: list[datetime] * 9"
