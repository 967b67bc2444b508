"""Instances hold moments with a zone where the code that asks for them works with such, measured or tried out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.source import SourceFile
from tests.unit.trial.interpreting import peak_of

_SOURCE = """
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass
class Order:
    due: datetime


class Store:
    def __init__(self):
        self.orders = {}

    def put(self, key: str, at: datetime):
        self.orders[key] = at

    def f(self):
        return bytearray(1000 * sum(at < datetime.now(UTC) for at in self.orders.values()))


class Session:
    def __init__(self, started: datetime):
        self.started = started

    def f(self):
        return bytearray(100_000 if self.started < datetime.now(UTC) else 0)


def f(orders: list[Order]):
    return bytearray(1000 * sum(one.due < datetime.now(UTC) for one in orders))
"""


@pytest.mark.parametrize(
    ("name", "workload"), [("f", "orders: list[Order] * 100 in UTC"), ("Store.f", ""), ("Session.f", "")]
)
def test_moments_of_instances_have_the_zone_that_they_are_compared_in(
    cost: Callable[..., float], name: str, workload: str
) -> None:
    file = SourceFile.parse(_SOURCE)
    tried = peak_of(file.normal_form(file.unit(name)), workload)
    assert cost("peak_memory", _SOURCE, workload, name) == pytest.approx(tried, rel=0.05)
    assert tried > 90_000
