"""Methods that need what others have done with the same key are measured, and tried out, after these."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.forecast.receiver import made_up_receiver
from perfcast.source import SourceFile
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

Cost = Callable[..., float]

_SOURCE = """
from enum import Enum

class State(Enum):
    IDLE = 1
    RUNNING = 2

class Stock:
    def __init__(self):
        self.held = {}
        self.reserved = {}

    def receive(self, sku: str, quantity: int) -> None:
        self.held[sku] = self.held.get(sku, 0) + quantity

    def count(self, day: str) -> None:
        self.reserved.clear()

    def reserve(self, order: str, sku: str, quantity: int) -> None:
        if self.held.get(sku, 0) < quantity:
            raise ValueError("not enough")
        self.held[sku] -= quantity
        self.reserved[order] = (sku, quantity)

    def ship(self, order: str) -> bytes:
        sku, quantity = self.reserved.pop(order)
        return bytes(50_000)

class Orders:
    def __init__(self):
        self.of = {}

    def create(self, order: str, total: float) -> None:
        self.of[order] = {"status": "created", "total": total}

    def confirm(self, order: str) -> None:
        if self.of[order]["status"] != "created":
            raise ValueError("cannot confirm")
        self.of[order]["status"] = "confirmed"

    def pay(self, order: str) -> None:
        if self.of[order]["status"] not in ("confirmed", "due"):
            raise ValueError("cannot pay")
        self.of[order]["status"] = "paid"

    def ship(self, order: str) -> bytes:
        if self.of[order]["status"] != "paid":
            raise ValueError("cannot ship")
        return bytes(50_000)

class Connection:
    def __init__(self):
        self.state = State.IDLE
        self.sent = []

    def start(self) -> None:
        self.state = State.RUNNING

    def send(self, data: str) -> None:
        self.sent.append(data)

    def flush(self) -> bytes:
        if not self.sent or self.state is not State.RUNNING:
            return b""
        return bytes(50_000)
"""


@pytest.mark.parametrize(
    ("name", "workload", "before"),
    [
        ("Stock.ship", "order: str * 10", "100 receive(str, int) and 100 reserve(str, str, int)"),
        ("Orders.ship", "order: str * 10", "100 create(str, float) and 100 confirm(str) and 100 pay(str)"),
        ("Orders.confirm", "order: str * 10", "100 create(str, float)"),
        ("Connection.flush", "", "100 send(str) and start()"),
    ],
)
def test_what_is_needed_is_done_before(cost: Cost, name: str, workload: str, before: str) -> None:
    file = SourceFile.parse(_SOURCE)
    unit = file.unit(name)
    told = made_up_receiver(file, unit, parse(workload))
    assert told == f"self: {name.partition('.')[0]}() with {before}"
    held = 50_000 if unit.name != "Orders.confirm" else 0
    found = peak_of(file.normal_form(unit), workload)
    assert (cost("peak_memory", _SOURCE, workload, name), found) == pytest.approx((held, held), abs=400)
