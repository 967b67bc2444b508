"""Dictionaries that code puts into the place of an instance's attributes."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run

CLONED = """
class Node:
    def __init__(self, name):
        self.name = name
        self.children = []
    def clone(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__ = self.__dict__.copy()
        return made
first = Node("a")
second = first.clone()
second.name, second.depth = "b", 3
found = [first.name, second.name, second.children is first.children, sorted(vars(second)), hasattr(first, "depth")]
"""
SHARED = """
class Proxy:
    def __init__(self, of):
        self.__dict__ = of.__dict__
class Thing:
    size = 0
thing = Thing()
proxy = Proxy(thing)
proxy.size = 4
thing.colour = "red"
found = [thing.size, proxy.colour, Thing.size]
"""
OWN = """
class Settings(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self
settings = Settings(width=3)
settings.height = 4
settings["depth"] = 5
del settings.width
found = [settings, settings.depth, settings["height"], hasattr(settings, "width"), "width" in settings, len(settings)]
settings.update(width=1)
found += [settings.width, list(settings.items())]
"""


@pytest.mark.parametrize("source", [CLONED, SHARED, OWN])
def test_is_what_the_attributes_are_from_then_on(source: str) -> None:
    assert interpreted(source) == run(source)


def test_of_what_extends_another_container_is_not_followed() -> None:
    source = "class A(list): pass\na = A()\na.__dict__ = {}\nfound = a"
    with pytest.raises(Unsupported):
        interpreted(source)


@OF_PYTHON_3_11
def test_takes_the_bytes_of_the_dictionary_for_each_instance() -> None:
    made = """
def made(n):
    return [{} for _ in range(n)]

class Node:
    def __init__(self, value):
        self.value = value
    def clone(self):
        made = type(self).__new__(type(self))
        {}
        return made
"""
    by_table = made.format("Node(n).clone()", "made.__dict__ = self.__dict__.copy()")
    by_name = made.format("Node(n).clone()", "made.value = self.value")
    # A table of its own takes 184 bytes, places for one attribute take 24.
    assert peak_of(by_table, "n: int = 1000") - peak_of(by_name, "n: int = 1000") == pytest.approx(160_000, rel=0.05)
