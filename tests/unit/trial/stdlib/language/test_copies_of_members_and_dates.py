"""Members of enumerations are their own copies, dates are made again: as CPython does, and what that takes of it."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, run

_SETUP = """
from copy import copy, deepcopy
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta, timezone
from enum import Enum, IntEnum
class Kind(Enum):
    A = 1
class Grade(IntEnum):
    A = 1
@dataclass
class Order:
    held: object
"""
_HELD = (
    *("Kind.A", "Grade.A", "datetime(2024, 1, 2)", "datetime(2024, 1, 2, tzinfo=timezone.utc)", "date(2024, 1, 2)"),
    *("timedelta(3)", "[Kind.A, date(2024, 1, 2)]", "(Kind.A, 1)", "{Kind.A: Kind.A}"),
)

#: A statement -> nanoseconds in CPython 3.11.
MEASURED = {
    ("Kind.A", "deepcopy(held)"): 260,
    ("datetime(2024, 1, 2)", "deepcopy(held)"): 1_920,
    ("date(2024, 1, 2)", "copy(held)"): 980,
    ("datetime(2024, 1, 2, tzinfo=timezone.utc)", "deepcopy(held)"): 6_780,
    ("Order(Kind.A)", "asdict(held)"): 2_470,
    ("Order(datetime(2024, 1, 2))", "asdict(held)"): 3_420,
    ("Order({1, 2})", "asdict(held)"): 5_360,
}


@pytest.mark.parametrize("held", _HELD)
def test_the_same_is_made_anew(held: str) -> None:
    source = (
        f"{_SETUP}\nheld = {held}\n"
        "copies = [copy(held), deepcopy(held), asdict(Order(held))['held']]\n"
        "found = [[one == held, one is held] for one in copies]"
    )
    assert interpreted(source) == run(source)


@OF_PYTHON_3_11
@pytest.mark.parametrize("held, does", MEASURED)
def test_copying_takes_what_was_measured(held: str, does: str) -> None:
    empty, copying = (
        _found(f"    held = {held}\n    for _ in range(100):\n        {body}\n", "trial_time")
        for body in ("pass", does)
    )
    assert 0.8 < (copying - empty) / 100 / MEASURED[held, does] < 1.25


def test_only_dates_take_memory_of_their_own() -> None:
    members, dates = (
        _found(f"    held = {held}\n    return [deepcopy(held) for _ in range(100)]\n", "trial_result")
        for held in ("Kind.A", "date(2024, 1, 2)")
    )
    assert members < 1_000
    assert 3_000 < dates - members < 4_500


def _found(body: str, name: str) -> float:
    return float(2 ** Trials(f"def f(n: int):\n{body}\n{_SETUP}").estimate(parse("n: int = 10"))[NAMES.index(name)])
