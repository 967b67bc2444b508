"""Methods that are asked for more than once: each time there is a new one, which equals the others."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run

_GIVEN = """
class Client:
    def tick(self): return 1
    def tock(self): return 2
    @classmethod
    def made(cls): return cls()
class Bus:
    def __init__(self): self.handlers, self.times = [], {}
    def on(self, handler):
        if handler not in self.handlers:
            self.handlers.append(handler)
        self.times[handler] = self.times.get(handler, 0) + 1
    def off(self, handler): self.handlers.remove(handler)
bus, client, other = Bus(), Client(), Client()
for handler in (client.tick, client.tick, client.tock, other.tick):
    bus.on(handler)
"""


@pytest.mark.parametrize(
    "expression",
    [
        "client.tick == client.tick, client.tick is client.tick, client.tick == client.tock",
        "client.tick == other.tick, client.tick == Client.tick, client.tick == 3, Client.made == Client.made",
        "len(bus.handlers), list(bus.times.values()), hash(client.tick) == hash(client.tick)",
        "bus.off(client.tick), [handler() for handler in bus.handlers]",
    ],
)
def test_they_are_equal_by_function_and_object(expression: str) -> None:
    source = f"{_GIVEN}found = {expression}\n"
    assert interpreted(source) == run(source)
