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

class Channel:
    def __init__(self):
        self.state = "closed"
        self.sent = []

    def open(self) -> None:
        self.state = "open"

    def close(self) -> None:
        self.state = "closed"

    def send(self, data: str) -> None:
        if self.state != "open":
            raise RuntimeError("it is closed")
        self.sent.append(data)

    def history(self) -> bytes:
        return bytes(500 * len(self.sent))

    def packed(self) -> bytes:
        if self.state != "open":
            raise RuntimeError("it is closed")
        return bytes(500 * len(self.sent))

class Recorder:
    def __init__(self):
        self.is_running = False
        self.is_closed = False
        self.heard = []

    def start(self) -> None:
        self.is_running = True

    def close(self) -> None:
        self.is_closed = True

    def record(self, event: str) -> None:
        if not self.is_running:
            return
        self.heard.append(event)

    def tape(self) -> bytes:
        if self.is_closed:
            raise RuntimeError("it is closed")
        return bytes(500 * len(self.heard))

    def seal(self) -> bytes:
        if not self.is_closed:
            raise RuntimeError("it is open")
        return bytes(500 * len(self.heard))

class Door:
    state = "closed"

    def __init__(self):
        self.light: str = "off"

    def close(self) -> None:
        if self.state != "open":
            raise ValueError("it is closed")
        self.state = "closed"

    def open(self) -> None:
        if self.state != "closed":
            raise ValueError("it is open")
        self.state = "open"

    def darken(self) -> None:
        if self.light != "on":
            raise ValueError("it is dark")
        self.light = "off"

    def illuminate(self) -> bytes:
        if self.light != "off":
            return b""
        return bytes(50_000)

    def go_through(self) -> bytes:
        if self.state != "open":
            return b""
        return bytes(50_000)

class Bank:
    def __init__(self):
        self.of = {}

    def deposit(self, owner: str, amount: float) -> None:
        if owner not in self.of:
            raise KeyError(owner)
        self.of[owner] += amount

    def open_account(self, owner: str, amount: float) -> None:
        self.of[owner] = amount

    def statement(self) -> bytes:
        return bytes(500 * len(self.of))

class Reader:
    def __init__(self, text: str):
        self.text = text
        self.mode = "new"
        self.words = []

    def split(self) -> None:
        self.words = list(self.text)
        self.mode = "split"

    def copies(self) -> bytes:
        if self.mode != "split":
            return b""
        return bytes(500 * len(self.words))
"""


@pytest.mark.parametrize(
    ("name", "workload", "before"),
    [
        ("Stock.ship", "order: str * 10", "100 receive(str, int) and 100 reserve(str, str, int)"),
        ("Orders.ship", "order: str * 10", "100 create(str, float) and 100 confirm(str) and 100 pay(str)"),
        ("Orders.confirm", "order: str * 10", "100 create(str, float)"),
        ("Connection.flush", "", "100 send(str) and start()"),
        ("Channel.history", "", "open() and 100 send(str)"),
        ("Channel.packed", "", "open() and 100 send(str)"),
        ("Recorder.tape", "", "start() and 100 record(str)"),
        ("Recorder.seal", "", "start() and 100 record(str) and close()"),
        ("Door.go_through", "", "open()"),
        ("Door.illuminate", "", ""),
        ("Bank.statement", "", "100 open_account(str, float)"),
        ("Reader.copies", "", "text of 100 characters and split()"),
    ],
)
def test_what_is_needed_is_done_before(cost: Cost, name: str, workload: str, before: str) -> None:
    file = SourceFile.parse(_SOURCE)
    unit = file.unit(name)
    told = made_up_receiver(file, unit, parse(workload))
    assert told.partition(" with ")[2] == before
    held = 50_000 if unit.name != "Orders.confirm" else 0
    found = peak_of(file.normal_form(unit), workload)
    assert (cost("peak_memory", _SOURCE, workload, name), found) == pytest.approx((held, held), abs=400)
