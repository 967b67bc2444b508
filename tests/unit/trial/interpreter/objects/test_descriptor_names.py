"""Descriptors that are told their names, and classes that a metaclass makes, where not all can be followed."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

NAMED = """
from unknown_library import Base
class Field:
    def __init__(self, looks=False): self.looks = looks
    def __set_name__(self, owner, name):
        if self.looks:
            hasattr(owner, "check_" + name)
        self.name = "_" + name
    def __get__(self, one, of=None): return self if one is None else getattr(one, self.name, 3)
class Record(Base):
    first = Field(looks=True)
    second = Field()
"""


def test_those_that_can_be_told_are_whatever_others_look_at():
    assert interpreted(f"{NAMED}found = Record.second.name\n") == "_second"


def test_nobody_knows_what_the_others_lack():
    with pytest.raises(Unsupported):
        interpreted(f"{NAMED}found = hasattr(Record.first, 'name')\n")


MADE = """
from contextlib import contextmanager
class Meta(type):
    def __new__(cls, name, bases, attributes):
        attributes["marked"] = [key for key, value in attributes.items() if hasattr(value, "_mark")]
        return super().__new__(cls, name, bases, attributes)
def mark(function):
    function._mark = True
    return function
class Made(metaclass=Meta):
    @contextmanager
    def opened(self): yield self
    @mark
    def noted(self): pass
"""


def test_a_metaclass_looks_at_functions_that_make_contexts():
    source = f"{MADE}found = Made.marked, hasattr(Made.opened, '_mark')\n"
    assert interpreted(source) == run(source)
