"""Methods that read what others than those that fill an instance put there are measured, and tried out, after these."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.forecast.receiver import made_up_receiver
from perfcast.source import SourceFile
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

Cost = Callable[..., float]

_SOURCE = """
from collections import defaultdict

class Warehouse:
    def __init__(self):
        self.titles = {}
        self.on_hand = defaultdict(int)
        self.log = []

    def add_item(self, sku: str, title: str) -> None:
        self.titles[sku] = title

    def issue(self, sku: str, quantity: int) -> bool:
        if self.on_hand.get(sku, 0) < quantity:
            return False
        self.on_hand[sku] -= quantity
        self.log.append((sku, -quantity))
        return True

    def receive(self, sku: str, quantity: int) -> None:
        if sku not in self.titles:
            raise KeyError(sku)
        self.on_hand[sku] += quantity
        self.log.append((sku, quantity))

    def counted(self) -> bytes:
        return bytes(500 * len(self.on_hand))

    def movements(self) -> bytes:
        return bytes(500 * len(self._log()))

    def _log(self):
        return self.log

    def catalogue(self) -> bytes:
        return bytes(500 * len(self.titles))

class Editor:
    def __init__(self):
        self.done = []
        self.undone = []

    def record(self, text: str) -> None:
        self.done.append(text)

    def undo(self) -> str:
        text = self.done.pop()
        self.undone.append(text)
        return text

    def redo(self) -> bytes:
        return bytes(50_000 * len(self.undone))

class Limiter:
    def __init__(self):
        self.calls = defaultdict(list)

    def allow(self, key: str, now: float) -> bool:
        calls = self.calls[key]
        if len(calls) > 3:
            return False
        calls.append(now)
        return True

    def clients(self) -> bytes:
        return bytes(500 * len(self.calls))

class Tasks:
    def __init__(self):
        self.tasks = {}
        self.after = defaultdict(set)
        self.finished = set()

    def add_task(self, name: str, priority: int) -> None:
        self.tasks[name] = priority

    def depend(self, name: str, other: str) -> None:
        self.after[name].add(other)

    def finish(self, name: str) -> None:
        self.finished.add(name)

    def waiting(self) -> bytes:
        count = 0
        for name, others in self.after.items():
            count += any(one in self.tasks and one != name for one in others)
        return bytes(500 * count)

    def left(self) -> bytes:
        return bytes(500 * len([one for one in self.tasks if one not in self.finished]))

class Book:
    def __init__(self):
        self.of = {}
        self.notes = {}

    def add(self, name: str, page: int) -> None:
        self.of[name] = page

    def note(self, reader: str, text: str) -> None:
        if reader not in self.of.values():
            raise KeyError(reader)
        self.notes[reader] = text

    def all_notes(self) -> bytes:
        return bytes(500 * len(self.notes)) + bytes(500 * len(self.of))

class Bus:
    def __init__(self):
        self.queue = []
        self.handlers = defaultdict(list)

    def publish(self, topic: str, number: int) -> None:
        self.queue.append((topic, number))

    def on(self, topic: str, handler) -> None:
        self.handlers[topic].append(handler)

    def pending(self) -> bytes:
        for topic, number in self.queue:
            for handler in self.handlers[topic]:
                handler(number)
        return bytes(500 * len(self.queue))

class Roads:
    def __init__(self):
        self.towns = set()
        self.roads = defaultdict(list)

    def add_town(self, name: str) -> None:
        self.towns.add(name)

    def read(self, path: str) -> None:
        with open(path) as lines:
            for line in lines:
                start, end = line.split()
                self.roads[start].append(end)

    def connect(self, name: str, end: str, length: float) -> None:
        self.roads[name].append((end, length))

    def crossings(self) -> bytes:
        return bytes(500 * len(self.roads))
"""


@pytest.mark.parametrize(
    ("name", "workload", "before", "held"),
    [
        ("Warehouse.counted", "", "100 add_item(str, str) and 100 receive(str, int)", 50_000),
        ("Warehouse.movements", "", "100 add_item(str, str) and 100 receive(str, int)", 50_000),
        ("Warehouse.catalogue", "", "100 add_item(str, str)", 50_000),
        ("Editor.redo", "", "100 record(str) and undo()", 50_000),
        ("Limiter.clients", "", "100 allow(str, float)", 50_000),
        # One waits for what there is no task of.
        ("Tasks.waiting", "", "100 add_task(str, int) and 100 depend(str, str)", 49_500),
        # What cannot be called takes nobody's place.
        ("Bus.pending", "", "100 publish(str, int)", 59_000),
        # There are no files.
        ("Roads.crossings", "", "100 add_town(str) and 100 connect(str, str, float)", 50_000),
        # Those that are not done are as good a question where none is.
        ("Tasks.left", "", "100 add_task(str, int)", 50_000),
    ],
)
def test_what_is_read_is_put_there_before(cost: Cost, name: str, workload: str, before: str, held: int) -> None:
    file = SourceFile.parse(_SOURCE)
    unit = file.unit(name)
    told = made_up_receiver(file, unit, parse(workload))
    assert told.partition(" with ")[2] == before
    found = peak_of(file.normal_form(unit), workload)
    assert (cost("peak_memory", _SOURCE, workload, name), found) == pytest.approx((held, held), abs=1_500)


def test_what_takes_nothing_leaves_what_was_put_there_before(cost: Cost) -> None:
    unit = SourceFile.parse(_SOURCE)
    found = peak_of(unit.normal_form(unit.unit("Book.all_notes")), "")
    assert (cost("peak_memory", _SOURCE, "", "Book.all_notes"), found) == pytest.approx((50_000, 50_000), abs=1_500)
