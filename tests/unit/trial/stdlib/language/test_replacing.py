"""``copy.replace``, since Python 3.13."""

from __future__ import annotations

import sys

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import interpreted, run, time_of

_SINCE_3_13 = pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace is of Python 3.13")
_SOURCE = """
import copy
from collections import namedtuple
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import NamedTuple

@dataclass(frozen=True)
class Order:
    item: str
    price: float = 1.0

class Version(NamedTuple):
    major: int
    minor: int = 0

class Range:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __replace__(self, **changes):
        return Range(changes.get("low", self.low), changes.get("high", self.high))

class Other:
    pass

Pair = namedtuple("Pair", "a b")
day = date(2026, 1, 31)
"""


@_SINCE_3_13
@pytest.mark.parametrize(
    "expression",
    [
        "copy.replace(Order('a'), price=2.0).price",
        "copy.replace(Order('a', 3.0), item='b').price",
        "tuple(copy.replace(Version(3, 13), minor=14))",
        "tuple(copy.replace(Pair(1, 2), a=3))",
        "copy.replace(day, day=1).isoformat()",
        "copy.replace(datetime(2026, 1, 1, tzinfo=UTC), hour=3).hour",
        "copy.replace(Range(1, 2), high=3).high",
    ],
)
def test_parts_are_changed(expression: str) -> None:
    source = f"{_SOURCE}\nfound = {expression}"
    assert interpreted(source, place=here()) == run(source)


@_SINCE_3_13
@pytest.mark.parametrize("changed", ["copy.replace(Other(), a=1)", "copy.replace(Order('a'), size=1)"])
def test_what_does_not_fit_is_an_error(changed: str) -> None:
    with pytest.raises(TypeError):
        interpreted(f"{_SOURCE}\nfound = {changed}", place=here())


@_SINCE_3_13
def test_it_takes_as_long_as_that_of_dataclasses() -> None:
    called = "def run(orders):\n    return [{}(order, price=2.0) for order in orders]\n" + _SOURCE
    times = [time_of(called.format(name), "orders: list[Order] * 100") for name in ("copy.replace", "replace")]
    assert times[0] == pytest.approx(times[1], rel=0.1)
