"""Instances of classes whose constructors hand what they take by name on to their bases, or need one of several."""

from __future__ import annotations

import textwrap

import pytest

from perfcast.source import SourceFile
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

CLASSES = """
class Base:
    def __init__(self, rows, size, *, scale):
        self.rows = rows
        self.size, self.scale = size, scale

class Handed(Base):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.more = []

    def total(self):
        return sum(row["price"] for row in self.rows) * self.scale

class Named(Base):
    def __init__(self, name, **options):
        Base.__init__(self, [], scale=2, **options)
        self.name = name

    def long(self):
        return len(self.name) * self.size * self.scale

class Last(Named):
    def __init__(self, **kw):
        super(Last, self).__init__("last", **kw)

    def shown(self):
        return self.name + "!" * self.size

class Option:
    def __init__(self, name=None, names=()):
        if not (name or names):
            raise TypeError("nameless")
        self.names = names or (name,)

    def first(self):
        return self.names[0]
"""


@pytest.mark.parametrize("unit", ["Handed.total", "Named.long", "Last.shown", "Option.first"])
def test_an_instance_is_made_of_what_its_base_takes(unit):
    file = SourceFile.parse(textwrap.dedent(CLASSES))
    trials = Trials(file.normal_form(file.unit(unit)))
    found = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
    assert not trials.error, trials.error
    assert not trials.stopped_at, trials.stopped_at
    assert next(iter(found.values())) > -1, found
